import { type PersonId } from '@veranda/core/ids.ts'
import { type Done } from '@veranda/contract/shapes.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { after, hour } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../db/database.ts'
import { type Deps } from '../deps.ts'
import { onDue, scheduleDue } from '../due/due.ts'
import { cleanQueue } from './uploads/sweep.ts'

const kind = 'works.forget'

/** Takes one's own work away, if nothing shows it. Its bytes go an hour later unless somebody else has the same. */
export async function removeWork(at: { t: Tx; deps: Deps }, ownerId: PersonId, id: string): Promise<Result<Done>> {
  const { t, deps } = at
  const work = await t
    .selectFrom('works')
    .select(['sha256', 'state'])
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst()
  if (!work) return refuse('work.not-found', 'not-found')
  if (work.state !== 'ready' && work.state !== 'refused') return refuse('work.busy', 'conflict')
  try {
    await sql`delete from works where id = ${id}`.execute(t)
  } catch (error) {
    // A foreign key holds it: a delivered version, a message, a piece of a portfolio.
    if (error instanceof Error && 'code' in error && error.code === '23503') return refuse('work.in-use', 'conflict')
    throw error
  }
  if (work.sha256 !== null) {
    const subject = { kind: 'original', id: work.sha256 }
    const due = { kind, subject, at: after(deps.clock.now(), hour), key: `${kind}:${work.sha256}` }
    await scheduleDue(t, due)
  }
  return ok({ done: true })
}

/** Forgets an original that no work is any more. */
export const forgetOriginal = onDue(kind, async ({ t, due, deps }) => {
  const sha256 = due.subject.id
  const { numAffectedRows } = await sql`
    delete from originals o where sha256 = ${sha256}
      and not exists (select from works w where w.sha256 = o.sha256)`.execute(t)
  if (numAffectedRows) await deps.jobs.enqueue(t, cleanQueue, { sha256 })
})
