import { applyTransition } from '@veranda/core/state-machine.ts'
import { chargeMachine } from '@veranda/core/payments/charges/charge-states.ts'
import { type Instant, fromIso } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { cancelTimer } from '../../../platform/timers/timers.ts'
import { type PaymentEventData } from '../../../gateways/payments/payment-events.ts'
import { appendChargeEvent, chargeFacts, lockCharge } from './charge.repository.ts'
import { chargeExpiryKey } from './start-charge.ts'

/**
 * Records that the card can be charged. The owner of the milestone or booking handles `charge.authorised` and decides
 * whether it fits an open attempt.
 */
export async function authoriseCharge(
  { tx, now }: { tx: Tx; now: Instant },
  paymentEvent: PaymentEventData<'charge.authorised'>,
): Promise<void> {
  const charge = await lockCharge(tx, paymentEvent.reference)
  if (!charge || !applyTransition(chargeMachine, { state: charge.state, version: 0 }, 'authorise', 'system').ok) return
  await tx
    .updateTable('charges')
    .set({ state: 'authorised', failure: null, provider_id: paymentEvent.providerId })
    .where('id', '=', charge.id)
    .execute()
  await cancelTimer(tx, chargeExpiryKey(charge.id))
  const authorised = { ...charge, amount: paymentEvent.amount, currency: paymentEvent.currency }
  const authorisedAt = fromIso(paymentEvent.authorisedAt) ?? now
  await appendChargeEvent(
    tx,
    charge,
    { type: 'charge.authorised', data: { ...chargeFacts(authorised), at: authorisedAt } },
    now,
  )
}
