import type { CaptureWhen } from '@veranda/core/payments/charge-states.ts'
import type { Charge, Payout } from '@veranda/contract/payments/schemas.ts'
import type { Computed, Default, Json, At, MaybeAt } from '../columns.ts'

export type PaymentTables = {
  charges: {
    id: string
    milestone_id: string | null
    project_id: string | null
    booking_id: string | null
    client_id: string
    amount: number
    currency: string
    method: string
    method_last4: string | null
    capture: Default<CaptureWhen>
    state: Charge['state']
    failure: string | null
    provider_id: string | null
    expires_at: At
    created_at: At
    captured_at: MaybeAt
    settled_at: MaybeAt
    refunded_at: MaybeAt
  }
  payout_holds: {
    id: Computed<string>
    milestone_id: string | null
    project_id: string | null
    booking_id: string | null
    creator_id: string
    charge_id: string
    amount: number
    currency: string
    released_at: At
    over_at: At
    hold_over: Default<boolean>
    available_at: MaybeAt
  }
  payouts: {
    id: string
    creator_id: string
    amount: number
    currency: string
    state: Payout['state']
    failure: string | null
    provider_id: string | null
    requested_at: At
    paid_at: MaybeAt
  }
  webhook_events: { id: string; type: string; payload: Json<unknown>; received_at: At; handled_at: MaybeAt }
  receipts: {
    id: string
    milestone_id: string | null
    booking_id: string | null
    side: 'client' | 'creator'
    person_id: string
    number: string
    total: number
    currency: string
    issued_at: At
    content: Json<unknown>
  }
  sandbox_payment_objects: {
    id: string
    kind: 'charge' | 'refund' | 'transfer' | 'payout'
    idempotency_key: string
    reference: string
    amount: number
    currency: string
    card: string | null
    capture: Default<CaptureWhen>
    state: string
    failure: string | null
    created_at: At
    updated_at: At
  }
  sandbox_payment_webhooks: {
    id: string
    object_id: string
    type: string
    payload: Json<unknown>
    due_at: At
    attempts: Default<number>
    delivered_at: MaybeAt
  }
}
