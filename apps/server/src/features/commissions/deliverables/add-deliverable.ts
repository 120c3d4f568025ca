import { type deliverableBody } from '@veranda/contract/commissions/deliverable-schemas.ts'
import { type Milestone as MilestoneView } from '@veranda/contract/commissions/schemas.ts'
import { addDeliverable as decide } from '@veranda/core/commissions/add-deliverable.ts'
import { canonicalVersion, checkDeliverable, type DeliverableContent } from '@veranda/core/commissions/deliverable.ts'
import { start } from '@veranda/core/commissions/start.ts'
import { unmetRefusal } from '@veranda/core/commissions/submit.ts'
import { type DeliverableId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import type * as z from 'zod/mini'
import { findOwnReady } from '../../../works/rows.ts'
import { type At } from '../at.ts'
import { branded } from '../branded.ts'
import { ownMilestone } from '../milestones/own-milestone.ts'
import { readMilestone } from '../milestones/read-milestone.ts'
import { saveMilestone } from '../milestones/rows.ts'
import { touchProject } from '../projects/rows.ts'
import { sha256 } from '../sha256.ts'
import { tell } from '../tell.ts'
import { insertDeliverable, nextNumber } from './rows.ts'
import { unmetLimits } from './unmet-limits.ts'

type Body = z.output<typeof deliverableBody>

/** The creator adds a version of the work; the first one starts a funded milestone. A refusal leaves nothing of it. */
export async function addDeliverable(at: At, id: string, body: Body): Promise<Result<MilestoneView>> {
  const { tx, deps } = at
  const own = await ownMilestone(at, id)
  if (!own.ok) return own
  const { milestone, deal, party, by } = own.value
  const files = await readFiles(at, body.fileIds)
  if (!files.ok) return files
  const works = await readWorks(at, body.works)
  if (!works.ok) return works
  const checked = checkDeliverable({ notes: body.notes, files: files.value, works: works.value })
  if (!checked.ok) return checked
  const deliverableId = branded<DeliverableId>(deps.ids.next())
  const version = { deliverableId, hash: sha256(canonicalVersion(checked.value)), number: await nextNumber(tx, id) }
  const decided = decide(milestone, deal, party, version)
  if (!decided.ok) return decided
  if (decided.value.starts) {
    const started = start(milestone, deal, 'system')
    if (!started.ok) return started
    await saveMilestone(tx, deal, [started.value.next], by.at)
    await tell(tx, started.value.event, { ...by, actor: null })
  } else {
    await touchProject(tx, deal.projectId, by.at)
  }
  const row = { ...version, id: deliverableId, milestoneId: id, notes: checked.value.notes, createdBy: by.actor }
  await insertDeliverable(tx, { ...row, fileIds: body.fileIds, workIds: body.works }, by.at)
  const unmet = body.submits ? await unmetLimits(tx, deliverableId) : []
  if (unmet.length > 0) return unmetRefusal(unmet)
  await tell(tx, decided.value.event, by)
  return readMilestone(at, id)
}

type Parts = DeliverableContent['files']

/** Only one's own pictures can be delivered; somebody else's are absent. */
async function readFiles({ tx, actor }: At, fileIds: readonly string[]): Promise<Result<Parts>> {
  if (fileIds.length === 0) return ok([])
  const rows = await tx
    .selectFrom('files')
    .select(['id', 'name', 'sha256'])
    .where('id', 'in', fileIds)
    .where('owner_id', '=', actor.id)
    .execute()
  const files: Parts[number][] = []
  for (const [index, fileId] of fileIds.entries()) {
    const row = rows.find((one) => one.id === fileId)
    if (!row) return refuse('file.not-found', 'not-found', { field: `fileIds.${index}` })
    files.push({ name: row.name, hash: row.sha256 })
  }
  return ok(files)
}

/** Only one's own works can be delivered, and only when they passed their checks. */
async function readWorks({ tx, actor }: At, workIds: readonly string[]): Promise<Result<Parts>> {
  const rows = await findOwnReady(tx, actor.id, workIds)
  const works: Parts[number][] = []
  for (const [index, workId] of workIds.entries()) {
    const row = rows.find((one) => one.id === workId)
    if (!row?.sha256) return refuse('deliverable.work-not-ready', 'invalid', { field: `works.${index}` })
    works.push({ name: row.name, hash: row.sha256 })
  }
  return ok(works)
}
