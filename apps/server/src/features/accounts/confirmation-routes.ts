import * as routes from '@veranda/contract/accounts/confirmation-routes.ts'
import { confirmation, confirmBody } from '@veranda/contract/accounts/confirmation-schemas.ts'
import { ok, refuse } from '@veranda/core/result.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { transact } from '../../db/transact.ts'
import { serve } from '../../http/serve.ts'
import { signedInAs } from '../../http/who.ts'
import { confirmPerson, readConfirmation } from './confirm-person.ts'

const oneself = signedInAs('Anyone signed in, for their own session alone.')

export const confirmationRoutes = [
  serve(routes.readConfirmation, { who: oneself, reply: confirmation }, async (ctx) => ok(await readConfirmation(ctx))),
  serve(
    routes.confirmPerson,
    {
      who: oneself,
      body: confirmBody,
      reply: confirmation,
      limit: { per: 'account', max: 10, window: 10 * minute },
      // A wrong password is refused, and kept in the audit log all the same.
      transaction: false,
    },
    async ({ deps, actor, request, body }) => {
      const tried = await transact(deps, (tx) => confirmPerson({ tx, deps, actor, request }, body))
      if (!tried.ok) return tried
      const { value } = tried
      return value === 'wrong-password'
        ? refuse('confirmation.wrong-password', 'invalid', { field: 'password' })
        : ok(value)
    },
  ),
]
