import * as routes from '@veranda/contract/accounts/step-up/routes.ts'
import { stepUp, reauthenticateBody } from '@veranda/contract/accounts/step-up/schemas.ts'
import { ok } from '@veranda/core/result.ts'
import { serve } from '../../../platform/http/route.ts'
import { signedInAs } from '../../../platform/http/route-access.ts'
import { passwordAttemptsPerAccount, passwordRateLimit } from '../password-limits.ts'
import { reauthenticate, readStepUp } from './reauthenticate.ts'

const currentSession = signedInAs('Anyone signed in, for their own session alone.')

export const stepUpRoutes = [
  serve(routes.readStepUp, { access: currentSession, reply: stepUp }, async (ctx) => ok(await readStepUp(ctx))),
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
]
