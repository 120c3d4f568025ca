import * as routes from '@veranda/contract/accounts/password-reset/routes.ts'
import { requestPasswordResetBody, resetPasswordBody } from '@veranda/contract/accounts/password-reset/schemas.ts'
import { done } from '@veranda/contract/shared-schemas.ts'
import { serve } from '../../../platform/http/route.ts'
import { anyone } from '../../../platform/http/route-access.ts'
import { passwordRateLimit, resetRequestsPerAccount, resetRequestsPerAddress } from '../account-limits.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { resetPassword } from './reset-password.ts'

export const passwordResetRoutes = [
  serve(
    routes.requestPasswordReset,
    {
      access: anyone,
      body: requestPasswordResetBody,
      reply: done,
      rateLimit: [resetRequestsPerAddress, resetRequestsPerAccount],
    },
    (ctx) => requestPasswordReset(ctx, ctx.body),
  ),
  serve(
    routes.resetPassword,
    {
      access: anyone,
      body: resetPasswordBody,
      reply: done,
      rateLimit: passwordRateLimit,
      // The password is hashed outside the transaction.
      transaction: false,
    },
    (ctx) => resetPassword(ctx, ctx.body),
  ),
]
