import type { Charge, Payout } from '@veranda/contract/payments/schemas.ts'
import type { Defaulted, Json, Stamp, StampOrNull } from './columns.ts'

export type PaymentTables = {
  charges: {
    id: string
    milestone_id: string
    project_id: string
    client_id: string
    amount: number
    currency: string
    method: string
    method_last4: string | null
    state: Charge['state']
    failure: string | null
    provider_id: string | null
    expires_at: Stamp
    created_at: Stamp
    captured_at: StampOrNull
    settled_at: StampOrNull
    refunded_at: StampOrNull
  }
  payout_holds: {
    milestone_id: string
    project_id: string
    creator_id: string
    charge_id: string
    amount: number
    currency: string
    released_at: Stamp
    over_at: Stamp
    hold_over: Defaulted<boolean>
    available_at: StampOrNull
  }
  payouts: {
    id: string
    creator_id: string
    amount: number
    currency: string
    state: Payout['state']
    failure: string | null
    provider_id: string | null
    requested_at: Stamp
    paid_at: StampOrNull
  }
  webhook_events: { id: string; type: string; payload: Json<unknown>; received_at: Stamp; handled_at: StampOrNull }
  receipts: {
    id: string
    milestone_id: string
    side: 'client' | 'creator'
    person_id: string
    number: string
    total: number
    currency: string
    issued_at: Stamp
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
    state: string
    failure: string | null
    created_at: Stamp
    updated_at: Stamp
  }
  sandbox_payment_webhooks: {
    id: string
    object_id: string
    type: string
    payload: Json<unknown>
    due_at: Stamp
    attempts: Defaulted<number>
    delivered_at: StampOrNull
  }
}
