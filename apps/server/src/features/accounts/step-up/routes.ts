import * as routes from '@veranda/contract/accounts/step-up/routes.ts'
import { stepUp, reauthenticateBody } from '@veranda/contract/accounts/step-up/schemas.ts'
import { ok, refuse } from '@veranda/core/result.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { transact } from '../../../platform/db/transact.ts'
import { serve } from '../../../platform/http/route.ts'
import { signedInAs } from '../../../platform/http/route-access.ts'
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
      rateLimit: { per: 'account', max: 10, windowMs: 10 * minute },
      // A wrong password is refused, and the attempt is still committed to the audit log.
      transaction: false,
    },
    async (ctx) => {
      const result = await transact(ctx.deps, (tx) => reauthenticate({ ...ctx, tx }, ctx.body))
      if (!result.ok) return result
      const { value } = result
      return value === 'wrong-password' ? refuse('step-up.wrong-password', 'invalid', { field: 'password' }) : ok(value)
    },
  ),
]
