import { feeOf } from '@veranda/core/money/fees.ts'
import { minor } from '@veranda/core/money/money.ts'
import { findSandboxCard } from '@veranda/core/payments/charges/sandbox-cards.ts'
import { type Instant, after, fromIso, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../../platform/db/database.ts'
import { type PaymentEvent } from './payment-events.ts'
import { type SandboxObject } from './sandbox-payments.repository.ts'

const disputeFeeMinor = 15_00

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
    await emit(tx, charge, after(now, card.chargesBackAfterMs), {
      type: 'charge.disputed',
      data: { reference, amount, currency, fee: disputeFeeMinor },
    })
  }
}

/**
 * Returns why the bank of a card refuses a refund; undefined when it takes it. What was charged back is not refunded as
 * well.
 */
export async function refundFailureOf(tx: Tx, charge: SandboxObject, now: Instant): Promise<string | undefined> {
  const dispute = await tx
    .selectFrom('sandbox_payment_webhooks')
    .select('id')
    .where('object_id', '=', charge.id)
    .where('type', '=', 'charge.disputed')
    .where(sql<boolean>`due_at <= ${new Date(now)}`)
    .executeTakeFirst()
  if (dispute) return 'charged-back'
  return findSandboxCard(charge.card ?? '')?.refusesRefunds ? 'card-closed' : undefined
}

/** Deducts a refund from a chargeback that has not happened yet; of what was refunded nothing is charged back. */
export async function reduceChargeback(tx: Tx, charge: SandboxObject, amount: number): Promise<void> {
  await sql`
    update sandbox_payment_webhooks
    set payload = jsonb_set(payload, '{data,amount}', to_jsonb((payload->'data'->>'amount')::bigint - ${amount}::bigint))
    where object_id = ${charge.id} and type = 'charge.disputed'`.execute(tx)
  await sql`
    delete from sandbox_payment_webhooks
    where object_id = ${charge.id} and type = 'charge.disputed' and (payload->'data'->>'amount')::bigint = 0`.execute(
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
