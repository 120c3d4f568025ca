import { type DeliverableBody, type Milestone as MilestoneView } from '@veranda/contract/commissions/schemas.ts'
import { addDeliverable as decide } from '@veranda/core/commissions/add-deliverable.ts'
import { canonicalVersion, checkDeliverable, type DeliverableContent } from '@veranda/core/commissions/deliverable.ts'
import { start } from '@veranda/core/commissions/start.ts'
import { type DeliverableId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type At } from '../at.ts'
import { branded } from '../branded.ts'
import { ownMilestone } from '../milestones/own-milestone.ts'
import { readMilestone } from '../milestones/read-milestone.ts'
import { saveMilestone } from '../milestones/rows.ts'
import { touchProject } from '../projects/rows.ts'
import { sha256 } from '../sha256.ts'
import { tell } from '../tell.ts'
import { insertDeliverable, nextNumber } from './rows.ts'

/** The creator adds a version of the work; the first one starts a funded milestone. */
export async function addDeliverable(at: At, id: string, body: DeliverableBody): Promise<Result<MilestoneView>> {
  const { t, deps } = at
  const own = await ownMilestone(at, id)
  if (!own.ok) return own
  const { milestone, deal, party, by } = own.value
  const content = await readFiles(at, body)
  if (!content.ok) return content
  const checked = checkDeliverable(content.value)
  if (!checked.ok) return checked
  const deliverableId = branded<DeliverableId>(deps.ids.next())
  const version = { deliverableId, hash: sha256(canonicalVersion(checked.value)), number: await nextNumber(t, id) }
  const decided = decide(milestone, deal, party, version)
  if (!decided.ok) return decided
  if (decided.value.starts) {
    const started = start(milestone, deal, 'system')
    if (!started.ok) return started
    await saveMilestone(t, deal, [started.value.next], by.at)
    await tell(t, started.value.event, { ...by, actor: null })
  } else {
    await touchProject(t, deal.projectId, by.at)
  }
  const row = { ...version, id: deliverableId, milestoneId: id, notes: checked.value.notes, createdBy: by.actor }
  await insertDeliverable(t, { ...row, fileIds: body.fileIds }, by.at)
  await tell(t, decided.value.event, by)
  return readMilestone(at, id)
}

/** Only one's own pictures can be delivered; somebody else's are absent. */
async function readFiles({ t, actor }: At, body: DeliverableBody): Promise<Result<DeliverableContent>> {
  const rows = await t
    .selectFrom('files')
    .select(['id', 'name', 'sha256'])
    .where('id', 'in', body.fileIds)
    .where('owner_id', '=', actor.id)
    .execute()
  const files: { name: string; hash: string }[] = []
  for (const [index, fileId] of body.fileIds.entries()) {
    const row = rows.find((one) => one.id === fileId)
    if (!row) return refuse('file.not-found', 'not-found', { field: `fileIds.${index}` })
    files.push({ name: row.name, hash: row.sha256 })
  }
  return ok({ notes: body.notes, files })
}
