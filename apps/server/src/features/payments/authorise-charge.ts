import { type BookingEvent } from '@veranda/core/bookings/events.ts'
import { takeStep } from '@veranda/core/machine.ts'
import { chargeMachine } from '@veranda/core/payments/charge-states.ts'
import { type Instant, fromIso } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import { type Deps } from '../../deps.ts'
import { cancelDue } from '../../due/due.ts'
import { type NewsOf } from '../../gateways/payments/news.ts'
import { type PaymentGateway } from '../../gateways/payments/payments.ts'
import { worker } from '../../jobs/jobs.ts'
import { reaction } from '../../log/react.ts'
import { appendCharge, chargeFacts, findCharge, lockCharge } from './charge-rows.ts'
import { expiryKey, failCharge } from './start-charge.ts'

type At = { readonly tx: Tx; readonly now: Instant }

/** The card can be charged. Whether it fits an open attempt its owner decides, which reads `charge.authorised`. */
export async function authoriseCharge({ tx, now }: At, news: NewsOf<'charge.authorised'>): Promise<void> {
  const charge = await lockCharge(tx, news.reference)
  if (!charge || !takeStep(chargeMachine, { state: charge.state, version: 0 }, 'authorise', 'system').ok) return
  await tx
    .updateTable('charges')
    .set({ state: 'authorised', failure: null, provider_id: news.providerId })
    .where('id', '=', charge.id)
    .execute()
  await cancelDue(tx, expiryKey(charge.id))
  const authorised = { ...charge, amount: news.amount, currency: news.currency }
  const at = fromIso(news.authorisedAt) ?? now
  await appendCharge(tx, charge, { type: 'charge.authorised', data: { ...chargeFacts(authorised), at } }, now)
}

/** The creator said yes: a job asks the provider for the money. */
export const captureAuthorised = reaction<BookingEvent<'booking.capture-started'>>(
  'payments-capture-authorised',
  ['booking.capture-started'],
  async ({ tx, event, deps }) => {
    const { chargeId } = event.data
    await deps.jobs.enqueue(tx, 'payments-capture-card', { chargeId }, { key: `capture:${chargeId}` })
  },
)

/** Takes the money of an authorised card, unless its request is over by now. That it was taken the webhook tells. */
export function captureCard(gateway: () => PaymentGateway) {
  return worker<{ chargeId: string }>('payments-capture-card', async ({ chargeId }, deps) => {
    const charge = await findCharge(deps.db, chargeId)
    if (charge?.state !== 'authorised' || !(await isWanted(deps, charge.booking_id))) return
    const answer = await gateway().capture({ charge: chargeId })
    if (answer.state === 'captured') return
    const failure = answer.state === 'failed' ? answer.failure : 'voided'
    await transact(deps, (tx) => failCharge(tx, chargeId, failure, deps.clock.now()))
  })
}

async function isWanted({ db }: Deps, bookingId: string | null): Promise<boolean> {
  const row = await db.selectFrom('bookings').select('state').where('id', '=', bookingId).executeTakeFirst()
  return row?.state === 'requested'
}

/** A request that came to nothing lets its card go. */
export const releaseCard = reaction<BookingEvent<'booking.declined' | 'booking.expired' | 'booking.cancelled'>>(
  'payments-release-card',
  ['booking.declined', 'booking.expired', 'booking.cancelled'],
  async ({ tx, event, deps }) => {
    const charges = await tx
      .selectFrom('charges')
      .select('id')
      .where('booking_id', '=', event.data.bookingId)
      .where('state', '=', 'authorised')
      .execute()
    for (const { id } of charges) await askVoid(tx, deps, id)
  },
)

export async function askVoid(tx: Tx, deps: Deps, chargeId: string): Promise<void> {
  await deps.jobs.enqueue(tx, 'payments-void-card', { chargeId }, { key: `void:${chargeId}` })
}

/** Lets an authorised card go. One that was charged meanwhile is given back once that is told. */
export function voidCard(gateway: () => PaymentGateway) {
  return worker<{ chargeId: string }>('payments-void-card', async ({ chargeId }, deps) => {
    const charge = await findCharge(deps.db, chargeId)
    if (charge?.state !== 'authorised') return
    const answer = await gateway().void({ charge: chargeId })
    if (answer.state === 'captured') return
    await transact(deps, (tx) => noteVoided({ tx, now: deps.clock.now() }, { reference: chargeId }))
  })
}

/** The card was let go; the answer of the call and the webhook say it both, and the first counts. */
export async function noteVoided({ tx, now }: At, { reference }: NewsOf<'charge.voided'>): Promise<void> {
  const charge = await lockCharge(tx, reference)
  if (!charge || !takeStep(chargeMachine, { state: charge.state, version: 0 }, 'void', 'system').ok) return
  await tx.updateTable('charges').set({ state: 'voided' }).where('id', '=', charge.id).execute()
  await appendCharge(tx, charge, { type: 'charge.voided', data: chargeFacts(charge) }, now)
}
