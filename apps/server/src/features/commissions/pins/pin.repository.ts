import { type PinAnchor, type PinView } from '@veranda/contract/commissions/pins/schemas.ts'
import { type CarryOverResult } from '@veranda/core/commissions/pins/carry-over.ts'
import { type Pin, type SurfaceAnchor } from '@veranda/core/commissions/pins/pin.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Selectable, sql } from 'kysely'
import { type Db, type Tx } from '../../../platform/db/database.ts'
import { type Tables } from '../../../platform/db/tables.ts'
import { asId } from '@veranda/core/ids.ts'
import { toPin } from './pin.presenter.ts'

/** Locks a pin, removed ones included. */
export async function lockPin(tx: Tx, id: string): Promise<Pin | undefined> {
  const { rows } = await sql<Selectable<Tables['pins']>>`select * from pins where id = ${id} for update`.execute(tx)
  const row = rows[0]
  if (!row) return undefined
  const reply = await tx
    .selectFrom('pin_messages')
    .select('id')
    .where('pin_id', '=', id)
    .where('author_id', '<>', row.author_id)
    .limit(1)
    .executeTakeFirst()
  return toPin(row, reply !== undefined)
}

/** Returns the next pin number of a milestone. Locks the milestone, so that concurrent pins get consecutive numbers. */
export async function nextPinNumber(tx: Tx, milestoneId: string): Promise<number> {
  await sql`select 1 from milestones where id = ${milestoneId} for no key update`.execute(tx)
  const row = await tx
    .selectFrom('pins')
    .where('milestone_id', '=', milestoneId)
    .select((e) => e.fn.max('number').as('last'))
    .executeTakeFirst()
  return (row?.last ?? 0) + 1
}

