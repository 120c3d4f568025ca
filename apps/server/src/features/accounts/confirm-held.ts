import { type PersonId } from '@veranda/core/ids.ts'
import { tokenOfCookie } from '../../access/access.ts'
import { transact } from '../../db/transact.ts'
import { type Deps } from '../../deps.ts'
import { keepConfirmation } from './confirm-person.ts'

/** Lets a session count as freshly confirmed without hashing a password: for the demo world's stories and the tests. */
export async function confirmHeld(deps: Deps, { id, cookie }: { id: PersonId; cookie: string }): Promise<void> {
  const cookieToken = tokenOfCookie(cookie.slice(cookie.indexOf('=') + 1))
  if (cookieToken === undefined) throw new Error('this is no session cookie')
  await transact(deps, async (tx) => {
    const session = await tx
      .selectFrom('sessions')
      .select('id')
      .where('token', '=', cookieToken)
      .where('person_id', '=', id)
      .executeTakeFirstOrThrow()
    const actor = { id, sessionId: session.id }
    await keepConfirmation(tx, { actor, cookieToken, way: 'password', now: deps.clock.now() })
  })
}
