import { type Booking, type Side, sideOf } from '@veranda/core/bookings/booking.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Tx } from '../../db/database.ts'
import { type At, type By } from './at.ts'
import { lockPeople } from './lock-people.ts'
import { lockBooking, peopleOf } from './rows.ts'

export type OwnBooking = {
  readonly booking: Booking
  readonly side: Side
  readonly by: By & { readonly actor: string }
}

/** Locks both people and the booking, and says on which side the actor is; to anybody else it is absent. */
export async function ownBooking({ tx, actor, clock }: At, id: string): Promise<Result<OwnBooking>> {
  const people = await peopleOf(tx, id)
  if (people?.client_id !== actor.id && people?.creator_id !== actor.id) return absent()
  const booking = await holdBooking(tx, id, people)
  const side = booking && sideOf(booking, actor.id)
  return booking && side ? ok({ booking, side, by: { actor: actor.id, at: clock.now() } }) : absent()
}

/** The same for a timer, a webhook or an operator, who have no side. */
export async function anyBooking(tx: Tx, id: string): Promise<Booking | undefined> {
  const people = await peopleOf(tx, id)
  return people && holdBooking(tx, id, people)
}

async function holdBooking(tx: Tx, id: string, people: { client_id: string; creator_id: string }) {
  await lockPeople(tx, [people.client_id, people.creator_id])
  return lockBooking(tx, id)
}

export function absent() {
  return refuse('booking.not-found', 'not-found')
}
