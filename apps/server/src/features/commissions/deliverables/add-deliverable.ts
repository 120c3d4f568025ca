import { hash } from 'node:crypto'
import { type addDeliverableBody } from '@veranda/contract/commissions/deliverables/schemas.ts'
import { type Milestone as MilestoneView } from '@veranda/contract/commissions/milestones/schemas.ts'
import { addDeliverable as decide } from '@veranda/core/commissions/deliverables/add-deliverable.ts'
import {
  canonicalVersionText,
  checkDeliverable,
  type DeliverableContent,
} from '@veranda/core/commissions/deliverables/deliverable.ts'
import { limitsNotMetRefusal, start } from '@veranda/core/commissions/milestones/milestone.ts'
import { asId, type DeliverableId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import type * as z from 'zod/mini'
import { findOwnReadyAssets } from '../../../platform/assets/asset.repository.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { lockMilestoneFor, saveMilestone } from '../milestones/milestone.repository.ts'
import { readMilestone } from '../milestones/read-milestone.ts'
import { touchProject } from '../projects/project.repository.ts'
import { findUnmetLimits, insertDeliverable, nextDeliverableNumber } from './deliverable.repository.ts'

type Body = z.output<typeof addDeliverableBody>

/** Adds a version to the milestone; the first one starts a funded milestone. A refusal rolls everything back. */
export async function addDeliverable(ctx: CommandContext, id: string, body: Body): Promise<Result<MilestoneView>> {
  const { tx, deps } = ctx
  const locked = await lockMilestoneFor(ctx, id)
  if (!locked.ok) return locked
  const { milestone, agreement, party, by } = locked.value
  const files = await findOwnFiles(ctx, body.fileIds)
  if (!files.ok) return files
  const assets = await findOwnAssets(ctx, body.assetIds)
  if (!assets.ok) return assets
  const checked = checkDeliverable({ notes: body.notes, files: files.value, assets: assets.value })
  if (!checked.ok) return checked
  const deliverableId = asId<DeliverableId>(deps.ids.next())
  const version = {
    deliverableId,
    hash: hash('sha256', canonicalVersionText(checked.value)),
    number: await nextDeliverableNumber(tx, id),
  }
  const decided = decide(milestone, agreement, party, version)
  if (!decided.ok) return decided
  if (decided.value.starts) {
    const started = start(milestone, agreement, 'system')
    if (!started.ok) return started
    await saveMilestone(tx, agreement, [started.value.next], by.at)
    await appendCommissionEvent(tx, started.value.event, { ...by, actor: null })
  } else {
    await touchProject(tx, agreement.projectId, by.at)
  }
  const row = { ...version, id: deliverableId, milestoneId: id, notes: checked.value.notes, createdBy: by.actor }
  await insertDeliverable(tx, { ...row, fileIds: body.fileIds, assetIds: body.assetIds }, by.at)
  const unmet = body.submit ? await findUnmetLimits(tx, deliverableId) : []
  if (unmet.length > 0) return limitsNotMetRefusal(unmet)
  await appendCommissionEvent(tx, decided.value.event, by)
  return readMilestone(ctx, id)
}

type HashedFiles = DeliverableContent['files']

/** Returns the creator's own images by id; images of other users count as not found. */
async function findOwnFiles({ tx, actor }: CommandContext, fileIds: readonly string[]): Promise<Result<HashedFiles>> {
  if (fileIds.length === 0) return ok([])
  const rows = await tx
    .selectFrom('stored_files')
    .select(['id', 'name', 'sha256'])
    .where('id', 'in', fileIds)
    .where('owner_id', '=', actor.id)
    .execute()
  const files: HashedFiles[number][] = []
  for (const [index, fileId] of fileIds.entries()) {
    const row = rows.find((one) => one.id === fileId)
    if (!row) return refuse('file.not-found', 'not-found', { field: `fileIds.${index}` })
    files.push({ name: row.name, hash: row.sha256 })
  }
  return ok(files)
}

/** Returns the creator's own assets by id, provided that they passed their checks. */
async function findOwnAssets({ tx, actor }: CommandContext, assetIds: readonly string[]): Promise<Result<HashedFiles>> {
  const rows = await findOwnReadyAssets(tx, actor.id, assetIds)
  const assets: HashedFiles[number][] = []
  for (const [index, assetId] of assetIds.entries()) {
    const row = rows.find((one) => one.id === assetId)
    if (!row?.sha256) return refuse('deliverable.asset-not-ready', 'invalid', { field: `assetIds.${index}` })
    assets.push({ name: row.name, hash: row.sha256 })
  }
  return ok(assets)
}
