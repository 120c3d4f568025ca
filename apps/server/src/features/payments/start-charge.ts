import { type BookingEvents } from '@veranda/core/bookings/events.ts'
import { type CommissionEvents } from '@veranda/core/commissions/events.ts'
import { takeStep } from '@veranda/core/machine.ts'
import { chargeMachine } from '@veranda/core/payments/charge-states.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import { onDue, scheduleDue } from '../../due/due.ts'
import { type ChargeAnswer, type PaymentGateway } from '../../gateways/payments/payments.ts'
import { worker } from '../../jobs/jobs.ts'
import { reaction } from '../../log/react.ts'
import { appendCharge, chargeFacts, findCharge, lockCharge } from './charge-rows.ts'

/** The start of a payment, with the token of the method that the client chose. */
export type FundingStarted =
  | {
      readonly type: 'milestone.funding-started'
      readonly data: CommissionEvents['milestone.funding-started'] & { readonly method: string }
    }
  | {
      readonly type: 'booking.payment-started'
      readonly data: BookingEvents['booking.payment-started'] & { readonly method: string }
    }

export function expiryKey(chargeId: string): string {
  return `charge-expiry:${chargeId}`
}

/** An attempt to pay becomes a charge, a timer for its end, and a job that asks the provider for the money. */
export const startCharge = reaction<FundingStarted>(
  'payments-start-charge',
  ['milestone.funding-started', 'booking.payment-started'],
  async ({ tx, event, deps }) => {
    const { chargeId, clientId, charged, currency, expiresAt, method } = event.data
    const subjectIds =
      event.type === 'booking.payment-started'
        ? { milestone_id: null, project_id: null, booking_id: event.data.bookingId }
        : { milestone_id: event.data.milestoneId, project_id: event.data.projectId, booking_id: null }
    await tx
      .insertInto('charges')
      .values({
        id: chargeId,
        ...subjectIds,
        client_id: clientId,
        amount: charged,
        currency,
        method,
        method_last4: null,
        capture: event.type === 'booking.payment-started' ? event.data.capture : 'at-once',
        state: 'created',
        failure: null,
        provider_id: null,
        expires_at: new Date(expiresAt),
        created_at: new Date(event.at),
      })
      .execute()
    const charge = await lockCharge(tx, chargeId)
    if (!charge) throw new Error('a charge for nothing that is there')
    const subject = { kind: 'charge', id: chargeId }
    await scheduleDue(tx, { kind: 'payments.charge-expiry', subject, at: expiresAt, key: expiryKey(chargeId) })
    await deps.jobs.enqueue(tx, 'payments-charge-card', { chargeId }, { key: `charge:${chargeId}` })
    await appendCharge(tx, charge, { type: 'charge.created', data: { ...chargeFacts(charge), method } }, event.at)
  },
)

/** Asks the provider for the money, between two transactions; the charge's id makes a repetition harmless. */
export function chargeCard(gateway: () => PaymentGateway) {
  return worker<{ chargeId: string }>('payments-charge-card', async ({ chargeId }, deps) => {
    const charge = await findCharge(deps.db, chargeId)
    if (charge?.state !== 'created') return
    const { id, amount, currency, method, capture } = charge
    const answer = await gateway().charge({ key: `charge:${id}`, reference: id, amount, currency, method, capture })
    await transact(deps, (tx) => recordAnswer(tx, chargeId, answer, deps.clock.now()))
  })
}

/** Notes what the provider answered. That money was taken is believed only when the webhook says so. */
async function recordAnswer(tx: Tx, chargeId: string, answer: ChargeAnswer, now: Instant): Promise<void> {
  const charge = await lockCharge(tx, chargeId)
  if (!charge) return
  const { providerId, last4 } = answer
  await tx
    .updateTable('charges')
    .set({ provider_id: providerId, method_last4: last4 })
    .where('id', '=', chargeId)
    .execute()
  if (answer.state === 'failed') await failCharge(tx, chargeId, answer.failure, now)
  if (answer.state !== 'needs_confirmation') return
  const step = takeStep(chargeMachine, { state: charge.state, version: 0 }, 'ask-confirmation', 'system')
  if (!step.ok) return
  await tx.updateTable('charges').set({ state: 'needs_confirmation' }).where('id', '=', chargeId).execute()
  await appendCharge(tx, charge, { type: 'charge.confirmation-needed', data: chargeFacts(charge) }, now)
}

/** The provider said no; the answer of the call and the webhook say it both, and the first counts. */
export async function failCharge(tx: Tx, chargeId: string, reason: string, now: Instant): Promise<void> {
  const charge = await lockCharge(tx, chargeId)
  if (!charge || !takeStep(chargeMachine, { state: charge.state, version: 0 }, 'fail', 'system').ok) return
  await tx.updateTable('charges').set({ state: 'failed', failure: reason }).where('id', '=', chargeId).execute()
  await appendCharge(tx, charge, { type: 'charge.failed', data: { ...chargeFacts(charge), reason } }, now)
}

/** Fifteen minutes without the money: the attempt is over. Should the money still come, it refunds itself. */
export const expireCharge = onDue('payments.charge-expiry', async ({ tx, due, deps }) => {
  const charge = await lockCharge(tx, due.subject.id)
  if (!charge || !takeStep(chargeMachine, { state: charge.state, version: 0 }, 'expire', 'system').ok) return
  await tx.updateTable('charges').set({ state: 'expired' }).where('id', '=', charge.id).execute()
  await appendCharge(tx, charge, { type: 'charge.expired', data: chargeFacts(charge) }, deps.clock.now())
})
