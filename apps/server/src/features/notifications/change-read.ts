import { type Counted } from '@veranda/contract/notifications/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Actor } from '../../access/actor.ts'
import { type Tx } from '../../db/database.ts'
import { type Deps } from '../../deps.ts'
import { isStanding } from './rows.ts'
import { readCounts, tellCounts } from './unread-counts.ts'

type At = { tx: Tx; actor: Actor; deps: Deps }

/** Marks one notification read or unread. Doing it again changes nothing and tells nobody. */
export async function changeRead(at: At, id: string, read: boolean): Promise<Result<Counted>> {
  const { tx, actor, deps } = at
  const changed = await tx
    .updateTable('notifications')
    .set({ read_at: read ? new Date(deps.clock.now()) : null })
    .where('id', '=', id)
    .where('person_id', '=', actor.id)
    .where('deleted_at', 'is', null)
    .where('read_at', read ? 'is' : 'is not', null)
    .executeTakeFirst()
  if (changed.numUpdatedRows > 0n) return ok(await countedAfter(tx, actor.id, true))
  if (!(await isStanding(tx, actor.id, id))) return refuse('notification.not-found', 'not-found')
  return ok(await countedAfter(tx, actor.id, false))
}

/** Marks all of one's notifications read. */
export async function readAll(at: At): Promise<Result<Counted>> {
  const { tx, actor, deps } = at
  const changed = await tx
    .updateTable('notifications')
    .set({ read_at: new Date(deps.clock.now()) })
    .where('person_id', '=', actor.id)
    .where('deleted_at', 'is', null)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  return ok(await countedAfter(tx, actor.id, changed.numUpdatedRows > 0n))
}

/** What every write answers; told to all the person's sockets when something changed. */
export async function countedAfter(tx: Tx, personId: string, changed: boolean): Promise<Counted> {
  const { count, version } = changed ? await tellCounts(tx, personId) : await readCounts(tx, personId)
  return { unread: count, version }
}
