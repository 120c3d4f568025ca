import { type BookingEvent } from '@veranda/core/bookings/events.ts'
import { applyTransition } from '@veranda/core/state-machine.ts'
import { chargeMachine } from '@veranda/core/payments/charges/charge-states.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Deps } from '../../../platform/deps.ts'
import { type PaymentEventData } from '../../../gateways/payments/payment-events.ts'
import { type PaymentGateway } from '../../../gateways/payments/payment-gateway.ts'
import { worker } from '../../../platform/jobs/worker.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { appendChargeEvent, chargeFacts, findCharge, lockCharge } from './charge.repository.ts'

/** Enqueues the void of the card when a booking request ends without a booking. */
export const voidOnBookingEnded = eventHandler<
  BookingEvent<'booking.declined' | 'booking.expired' | 'booking.cancelled'>
>(
  'payments-void-on-booking-ended',
  ['booking.declined', 'booking.expired', 'booking.cancelled'],
  async ({ tx, event, deps }) => {
    const charges = await tx
      .selectFrom('charges')
      .select('id')
      .where('booking_id', '=', event.data.bookingId)
      .where('state', '=', 'authorised')
      .execute()
    for (const { id } of charges) await enqueueVoid(tx, deps, id)
  },
)

export async function enqueueVoid(tx: Tx, deps: Deps, chargeId: string): Promise<void> {
  await deps.jobs.enqueue(tx, 'payments-void-card', { chargeId }, { key: `void:${chargeId}` })
}

/** Voids an authorised card. One that was captured meanwhile is refunded when the webhook reports it. */
export function voidCard(gateway: () => PaymentGateway) {
  return worker<{ chargeId: string }>('payments-void-card', async ({ chargeId }, deps) => {
    const charge = await findCharge(deps.db, chargeId)
    if (charge?.state !== 'authorised') return
    const reply = await gateway().void({ charge: chargeId })
    if (reply.state === 'captured') return
    await transact(deps, (tx) => markVoided({ tx, now: deps.clock.now() }, { reference: chargeId }))
  })
}

/** Marks the charge as voided; the gateway's reply and the webhook both report it, and the first one counts. */
export async function markVoided(
  { tx, now }: { tx: Tx; now: Instant },
  { reference }: PaymentEventData<'charge.voided'>,
): Promise<void> {
  const charge = await lockCharge(tx, reference)
  if (!charge || !applyTransition(chargeMachine, { state: charge.state, version: 0 }, 'void', 'system').ok) return
  await tx.updateTable('charges').set({ state: 'voided' }).where('id', '=', charge.id).execute()
  await appendChargeEvent(tx, charge, { type: 'charge.voided', data: chargeFacts(charge) }, now)
}
