import { type Account, type ChangeAccountBody } from '@veranda/contract/accounts/settings/schemas.ts'
import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { firstNameOf } from '@veranda/core/accounts/first-name.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { isTimeZone } from '@veranda/core/time/time-zone.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { toAccountDto } from '../user.presenter.ts'
import { findOpenUser } from '../user.repository.ts'

/** Updates the name, time zone, language or theme of the caller's account; absent fields keep their value. */
export async function changeAccount(
  { tx, actor, deps }: CommandContext,
  patch: ChangeAccountBody,
): Promise<Result<Account>> {
  if (patch.timeZone !== undefined && !isTimeZone(patch.timeZone)) {
    return refuse('account.time-zone-unknown', 'invalid', { field: 'timeZone' })
  }
  const now = deps.clock.now()
  await tx
    .updateTable('users')
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
    data: { userId: actor.id, fields: Object.keys(patch) },
  } satisfies AccountEvent
  await appendEvent(tx, { ...event, subject: { kind: 'user', id: actor.id }, actor: actor.id, at: now })
  const user = await findOpenUser(tx, actor.id)
  return user ? ok(await toAccountDto(tx, user, actor)) : refuse('account.not-found', 'not-found')
}
