import { type PersonId } from '@veranda/core/ids.ts'
import { type Done } from '@veranda/contract/shapes.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { after, hour, type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../db/database.ts'
import { type Deps } from '../deps.ts'
import { onDue, scheduleDue } from '../due/due.ts'
import { cleanQueue, endBadly } from './uploads/sweep.ts'

const kind = 'works.forget'

/**
 * Takes one's own work away, if nothing shows it. Its bytes go an hour later unless somebody else has the same; one that
 * is being looked at just then ends as given up. Refuses work.not-found, work.busy and work.in-use.
 */
export async function removeWork(at: { tx: Tx; deps: Deps }, ownerId: PersonId, id: string): Promise<Result<Done>> {
  const { tx, deps } = at
  const work = await tx
    .selectFrom('works')
    .select(['sha256', 'state'])
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst()
  if (!work) return refuse('work.not-found', 'not-found')
  if (work.state === 'uploading') return refuse('work.busy', 'conflict')
  if (work.state !== 'ready' && work.state !== 'refused') {
    await endBadly(tx, id, { code: 'work.given-up', kind: 'invalid' }, deps.clock.now())
    return ok({ done: true })
  }
  try {
    await sql`delete from works where id = ${id}`.execute(tx)
  } catch (error) {
    // A foreign key holds it: a delivered version, a message, a piece of a portfolio.
    if (error instanceof Error && 'code' in error && error.code === '23503') return refuse('work.in-use', 'conflict')
    throw error
  }
  if (work.sha256 !== null) await forgetLater(tx, work.sha256, deps.clock.now())
  return ok({ done: true })
}

/** An original that may have lost its last work, or may never get one, is looked at again in an hour. */
export async function forgetLater(tx: Tx, sha256: string, now: Instant): Promise<void> {
  const subject = { kind: 'original', id: sha256 }
  await scheduleDue(tx, { kind, subject, at: after(now, hour), key: `${kind}:${sha256}` })
}

/** Forgets an original that no work is any more, and bytes that never became one because they could not be kept. */
export const forgetOriginal = onDue(kind, async ({ tx, due, deps }) => {
  const sha256 = due.subject.id
  await sql`
    delete from originals o where sha256 = ${sha256}
      and not exists (select from works w where w.sha256 = o.sha256)`.execute(tx)
  const kept = await tx.selectFrom('originals').select('sha256').where('sha256', '=', sha256).executeTakeFirst()
  if (!kept) await deps.jobs.enqueue(tx, cleanQueue, { sha256 })
})
