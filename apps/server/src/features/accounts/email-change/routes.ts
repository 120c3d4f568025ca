import * as routes from '@veranda/contract/accounts/email-change/routes.ts'
import { emailLinkBody, emailUndone, requestEmailChangeBody } from '@veranda/contract/accounts/email-change/schemas.ts'
import { done } from '@veranda/contract/shared-schemas.ts'
import { serve } from '../../../platform/http/route.ts'
import { anyone, signedInAs } from '../../../platform/http/route-access.ts'
import { emailChangesPerAccount, passwordRateLimit } from '../account-limits.ts'
import { confirmEmailChange } from './confirm-email-change.ts'
import { requestEmailChange } from './request-email-change.ts'
import { undoEmailChange } from './undo-email-change.ts'

export const emailChangeRoutes = [
  serve(
    routes.requestEmailChange,
    {
      access: signedInAs('Anyone signed in, for their own address, after a step-up if they have one.'),
      body: requestEmailChangeBody,
      reply: done,
      rateLimit: emailChangesPerAccount,
    },
    (ctx) => requestEmailChange(ctx, ctx.body),
  ),
  serve(
    routes.confirmEmailChange,
    {
      access: anyone,
      body: emailLinkBody,
      reply: done,
      rateLimit: passwordRateLimit,
      description: 'Only the user who asked can use the link. For anyone else it stays as it is.',
    },
    (ctx) => confirmEmailChange(ctx, ctx.body),
  ),
  serve(
    routes.undoEmailChange,
    {
      access: anyone,
      body: emailLinkBody,
      reply: emailUndone,
      rateLimit: passwordRateLimit,
      // A password is hashed outside the transaction.
      transaction: false,
    },
    (ctx) => undoEmailChange(ctx, ctx.body),
  ),
]
