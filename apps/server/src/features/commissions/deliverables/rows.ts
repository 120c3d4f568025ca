import {
  type Deliverable,
  type DeliverableState,
  deliverableStateAfter,
  type NamedVersion,
} from '@veranda/core/commissions/deliverable.ts'
import { type DeliverableId } from '@veranda/core/ids.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../../../db/database.ts'
import { type Ids } from '../../../deps.ts'
import { branded } from '../branded.ts'

/** A version as a command names it. */
export function namedBy(body: { deliverableId: string; hash: string }): NamedVersion {
  return { deliverableId: branded<DeliverableId>(body.deliverableId), hash: body.hash }
}

/** A version; the milestone it belongs to must be held by the caller. */
export async function findDeliverable(tx: Tx, id: string): Promise<Deliverable | undefined> {
  const row = await tx
    .selectFrom('deliverables')
    .select(['id', 'milestone_id', 'hash', 'state'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { id: branded(row.id), milestoneId: branded(row.milestone_id), hash: row.hash, state: row.state }
}

/** The number that the next version of a milestone gets. */
export async function nextNumber(tx: Tx, milestoneId: string): Promise<number> {
  const row = await tx
    .selectFrom('deliverables')
    .where('milestone_id', '=', milestoneId)
    .select((e) => e.fn.max('number').as('last'))
    .executeTakeFirst()
  return (row?.last ?? 0) + 1
}

/** Writes one version with its files; of what is written, only its state changes later. */
export async function insertDeliverable(
  tx: Tx,
  version: {
    id: DeliverableId
    milestoneId: string
    number: number
    hash: string
    notes: string
    fileIds: readonly string[]
    workIds: readonly string[]
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
  const works = version.workIds.map((workId, position) => ({ deliverable_id: version.id, position, work_id: workId }))
  if (works.length > 0) await tx.insertInto('deliverable_works').values(works).execute()
}

/**
 * Marks a version as approved, and answers whether the client's bank took its milestone's money back: true before the
 * flag `frozen` is set, which follows by the log.
 */
export async function approveDeliverable(tx: Tx, id: string, milestoneId: string): Promise<{ chargedBack: boolean }> {
  const { rows } = await sql<{ charged_back: boolean }>`
    with approved as (update deliverables set state = ${deliverableStateAfter.approve} where id = ${id})
    select exists (
      select from ledger_transactions where milestone_id = ${milestoneId} and kind = 'T9'
    ) as charged_back`.execute(tx)
  return { chargedBack: rows[0]?.charged_back === true }
}

export async function setDeliverableState(tx: Tx, id: string, state: DeliverableState): Promise<void> {
  await sql`update deliverables set state = ${state} where id = ${id}`.execute(tx)
}

/** Writes one round of requested changes with its items, in their order. */
export async function insertChanges(
  tx: Tx,
  round: {
    ids: Ids
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
