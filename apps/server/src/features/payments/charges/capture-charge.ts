import { type BookingEvent } from '@veranda/core/bookings/events.ts'
import { processorFee } from '@veranda/core/ledger/transaction-builders.ts'
import { minor } from '@veranda/core/money/money.ts'
import { chargeMachine } from '@veranda/core/payments/charges/charge-states.ts'
import { applyTransition } from '@veranda/core/state-machine.ts'
import { type Instant, fromIso } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Deps } from '../../../platform/deps.ts'
import { cancelTimer } from '../../../platform/timers/timers.ts'
import { type PaymentEventData } from '../../../gateways/payments/payment-events.ts'
import { type PaymentGateway } from '../../../gateways/payments/payment-gateway.ts'
import { worker } from '../../../platform/jobs/worker.ts'
import { postTransaction } from '../../../platform/ledger/post-transaction.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { appendChargeEvent, chargeFacts, findCharge, lockCharge, ledgerProjectOf } from './charge.repository.ts'
import { chargeExpiryKey, failCharge } from './start-charge.ts'

/** Enqueues the capture once the creator has accepted the booking. */
export const captureOnBookingAccepted = eventHandler<BookingEvent<'booking.capture-started'>>(
  'payments-capture-on-booking-accepted',
  ['booking.capture-started'],
  async ({ tx, event, deps }) => {
    const { chargeId } = event.data
    await deps.jobs.enqueue(tx, 'payments-capture-card', { chargeId }, { key: `capture:${chargeId}` })
  },
)

/**
 * Captures an authorised card unless its booking request has ended meanwhile. The webhook reports that the money was
 * taken.
 */
export function captureCard(gateway: () => PaymentGateway) {
  return worker<{ chargeId: string }>('payments-capture-card', async ({ chargeId }, deps) => {
    const charge = await findCharge(deps.db, chargeId)
    if (charge?.state !== 'authorised' || !(await isStillRequested(deps, charge.booking_id))) return
    const reply = await gateway().capture({ charge: chargeId })
    if (reply.state === 'captured') return
    const failure = reply.state === 'failed' ? reply.failure : 'voided'
    await transact(deps, (tx) => failCharge(tx, chargeId, failure, deps.clock.now()))
  })
}

async function isStillRequested({ db }: Deps, bookingId: string | null): Promise<boolean> {
  const row = await db.selectFrom('bookings').select('state').where('id', '=', bookingId).executeTakeFirst()
  return row?.state === 'requested'
}

/**
 * Records a capture whenever the provider reports it. The owner of the milestone or booking handles `charge.captured`
 * and decides whether it fits an open attempt. The processor's fee is posted without the milestone, since the money may
 * belong to none.
 */
export async function captureCharge(
  { tx, now }: { tx: Tx; now: Instant },
  paymentEvent: PaymentEventData<'charge.captured'>,
): Promise<void> {
  const charge = await lockCharge(tx, paymentEvent.reference)
  if (!charge || !applyTransition(chargeMachine, { state: charge.state, version: 0 }, 'capture', 'system').ok) return
  const at = fromIso(paymentEvent.capturedAt) ?? now
  await tx
    .updateTable('charges')
    .set({ state: 'captured', failure: null, provider_id: paymentEvent.providerId, captured_at: new Date(at) })
    .where('id', '=', charge.id)
    .execute()
  await cancelTimer(tx, chargeExpiryKey(charge.id))
  const captured = { ...charge, amount: paymentEvent.amount, currency: paymentEvent.currency }
  if (paymentEvent.fee > 0) {
    await postTransaction(tx, {
      ...processorFee(minor(paymentEvent.fee)),
      cause: `processor-fee:${charge.id}`,
      currency: paymentEvent.currency,
      at: now,
      ...ledgerProjectOf(charge),
    })
  }
  await appendChargeEvent(tx, charge, { type: 'charge.captured', data: { ...chargeFacts(captured), at } }, now)
}
