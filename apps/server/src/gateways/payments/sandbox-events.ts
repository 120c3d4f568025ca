import { feeOf } from '@veranda/core/money/fees.ts'
import { minor } from '@veranda/core/money/money.ts'
import { findSandboxCard } from '@veranda/core/payments/charges/sandbox-cards.ts'
import { type Instant, after, day, fromIso, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../../platform/db/database.ts'
import { type PaymentEvent, type PaymentEventType } from './payment-events.ts'
import { type SandboxObject } from './sandbox-payments.repository.ts'

const disputeFeeMinor = 15_00
/** The time for evidence, from the opening of a chargeback. */
const evidencePeriodMs = 14 * day
/** The webhooks about a chargeback. */
const disputeTypes = [
  'charge.disputed',
  'charge.dispute-won',
  'charge.dispute-lost',
] as const satisfies PaymentEventType[]

/** Returns the provider's fee for a captured charge: 1.4 % plus 25 minor units, never more than the charge. */
function processorFeeOf(amount: number): number {
  return Math.min(amount, feeOf(minor(amount), 140) + 25)
}

/** Queues an event about an object, to be sent at a given time or later. */
export type EmitPaymentEvent = (tx: Tx, object: SandboxObject, at: Instant, event: PaymentEvent) => Promise<void>

/** Emits that the card is authorised. */
export async function emitAuthorised(
  tx: Tx,
  charge: SandboxObject,
  now: Instant,
  emit: EmitPaymentEvent,
): Promise<void> {
  const { id: providerId, reference, amount, currency } = charge
  await emit(tx, charge, now, {
    type: 'charge.authorised',
    data: { reference, providerId, amount, currency, authorisedAt: toIso(now) },
  })
}

/** Emits the capture now, and later its settlement and, for some test cards, the chargeback. */
export async function emitCaptured(tx: Tx, charge: SandboxObject, now: Instant, emit: EmitPaymentEvent): Promise<void> {
  const { id: providerId, reference, amount, currency } = charge
  const card = findSandboxCard(charge.card ?? '')
  const fee = processorFeeOf(amount)
  await emit(tx, charge, now, {
    type: 'charge.captured',
    data: { reference, providerId, amount, currency, fee, capturedAt: toIso(now) },
  })
  const settlesAt = after(now, card?.settlesAfterMs ?? 0)
  await emit(tx, charge, settlesAt, {
    type: 'charge.settled',
    data: { reference, amount: amount - fee, currency, fee, settledAt: toIso(settlesAt) },
  })
  if (card?.chargesBackAfterMs) {
    const opensAt = after(now, card.chargesBackAfterMs)
    const evidenceDueAt = toIso(after(opensAt, evidencePeriodMs))
    const data = { reference, amount, currency, fee: disputeFeeMinor, evidenceDueAt }
    await emit(tx, charge, opensAt, { type: 'charge.disputed', data })
    if (card.bankDecides) {
      const { outcome, afterMs } = card.bankDecides
      await emit(tx, charge, after(now, afterMs), { type: `charge.dispute-${outcome}`, data })
    }
  }
}

/**
 * Returns why the bank of a card refuses a refund; undefined when it takes it. What was charged back is not refunded as
 * well, unless the bank decided against its client.
 */
export async function refundFailureOf(tx: Tx, charge: SandboxObject, now: Instant): Promise<string | undefined> {
  // The time of the event; the time of its delivery moves with each attempt.
  const events = await tx
    .selectFrom('sandbox_payment_webhooks')
    .select('type')
    .where('object_id', '=', charge.id)
    .where('type', 'in', ['charge.disputed', 'charge.dispute-won'])
    .where(sql<boolean>`(payload ->> 'createdAt')::timestamptz <= ${new Date(now)}`)
    .execute()
  if (events.some(({ type }) => type === 'charge.disputed') && events.length === 1) return 'charged-back'
  return findSandboxCard(charge.card ?? '')?.refusesRefunds ? 'card-closed' : undefined
}

/** Deducts a refund from a chargeback that has not happened yet; of what was refunded nothing is charged back. */
export async function reduceChargeback(tx: Tx, charge: SandboxObject, amount: number, now: Instant): Promise<void> {
  await sql`
    update sandbox_payment_webhooks
    set payload = jsonb_set(payload, '{data,amount}', to_jsonb((payload->'data'->>'amount')::bigint - ${amount}::bigint))
    where object_id = ${charge.id} and type = any(${[...disputeTypes]}) and (payload ->> 'createdAt')::timestamptz > ${new Date(now)}`.execute(
    tx,
  )
  await sql`
    delete from sandbox_payment_webhooks
    where object_id = ${charge.id} and type = any(${[...disputeTypes]}) and (payload->'data'->>'amount')::bigint = 0`.execute(
    tx,
  )
}

/** Deducts a refund from a settlement that has not happened yet. Returns whether the charge had already settled. */
export async function reduceSettlement(tx: Tx, charge: SandboxObject, amount: number, now: Instant): Promise<boolean> {
  const webhook = await tx
    .selectFrom('sandbox_payment_webhooks')
    .select(['id', 'payload'])
    .where('object_id', '=', charge.id)
    .where('type', '=', 'charge.settled')
    .executeTakeFirstOrThrow()
  // Written by emitCaptured above.
  const { data } = webhook.payload as { data: { settledAt: string } }
  if ((fromIso(data.settledAt) ?? 0) <= now) return true
  await sql`
    update sandbox_payment_webhooks
    set payload = jsonb_set(payload, '{data,amount}', to_jsonb((payload->'data'->>'amount')::bigint - ${amount}::bigint))
    where id = ${webhook.id}`.execute(tx)
  return false
}
