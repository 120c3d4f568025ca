import { type Payout } from '@veranda/contract/payments/schemas.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { requiredColumn } from '../../../platform/db/required-column.ts'
import { type PayoutRow } from './payout.repository.ts'

/** Maps a payout with the fields that belong to its state. */
export function toPayoutDto(row: PayoutRow): Payout {
  const { id, amount, currency, state } = row
  const fields = { id, amount: { amount, currency }, requestedAt: toIso(row.requested_at) }
  const required = <T>(value: T | null): T => requiredColumn(value, 'payout', row)
  switch (state) {
    case 'requested':
    case 'in_transit':
      return { ...fields, state, failure: null, paidAt: null }
    case 'paid':
      return { ...fields, state, failure: null, paidAt: toIso(required(row.paid_at)) }
    case 'failed':
      return { ...fields, state, failure: required(row.failure), paidAt: null }
    case 'returned':
      return { ...fields, state, failure: required(row.failure), paidAt: toIso(required(row.paid_at)) }
  }
}
