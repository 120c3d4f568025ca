import { type Payout } from '@veranda/contract/payments/schemas.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { type PayoutRow } from './payout.repository.ts'

export function toPayoutDto(row: PayoutRow): Payout {
  return {
    id: row.id,
    amount: { amount: row.amount, currency: row.currency },
    state: row.state,
    failure: row.failure,
    requestedAt: toIso(row.requested_at),
    paidAt: row.paid_at === null ? null : toIso(row.paid_at),
  }
}
