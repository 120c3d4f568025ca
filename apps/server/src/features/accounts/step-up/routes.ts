import { passkeyOptions } from '@veranda/contract/accounts/passkeys/schemas.ts'
import { linkStart } from '@veranda/contract/accounts/social/schemas.ts'
import * as routes from '@veranda/contract/accounts/step-up/routes.ts'
import {
  stepUp,
  reauthenticateBody,
  startGoogleStepUpBody,
  stepUpQuery,
} from '@veranda/contract/accounts/step-up/schemas.ts'
import { done } from '@veranda/contract/shared-schemas.ts'
import { ok } from '@veranda/core/result.ts'
import { serve } from '../../../platform/http/route.ts'
import { signedInAs } from '../../../platform/http/route-access.ts'
import { startChallengeFor } from '../passkeys/passkey-challenge.ts'
import { mailCodesPerAccount, passwordAttemptsPerAccount, passwordRateLimit } from '../account-limits.ts'
import { attemptsPerAddress } from '../social/attempt-limit.ts'
import { reauthenticate, readStepUp } from './reauthenticate.ts'
import { requestMailCode } from './mail-code-mailer.ts'
import { startGoogleStepUp } from './start-google-step-up.ts'

const currentSession = signedInAs('Anyone signed in, for their own session alone.')

export const stepUpRoutes = [
  serve(routes.readStepUp, { access: currentSession, query: stepUpQuery, reply: stepUp }, async (ctx) =>
    ok(await readStepUp(ctx, ctx.query.purpose ?? 'any')),
  ),
  serve(
    routes.reauthenticate,
    {
      access: currentSession,
      body: reauthenticateBody,
      reply: stepUp,
      rateLimit: [passwordRateLimit, passwordAttemptsPerAccount],
      // A password is hashed outside the transaction.
      transaction: false,
    },
    (ctx) => reauthenticate(ctx, ctx.body),
  ),
  serve(routes.startPasskeyStepUp, { access: currentSession, reply: passkeyOptions }, (ctx) =>
    startChallengeFor(ctx, { purpose: 'step-up', boundTo: ctx.request.cookieToken ?? '', userId: ctx.actor.id }),
  ),
  serve(routes.requestMailCode, { access: currentSession, reply: done, rateLimit: mailCodesPerAccount }, (ctx) =>
    requestMailCode(ctx),
  ),
  serve(
    routes.startGoogleStepUp,
    {
      access: currentSession,
      body: startGoogleStepUpBody,
      reply: linkStart,
      secretReply: true,
      rateLimit: attemptsPerAddress,
      description: 'Returns the address of Google. Its callback confirms the user, if Google proves a fresh sign-in.',
    },
    (ctx) => startGoogleStepUp(ctx, ctx.body),
  ),
]
