import { type reportPageBody, type ReportReply } from '@veranda/contract/talent/explore/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { type Actor } from '../../../platform/access/actor.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'
import { findPublicCreator } from '../listing/handles.ts'
import { reportMailQueue, type ReportMailJob } from './report-mailer.ts'
import { readAdminRecipients } from '../../../platform/access/admins.ts'

/** Files a report about a public page or a work on it, signed in or not, and enqueues the mails to the admins. */
export async function reportPage(
  { tx, actor, deps }: { tx: Tx; actor: Actor | undefined; deps: Deps },
  handle: string,
  { reason, message, itemId }: z.output<typeof reportPageBody>,
): Promise<Result<ReportReply>> {
  const found = await findPublicCreator(tx, handle)
  if (!found) return refuse('creator.not-found', 'not-found')
  if (itemId !== null) {
    const { rows } = await sql`
      select from public_works where id = ${itemId} and creator_id = ${found.creatorId}`.execute(tx)
    if (rows.length === 0) return refuse('portfolio.item-not-found', 'invalid', { field: 'itemId' })
  }
  const id = deps.ids.next()
  await tx
    .insertInto('page_reports')
    .values({
      id,
      creator_id: found.creatorId,
      item_id: itemId,
      reporter_id: actor?.id ?? null,
      reason,
      message,
      created_at: new Date(deps.clock.now()),
    })
    .execute()
  for (const { email, language } of await readAdminRecipients(tx, deps.env, 'decide-reports')) {
    const job: ReportMailJob = { reportId: id, to: email, language }
    await deps.jobs.enqueue(tx, reportMailQueue, job, { key: `${id}:${email}` })
  }
  return ok({ id })
}
