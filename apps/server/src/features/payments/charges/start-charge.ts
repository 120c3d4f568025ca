import { type BookingEvents } from '@veranda/core/bookings/events.ts'
import { type CommissionEvents } from '@veranda/core/commissions/events.ts'
import { applyTransition } from '@veranda/core/state-machine.ts'
import { chargeMachine } from '@veranda/core/payments/charges/charge-states.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { transact } from '../../../platform/db/transact.ts'
import { timerHandler, scheduleTimer } from '../../../platform/timers/timers.ts'
import { type ChargeResult, type PaymentGateway } from '../../../gateways/payments/payment-gateway.ts'
import { worker } from '../../../platform/jobs/worker.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { appendChargeEvent, chargeFacts, findCharge, lockCharge } from './charge.repository.ts'

/** The event that starts a payment, with the token of the chosen payment method. */
export type PaymentStarted =
  | {
      readonly type: 'milestone.funding-started'
      readonly data: CommissionEvents['milestone.funding-started'] & { readonly method: string }
    }
  | {
      readonly type: 'top-up.payment-started'
      readonly data: CommissionEvents['top-up.payment-started'] & { readonly method: string }
    }
  | {
      readonly type: 'booking.payment-started'
      readonly data: BookingEvents['booking.payment-started'] & { readonly method: string }
    }

export function chargeExpiryKey(chargeId: string): string {
  return `charge-expiry:${chargeId}`
}

/** Creates a charge for a payment attempt, schedules its expiry, and enqueues the request to the provider. */
export const startCharge = eventHandler<PaymentStarted>(
  'payments-start-charge',
  ['milestone.funding-started', 'top-up.payment-started', 'booking.payment-started'],
  async ({ tx, event, deps }) => {
    const { chargeId, clientId, charged, currency, expiresAt, method } = event.data
    const subjectIds =
      event.type === 'booking.payment-started'
        ? { milestone_id: null, project_id: null, booking_id: event.data.bookingId }
        : {
            milestone_id: event.data.milestoneId,
            project_id: event.data.projectId,
            booking_id: null,
            top_up_id: event.type === 'top-up.payment-started' ? event.data.topUpId : null,
          }
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
    if (!charge) throw new Error('charge has no milestone or booking')
    const subject = { kind: 'charge', id: chargeId }
    await scheduleTimer(tx, { kind: 'payments.charge-expiry', subject, at: expiresAt, key: chargeExpiryKey(chargeId) })
    await deps.jobs.enqueue(tx, 'payments-charge-card', { chargeId }, { key: `charge:${chargeId}` })
    await appendChargeEvent(tx, charge, { type: 'charge.created', data: { ...chargeFacts(charge), method } }, event.at)
  },
)

/**
 * Requests the charge from the provider, between two transactions; the charge's id makes a repeated request harmless.
 */
export function chargeCard(gateway: () => PaymentGateway) {
  return worker<{ chargeId: string }>('payments-charge-card', async ({ chargeId }, deps) => {
    const charge = await findCharge(deps.db, chargeId)
    if (charge?.state !== 'created') return
    const { id, amount, currency, method, capture } = charge
    const reply = await gateway().charge({ key: `charge:${id}`, reference: id, amount, currency, method, capture })
    await transact(deps, (tx) => recordGatewayReply(tx, chargeId, reply, deps.clock.now()))
  })
}

/** Records the gateway's reply. Only the webhook counts as proof that money was taken. */
async function recordGatewayReply(tx: Tx, chargeId: string, reply: ChargeResult, now: Instant): Promise<void> {
  const charge = await lockCharge(tx, chargeId)
  if (!charge) return
  const { providerId, last4 } = reply
  await tx
    .updateTable('charges')
    .set({ provider_id: providerId, method_last4: last4 })
    .where('id', '=', chargeId)
    .execute()
  if (reply.state === 'failed') await failCharge(tx, chargeId, reply.failure, now)
  if (reply.state !== 'needs_confirmation') return
  const step = applyTransition(chargeMachine, { state: charge.state, version: 0 }, 'ask-confirmation', 'system')
  if (!step.ok) return
  await tx.updateTable('charges').set({ state: 'needs_confirmation' }).where('id', '=', chargeId).execute()
  await appendChargeEvent(tx, charge, { type: 'charge.confirmation-needed', data: chargeFacts(charge) }, now)
}

/** Marks the charge as failed; the gateway's reply and the webhook both report it, and the first one counts. */
export async function failCharge(tx: Tx, chargeId: string, reason: string, now: Instant): Promise<void> {
  const charge = await lockCharge(tx, chargeId)
  if (!charge || !applyTransition(chargeMachine, { state: charge.state, version: 0 }, 'fail', 'system').ok) return
  await tx.updateTable('charges').set({ state: 'failed', failure: reason }).where('id', '=', chargeId).execute()
  await appendChargeEvent(tx, charge, { type: 'charge.failed', data: { ...chargeFacts(charge), reason } }, now)
}

/** Expires an attempt fifteen minutes after its start. Money that still arrives is refunded automatically. */
export const expireCharge = timerHandler('payments.charge-expiry', async ({ tx, timer, deps }) => {
  const charge = await lockCharge(tx, timer.subject.id)
  if (!charge || !applyTransition(chargeMachine, { state: charge.state, version: 0 }, 'expire', 'system').ok) return
  await tx.updateTable('charges').set({ state: 'expired' }).where('id', '=', charge.id).execute()
  await appendChargeEvent(tx, charge, { type: 'charge.expired', data: chargeFacts(charge) }, deps.clock.now())
})