export async function insertPin(tx: Tx, pin: Pin, projectId: string, at: Instant): Promise<void> {
  const now = new Date(at)
  await tx
    .insertInto('pins')
    .values({
      id: pin.id,
      project_id: projectId,
      milestone_id: pin.milestoneId,
      number: pin.number,
      author_id: pin.authorId,
      state: pin.state,
      kind: pin.kind,
      version: pin.version,
      request_message_id: pin.kind === 'change' ? pin.requestMessageId : null,
      round: pin.round,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** Saves the state of a pin. */
export async function savePin(tx: Tx, pin: Pin, at: Instant): Promise<void> {
  await tx
    .updateTable('pins')
    .set({
      state: pin.state,
      kind: pin.kind,
      version: pin.version,
      request_message_id: pin.kind === 'change' ? pin.requestMessageId : null,
      round: pin.round,
      updated_at: new Date(at),
      removed_at: pin.removed ? new Date(pin.removed.at) : null,
      removed_by: pin.removed?.by ?? null,
    })
    .where('id', '=', pin.id)
    .execute()
}

/** Returns the anchor of a command in the core's terms. */
export function toAnchor({ deliverableId, assetId, part, position, normal }: PinAnchor): SurfaceAnchor {
  return { deliverableId: asId(deliverableId), assetId: asId(assetId), part, position, normal }
}

/** Sets the pin's place on a version by hand and replaces an existing one. */
export async function upsertManualPlace(
  tx: Tx,
  pinId: string,
  { anchor, view, by }: { anchor: SurfaceAnchor; view: PinView; by: string },
  at: Instant,
): Promise<void> {
  const values = {
    asset_id: anchor.assetId,
    part: anchor.part,
    position: JSON.stringify(anchor.position),
    normal: JSON.stringify(anchor.normal),
    view: JSON.stringify(view),
    status: 'placed',
    moved: null,
    reason: null,
    placed_by: by,
    updated_at: new Date(at),
  } as const
  await tx
    .insertInto('pin_places')
    .values({ pin_id: pinId, deliverable_id: anchor.deliverableId, ...values })
    .onConflict((c) => c.columns(['pin_id', 'deliverable_id']).doUpdateSet(values))
    .execute()
}

/** A place carried over from another version. A place set there in the meantime is kept. */
export type CarriedOverPlace = {
  readonly pinId: string
  readonly deliverableId: string
  readonly assetId: string
  readonly from: Pick<SurfaceAnchor, 'part' | 'position' | 'normal'>
  readonly view: PinView
  readonly to: CarryOverResult | { readonly status: 'unsure'; readonly reason: 'not-read' }
}

export async function insertCarriedPlaces(tx: Tx, places: readonly CarriedOverPlace[], at: Instant): Promise<void> {
  if (places.length === 0) return
  const values = places.map(({ pinId, deliverableId, assetId, from, view, to }) => ({
    pin_id: pinId,
    deliverable_id: deliverableId,
    asset_id: assetId,
    part: from.part,
    position: JSON.stringify(to.status === 'carried' ? to.position : from.position),
    normal: JSON.stringify(to.status === 'carried' ? to.normal : from.normal),
    view: JSON.stringify(view),
    status: to.status,
    moved: to.status === 'carried' ? to.moved : null,
    reason: to.status === 'carried' ? null : to.reason,
    placed_by: null,
    updated_at: new Date(at),
  }))
  await tx
    .insertInto('pin_places')
    .values(values)
    .onConflict((c) => c.columns(['pin_id', 'deliverable_id']).doNothing())
    .execute()
}

export async function insertPinMessage(
  tx: Tx,
  message: { id: string; pinId: string; authorId: string; text: string },
  at: Instant,
): Promise<void> {
  const { id, pinId, authorId, text } = message
  await tx
    .insertInto('pin_messages')
    .values({ id, pin_id: pinId, author_id: authorId, text, created_at: new Date(at) })
    .execute()
}

/** Links the first items of a milestone's round to these pins, in order. */
export async function linkItemsToPins(
  tx: Tx,
  milestoneId: string,
  round: number,
  pinIds: readonly string[],
): Promise<void> {
  if (pinIds.length === 0) return
  await sql`
    update change_items set pin_id = from_pins.pin_id
    from unnest(${[...pinIds]}::uuid[]) with ordinality as from_pins (pin_id, place), change_rounds r
    where r.milestone_id = ${milestoneId} and r.round = ${round} and change_items.change_round_id = r.id
      and change_items.position = from_pins.place - 1`.execute(tx)
}

/** Links items of a milestone's round to chat messages; `offset` is the number of items before the first of them. */
export async function linkItemsToMessages(
  tx: Tx,
  milestoneId: string,
  round: number,
  fromMessages: readonly { readonly item: number; readonly id: string }[],
  offset: number,
): Promise<void> {
  if (fromMessages.length === 0) return
  const places = fromMessages.map(({ item }) => item + offset)
  await sql`
    update change_items set message_id = from_messages.id
    from unnest(${fromMessages.map(({ id }) => id)}::uuid[], ${places}::int[]) as from_messages (id, place), change_rounds r
    where r.milestone_id = ${milestoneId} and r.round = ${round} and change_items.change_round_id = r.id
      and change_items.position = from_messages.place`.execute(tx)
}

/**
 * Checks that the version belongs to the milestone, contains the asset, and that the asset has the part. Refuses
 * pin.not-on-version (not-found) and pin.unknown-part (invalid).
 */
export async function checkAnchorTarget(db: Db, milestoneId: string, anchor: SurfaceAnchor): Promise<Result<null>> {
  const { deliverableId, assetId, part } = anchor
  const { rows } = await sql<{ has: boolean }>`
    select o.facts -> 'parts' @> jsonb_build_array(jsonb_build_object('name', ${part}::text)) as has
    from deliverables d join deliverable_assets w on w.deliverable_id = d.id
    join assets k on k.id = w.asset_id join asset_sources o on o.sha256 = k.sha256
    where d.id = ${deliverableId} and d.milestone_id = ${milestoneId} and w.asset_id = ${assetId}`.execute(db)
  const [found] = rows
  if (!found) return refuse('pin.not-on-version', 'not-found', { field: 'assetId' })
  return found.has ? ok(null) : refuse('pin.unknown-part', 'invalid', { field: 'part' })
}
