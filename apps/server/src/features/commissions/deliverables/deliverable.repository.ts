import {
  type AcceptanceLimits,
  type LimitName,
  listUnmetLimits,
  withImages,
} from '@veranda/core/assets/acceptance-limits.ts'
import {
  type Deliverable,
  type DeliverableState,
  type VersionRef,
} from '@veranda/core/commissions/deliverables/deliverable.ts'
import { asId, type DeliverableId, type IdGenerator } from '@veranda/core/ids.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { assetSummaryJson, type AssetSummaryRow } from '../../../platform/assets/asset.presenter.ts'
import { toDeliveredAsset } from '../../../platform/assets/asset.repository.ts'
import { type Db, type Tx } from '../../../platform/db/database.ts'

/** Builds the version reference that a command names. */
export function versionRefOf(body: { deliverableId: string; hash: string }): VersionRef {
  return { deliverableId: asId<DeliverableId>(body.deliverableId), hash: body.hash }
}

/** Returns a version. The caller must hold the lock on its milestone. */
export async function findDeliverable(tx: Tx, id: string): Promise<Deliverable | undefined> {
  const row = await tx
    .selectFrom('deliverables')
    .select(['id', 'milestone_id', 'hash', 'state'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { id: asId(row.id), milestoneId: asId(row.milestone_id), hash: row.hash, state: row.state }
}

/** Returns the number of the milestone's next version. */
export async function nextDeliverableNumber(tx: Tx, milestoneId: string): Promise<number> {
  const row = await tx
    .selectFrom('deliverables')
    .where('milestone_id', '=', milestoneId)
    .select((e) => e.fn.max('number').as('last'))
    .executeTakeFirst()
  return (row?.last ?? 0) + 1
}

/** Inserts a version with its files. Only its state changes afterwards. */
export async function insertDeliverable(
  tx: Tx,
  version: {
    id: DeliverableId
    milestoneId: string
    number: number
    hash: string
    notes: string
    fileIds: readonly string[]
    assetIds: readonly string[]
    createdBy: string
  },
  at: Instant,
): Promise<void> {
  await tx
    .insertInto('deliverables')
    .values({
      id: version.id,
      milestone_id: version.milestoneId,
      number: version.number,
      hash: version.hash,
      notes: version.notes,
      state: 'draft',
      created_by: version.createdBy,
      created_at: new Date(at),
    })
    .execute()
  const files = version.fileIds.map((fileId, position) => ({ deliverable_id: version.id, position, file_id: fileId }))
  if (files.length > 0) await tx.insertInto('deliverable_files').values(files).execute()
  const assets = version.assetIds.map((assetId, position) => ({
    deliverable_id: version.id,
    position,
    asset_id: assetId,
  }))
  if (assets.length > 0) await tx.insertInto('deliverable_assets').values(assets).execute()
}

export async function setDeliverableState(tx: Tx, id: string, state: DeliverableState): Promise<void> {
  await sql`update deliverables set state = ${state} where id = ${id}`.execute(tx)
}

/** Inserts one round of requested changes with its items in order. */
export async function insertChangeRound(
  tx: Tx,
  round: {
    ids: IdGenerator
    milestoneId: string
    deliverableId: string
    round: number
    dueAt: Instant
    items: readonly string[]
  },
  at: Instant,
): Promise<void> {
  const id = round.ids.next()
  await tx
    .insertInto('change_rounds')
    .values({
      id,
      milestone_id: round.milestoneId,
      deliverable_id: round.deliverableId,
      round: round.round,
      due_at: new Date(round.dueAt),
      created_at: new Date(at),
    })
    .execute()
  const items = round.items.map((text, position) => ({ id: round.ids.next(), change_round_id: id, position, text }))
  await tx.insertInto('change_items').values(items).execute()
}

type LimitsRow = { limits: AcceptanceLimits | null; assets: AssetSummaryRow[]; images: { bytes: number }[] }

/** Returns the agreed limits that a version does not keep. They change only by a change order, and never while it is in review. */
export async function findUnmetLimits(tx: Db, deliverableId: string): Promise<LimitName[]> {
  const { rows } = await sql<LimitsRow>`
    select m.limits, (
      select coalesce(json_agg(${assetSummaryJson} order by x.position), '[]')
      from deliverable_assets x join assets w on w.id = x.asset_id left join asset_sources o on o.sha256 = w.sha256
      where x.deliverable_id = d.id
    ) as assets, (
      select coalesce(json_agg(json_build_object('bytes', f.bytes)), '[]')
      from deliverable_files x join stored_files f on f.id = x.file_id where x.deliverable_id = d.id
    ) as images
    from deliverables d
    join milestones m on m.id = d.milestone_id
    where d.id = ${deliverableId}`.execute(tx)
  const [row] = rows
  return row ? listUnmetLimits(row.limits, withImages(row.assets.map(toDeliveredAsset), row.images)) : []
}
