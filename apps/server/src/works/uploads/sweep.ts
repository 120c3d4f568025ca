import { type Refusal } from '@veranda/core/result.ts'
import { after, day, type Instant, minute } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../../db/database.ts'
import { onDue, scheduleDue } from '../../due/due.ts'
import { worker } from '../../jobs/jobs.ts'
import { workKey } from '../keys.ts'
import { refuseWork } from '../rows.ts'

export const sweepKind = 'works.sweep'

/** For so long an upload waits for its next bytes, which are noted once a minute, and a refusal for its reader. */
export const leftFor = day + minute

/** The timer of a work that does not come to a good end. */
export function sweepKey(workId: string): string {
  return `${sweepKind}:${workId}`
}

/** The queue of what is to be cleaned after a commit. */
export const cleanQueue = 'works.clean'

/** A refused upload is told of for about a day, and nothing of it is kept but the reason. */
export async function endBadly(tx: Tx, workId: string, refusal: Refusal, now: Instant): Promise<void> {
  await refuseWork(tx, workId, refusal, now)
  const subject = { kind: 'work', id: workId }
  await scheduleDue(tx, { kind: sweepKind, subject, at: after(now, leftFor), key: sweepKey(workId) })
}

/** An upload that was left alone for a day, or was refused a day ago, leaves nothing behind. */
export const sweepUpload = onDue(sweepKind, async ({ tx, due, deps }) => {
  const workId = due.subject.id
  const work = await tx
    .selectFrom('works')
    .select('updated_at')
    .where('id', '=', workId)
    .where('state', 'in', ['uploading', 'refused'])
    .forUpdate()
    .executeTakeFirst()
  const until = work && after(work.updated_at, leftFor)
  // Bytes have come since.
  if (until !== undefined && until > deps.clock.now()) return scheduleDue(tx, { ...due, at: until })
  await sql`delete from works where id = ${workId} and state in ('uploading', 'refused')`.execute(tx)
  await deps.jobs.enqueue(tx, cleanQueue, { uploadId: workId }, { key: `upload ${workId}` })
})

/** Takes bytes away that no row speaks of any more: of an upload, or of an original that was the last of its kind. */
export const cleanUp = worker<{ uploadId?: string; sha256?: string }>(
  cleanQueue,
  async ({ uploadId, sha256 }, deps) => {
    if (uploadId !== undefined) await deps.gateways.uploads.remove(uploadId)
    if (sha256 === undefined) return
    const used = await deps.db.selectFrom('originals').select('sha256').where('sha256', '=', sha256).executeTakeFirst()
    if (used) return
    const { storage } = deps.gateways
    for (const what of ['original', 'model', 'headset', 'thumbnail', 'parts', 'compressed'] as const) {
      await storage.remove(workKey(sha256, what))
    }
  },
)
