import { feeOf } from '@veranda/core/money/fees.ts'
import { minor } from '@veranda/core/money/money.ts'
import { testCard } from '@veranda/core/payments/test-cards.ts'
import { type Instant, after, fromIso, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../../db/database.ts'
import { type PaymentNews } from './news.ts'
import { type SandboxObject } from './sandbox-rows.ts'

const disputeFee = 15_00

/** What the company keeps of a captured charge: 1.4 % and 25 minor units, never more than the charge. */
function processorFeeOf(amount: number): number {
  return Math.min(amount, feeOf(minor(amount), 140) + 25)
}

/** Puts news of an object into the list of what is to be told, at a moment or later. */
export type Tell = (tx: Tx, object: SandboxObject, at: Instant, news: PaymentNews) => Promise<void>

/** The card can be charged. */
export async function tellAuthorised(tx: Tx, charge: SandboxObject, now: Instant, tell: Tell): Promise<void> {
  const { id: providerId, reference, amount, currency } = charge
  await tell(tx, charge, now, {
    type: 'charge.authorised',
    data: { reference, providerId, amount, currency, authorisedAt: toIso(now) },
  })
}

/** The money was taken: that at once, later that it settled, and that the card's bank takes it back. */
export async function tellCaptured(tx: Tx, charge: SandboxObject, now: Instant, tell: Tell): Promise<void> {
  const { id: providerId, reference, amount, currency } = charge
  const card = testCard(charge.card ?? '')
  const fee = processorFeeOf(amount)
  await tell(tx, charge, now, {
    type: 'charge.captured',
    data: { reference, providerId, amount, currency, fee, capturedAt: toIso(now) },
  })
  const settles = after(now, card?.settlesAfter ?? 0)
  await tell(tx, charge, settles, {
    type: 'charge.settled',
    data: { reference, amount: amount - fee, currency, fee, settledAt: toIso(settles) },
  })
  if (card?.chargesBackAfter) {
    await tell(tx, charge, after(now, card.chargesBackAfter), {
      type: 'charge.disputed',
      data: { reference, amount, currency, fee: disputeFee },
    })
  }
}

/** What was refunded before the charge settled is settled no more. Answers whether it had settled already. */
export async function takeFromSettlement(
  tx: Tx,
  charge: SandboxObject,
  amount: number,
  now: Instant,
): Promise<boolean> {
  const webhook = await tx
    .selectFrom('sandbox_payment_webhooks')
    .select(['id', 'payload'])
    .where('object_id', '=', charge.id)
    .where('type', '=', 'charge.settled')
    .executeTakeFirstOrThrow()
  // Written by tellCaptured above.
  const { data } = webhook.payload as { data: { settledAt: string } }
  if ((fromIso(data.settledAt) ?? 0) <= now) return true
  await sql`
    update sandbox_payment_webhooks
    set payload = jsonb_set(payload, '{data,amount}', to_jsonb((payload->'data'->>'amount')::bigint - ${amount}::bigint))
    where id = ${webhook.id}`.execute(tx)
  return false
}
