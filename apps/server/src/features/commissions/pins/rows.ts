import { type PinAnchor, type PinView } from '@veranda/contract/pins/schemas.ts'
import { type Anchor, type Pin } from '@veranda/core/commissions/pins/pin.ts'
import { type Carried } from '@veranda/core/commissions/pins/carry-pin.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Selectable, sql } from 'kysely'
import { type Tx } from '../../../db/database.ts'
import { type Tables } from '../../../db/tables.ts'
import { branded } from '../branded.ts'
import { pinOf } from './find-pins.ts'

/** A pin, held until the transaction ends; those that were taken away too. */
export async function lockPin(tx: Tx, id: string): Promise<Pin | undefined> {
  const { rows } = await sql<Selectable<Tables['pins']>>`select * from pins where id = ${id} for update`.execute(tx)
  const row = rows[0]
  if (!row) return undefined
  const other = await tx
    .selectFrom('pin_messages')
    .select('id')
    .where('pin_id', '=', id)
    .where('author_id', '<>', row.author_id)
    .limit(1)
    .executeTakeFirst()
  return pinOf(row, other !== undefined)
}

/** The number of the next pin of a milestone; two people who add one at the same time follow each other. */
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
      asked_message_id: pin.askedMessageId,
      round: pin.round,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** Saves a decision about a pin. */
export async function savePin(tx: Tx, pin: Pin, at: Instant): Promise<void> {
  await tx
    .updateTable('pins')
    .set({
      state: pin.state,
      kind: pin.kind,
      version: pin.version,
      asked_message_id: pin.askedMessageId,
      round: pin.round,
      updated_at: new Date(at),
      removed_at: pin.removed ? new Date(pin.removed.at) : null,
      removed_by: pin.removed?.by ?? null,
    })
    .where('id', '=', pin.id)
    .execute()
}

/** The anchor of a command as the rules name it. */
export function anchorOf({ deliverableId, workId, part, position, normal }: PinAnchor): Anchor {
  return { deliverableId: branded(deliverableId), workId: branded(workId), part, position, normal }
}

/** Sets the pin on a version by hand, in place of where it stood there. */
export async function placeByHand(
  tx: Tx,
  pinId: string,
  { anchor, view, by }: { anchor: Anchor; view: PinView; by: string },
  at: Instant,
): Promise<void> {
  const values = {
    work_id: anchor.workId,
    part: anchor.part,
    position: JSON.stringify(anchor.position),
    normal: JSON.stringify(anchor.normal),
    view: JSON.stringify(view),
    standing: 'placed',
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

/** Where a pin stood, and where it goes on another version; a place that was set there meanwhile stays. */
export type CarriedPlace = {
  readonly pinId: string
  readonly deliverableId: string
  readonly workId: string
  readonly from: Pick<Anchor, 'part' | 'position' | 'normal'>
  readonly view: PinView
  readonly to: Carried | { readonly standing: 'unsure'; readonly reason: 'not-read'; readonly moved: null }
}

export async function placeCarried(tx: Tx, places: readonly CarriedPlace[], at: Instant): Promise<void> {
  if (places.length === 0) return
  const values = places.map(({ pinId, deliverableId, workId, from, view, to }) => ({
    pin_id: pinId,
    deliverable_id: deliverableId,
    work_id: workId,
    part: from.part,
    position: JSON.stringify(to.standing === 'carried' ? to.position : from.position),
    normal: JSON.stringify(to.standing === 'carried' ? to.normal : from.normal),
    view: JSON.stringify(view),
    standing: to.standing,
    moved: to.moved,
    reason: to.standing === 'carried' ? null : to.reason,
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

/** The first items of a milestone's round came from these pins, in their order. */
export async function linkItems(tx: Tx, milestoneId: string, round: number, pinIds: readonly string[]): Promise<void> {
  if (pinIds.length === 0) return
  await sql`
    update change_items set pin_id = from_pins.pin_id
    from unnest(${[...pinIds]}::uuid[]) with ordinality as from_pins (pin_id, place), change_rounds r
    where r.milestone_id = ${milestoneId} and r.round = ${round} and change_items.change_round_id = r.id
      and change_items.position = from_pins.place - 1`.execute(tx)
}

/** Items of a milestone's round were said by these messages; `offset` is how many items come before the first of them. */
export async function linkMessages(
  tx: Tx,
  milestoneId: string,
  round: number,
  said: readonly { readonly item: number; readonly id: string }[],
  offset: number,
): Promise<void> {
  if (said.length === 0) return
  const places = said.map(({ item }) => item + offset)
  await sql`
    update change_items set message_id = said.id
    from unnest(${said.map(({ id }) => id)}::uuid[], ${places}::int[]) as said (id, place), change_rounds r
    where r.milestone_id = ${milestoneId} and r.round = ${round} and change_items.change_round_id = r.id
      and change_items.position = said.place`.execute(tx)
}
