import type { CaptureTiming, ChargeState } from '@veranda/core/payments/charges/charge-states.ts'
import type { ChargebackState } from '@veranda/core/payments/charges/chargeback.ts'
import type { RefundState } from '@veranda/core/payments/refunds/refund.ts'
import type { Payout } from '@veranda/contract/payments/schemas.ts'
import type { Defaulted, Jsonb, Timestamp, NullableTimestamp } from '../column-types.ts'

export type PaymentTables = {
  charges: {
    id: string
    milestone_id: string | null
    project_id: string | null
    booking_id: string | null
    top_up_id: Defaulted<string | null>
    client_id: string
    amount: number
    currency: string
    method: string
    method_last4: string | null
    capture: Defaulted<CaptureTiming>
    state: ChargeState
    failure: string | null
    provider_id: string | null
    expires_at: Timestamp
    created_at: Timestamp
    captured_at: NullableTimestamp
    settled_at: NullableTimestamp
    refunded_at: NullableTimestamp
  }
  refunds: {
    id: string
    charge_id: string
    client_id: string
    amount: number
    currency: string
    state: RefundState
    attempt: Defaulted<number>
    failure: string | null
    bank_last4: string | null
    requested_at: Timestamp
    paid_at: NullableTimestamp
    milestone_refund_id: Defaulted<string | null>
  }
  chargebacks: {
    charge_id: string
    milestone_id: string | null
    booking_id: string | null
    client_id: string
    creator_id: string
    amount: number
    fee: number
    currency: string
    state: ChargebackState
    evidence_due_at: NullableTimestamp
    opened_at: Timestamp
    decided_at: NullableTimestamp
    escrow: number
    deferred_fee: number
    earnings: number
    creator_fee: number
    client_fee: number
  }
  transfer_reversals: {
    id: string
    transfer_id: string
    reference: string
    amount: number
    currency: string
    requested_at: Timestamp
    reversed_at: NullableTimestamp
  }
  payout_delays: {
    id: string
    milestone_id: string | null
    project_id: string | null
    booking_id: string | null
    creator_id: string
    charge_id: string
    amount: number
    currency: string
    released_at: Timestamp
    ends_at: Timestamp
    ended: Defaulted<boolean>
    available_at: NullableTimestamp
  }
  payout_stops: {
    creator_id: string
    stopped_at: Timestamp
  }
  payouts: {
    id: string
    creator_id: string
    amount: number
    currency: string
    state: Payout['state']
    failure: string | null
    provider_id: string | null
    requested_at: Timestamp
    paid_at: NullableTimestamp
  }
  webhook_events: {
    id: string
    type: string
    payload: Jsonb<unknown>
    received_at: Timestamp
    handled_at: NullableTimestamp
  }
  receipts: {
    id: string
    milestone_id: string | null
    booking_id: string | null
    refund_id: Defaulted<string | null>
    release_id: Defaulted<string | null>
    side: 'client' | 'creator'
    user_id: string
    number: string
    total: number
    currency: string
    issued_at: Timestamp
    content: Jsonb<unknown>
  }
  sandbox_payment_objects: {
    id: string
    kind: 'charge' | 'refund' | 'transfer' | 'payout'
    idempotency_key: string
    reference: string
    amount: number
    currency: string
    card: string | null
    capture: Defaulted<CaptureTiming>
    state: string
    failure: string | null
    created_at: Timestamp
    updated_at: Timestamp
  }
  sandbox_payout_accounts: {
    account: string
    holder: string
    country: string
    last4: string
    changed_at: Timestamp
  }
  sandbox_payment_webhooks: {
    id: string
    object_id: string
    type: string
    payload: Jsonb<unknown>
    due_at: Timestamp
    attempts: Defaulted<number>
    delivered_at: NullableTimestamp
  }
}
