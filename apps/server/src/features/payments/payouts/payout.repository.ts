import { asId, type PayoutId, type UserId } from '@veranda/core/ids.ts'
import { type Currency, minor } from '@veranda/core/money/money.ts'
import { type PaymentEvent, type Payout } from '@veranda/core/payments/events.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Selectable } from 'kysely'
import { type Tx } from '../../../platform/db/database.ts'
import { type PaymentTables } from '../../../platform/db/tables/payments.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'

export type PayoutRow = Selectable<PaymentTables['payouts']>

/** Returns the facts that every payout event carries. */
export function payoutFacts(row: Pick<PayoutRow, 'id' | 'creator_id' | 'amount' | 'currency'>): Payout {
  return {
    // Rows are where ids and currencies get their brands.
    payoutId: asId<PayoutId>(row.id),
    creatorId: asId<UserId>(row.creator_id),
    amount: minor(row.amount),
    currency: row.currency as Currency,
  }
}

type PayoutEvent = Extract<PaymentEvent, { type: `payout.${string}` }>

export async function appendPayoutEvent(tx: Tx, event: PayoutEvent, actor: string | null, at: Instant): Promise<void> {
  const subject = { kind: 'payout', id: event.data.payoutId }
  await appendEvent(tx, { type: event.type, subject, actor, at, data: event.data })
}

/** Locks the payout until the transaction ends. */
export function lockPayout(tx: Tx, id: string): Promise<PayoutRow | undefined> {
  return tx.selectFrom('payouts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}
