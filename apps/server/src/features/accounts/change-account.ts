import { type Account, type AccountPatch } from '@veranda/contract/accounts/schemas.ts'
import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Actor } from '../../access/actor.ts'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { append } from '../../log/append.ts'
import { findPerson, firstNameOf, isTimeZone, toAccount } from './rows.ts'

/** Changes what one may change of one's own account; what is absent stays. */
export async function changeAccount(
  { tx, actor, deps }: { tx: Tx; actor: Actor; deps: Deps },
  patch: AccountPatch,
): Promise<Result<Account>> {
  if (patch.timeZone !== undefined && !isTimeZone(patch.timeZone)) {
    return refuse('account.time-zone-unknown', 'invalid', { field: 'timeZone' })
  }
  const now = deps.clock.now()
  await tx
    .updateTable('people')
    .set({
      updated_at: new Date(now),
      ...(patch.name === undefined ? {} : { name: patch.name, first_name: firstNameOf(patch.name) }),
      ...(patch.timeZone === undefined ? {} : { time_zone: patch.timeZone }),
      ...(patch.language === undefined ? {} : { language: patch.language }),
      ...(patch.theme === undefined ? {} : { theme: patch.theme }),
    })
    .where('id', '=', actor.id)
    .execute()
  const event = {
    type: 'account.changed',
    data: { personId: actor.id, fields: Object.keys(patch) },
  } satisfies AccountEvent
  await append(tx, { ...event, subject: { kind: 'person', id: actor.id }, actor: actor.id, at: now })
  const person = await findPerson(tx, actor.id)
  return person ? ok(await toAccount(tx, person)) : refuse('account.person-not-found', 'not-found')
}
