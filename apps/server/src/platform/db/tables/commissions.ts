import { type ProjectProposal } from '@veranda/core/commissions/projects/project-proposal.ts'
import type { TopUp } from '@veranda/core/commissions/change-orders/top-up.ts'
import type { TopUpState } from '@veranda/core/commissions/change-orders/top-up-states.ts'
import type { RefundPart } from '@veranda/core/payments/charges/charges-of-milestone.ts'
import { type AcceptanceLimits } from '@veranda/core/assets/acceptance-limits.ts'
import { type ChangeOrderLine } from '@veranda/core/commissions/change-orders/change-order-terms.ts'
import { type DueStep } from '@veranda/core/commissions/milestones/due-clock.ts'
import { type DisputableState } from '@veranda/core/commissions/milestones/milestone-states.ts'
import { type DisputeReason } from '@veranda/core/commissions/disputes/dispute.ts'
import { type DisputeState, type DisputeTermsState } from '@veranda/core/commissions/disputes/dispute-states.ts'
import { type RefundCause } from '@veranda/core/commissions/milestones/refund.ts'
import type { Deliverable } from '@veranda/contract/commissions/deliverables/schemas.ts'
import type { ChangeOrder, Offer, Commission, RequestedService } from '@veranda/contract/commissions/offers/schemas.ts'
import type { Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import type { Settlement, SettlementLine } from '@veranda/contract/commissions/settlements/schemas.ts'
import type { Project } from '@veranda/contract/commissions/projects/schemas.ts'
import type { Rates } from '@veranda/core/money/rates.ts'
import type { Defaulted, Jsonb, NullableJsonb, NullableTimestamp, Timestamp } from '../column-types.ts'

export type CommissionTables = {
  projects: {
    id: string
    client_id: string
    title: string
    brief: string
    skills: Defaulted<string[]>
    state: Project['state']
    budget_from: number | null
    budget_to: number | null
    budget_currency: string | null
    version: Defaulted<number>
    created_at: Timestamp
    updated_at: Timestamp
  }
  project_members: {
    project_id: string
    user_id: string
    role: 'client' | 'creator' | 'invited'
    joined_at: Timestamp
    left_at: NullableTimestamp
    /** When the member archived the project for themselves. */
    archived_at: NullableTimestamp
    project_updated_at: Timestamp
  }
  commissions: {
    id: string
    project_id: string
    client_id: string
    creator_id: string
    state: Commission['state']
    message: Defaulted<string>
    version: Defaulted<number>
    current_offer_id: string | null
    former_offer_id: string | null
    accepted_offer_id: string | null
    accepted_terms: number | null
    expires_at: NullableTimestamp
    created_at: Timestamp
    updated_at: Timestamp
    requested_service: NullableJsonb<RequestedService>
  }
  offer_versions: {
    id: string
    commission_id: string
    number: number
    by_side: 'client' | 'creator'
    author_id: string
    hash: string
    content: Jsonb<Offer>
    rates: Jsonb<Rates>
    reason: string | null
    created_at: Timestamp
  }
  milestones: {
    id: string
    commission_id: string
    project_id: string
    client_id: string
    creator_id: string
    number: number
    title: string
    description: string
    amount: number
    currency: string
    client_fee: number
    creator_fee: number
    due_at: Timestamp
    state: Milestone['state']
    version: Defaulted<number>
    round: Defaulted<number>
    rounds: number
    review_window_days: number
    attempt_id: string | null
    attempt_expires_at: NullableTimestamp
    submitted_deliverable_id: string | null
    submitted_hash: string | null
    submitted_at: NullableTimestamp
    review_ends_at: NullableTimestamp
    approved_deliverable_id: string | null
    released_at: NullableTimestamp
    frozen: Defaulted<boolean>
    allocated_price: Defaulted<number>
    allocated_client_fee: Defaulted<number>
    allocated_creator_fee: Defaulted<number>
    refund_id: Defaulted<string | null>
    funded_at: NullableTimestamp
    first_submitted_at: NullableTimestamp
    due_step: Defaulted<DueStep | null>
    extension_due_at: NullableTimestamp
    extension_reason: Defaulted<string | null>
    extension_requested_at: NullableTimestamp
    notice_ends_at: NullableTimestamp
    extra_rounds: Defaulted<number>
    round_requested: Defaulted<boolean>
    released_price: Defaulted<number>
    limits: NullableJsonb<AcceptanceLimits>
    disputed_price: Defaulted<number | null>
    disputed_from: Defaulted<DisputableState | null>
    disputed_at: NullableTimestamp
    lost_charges: Defaulted<number>
    paused_ms: Defaulted<number>
    created_at: Timestamp
    updated_at: Timestamp
  }
  milestone_history: { milestone_id: string; version: number; state: Milestone['state']; at: Timestamp }
  milestone_refunds: {
    id: string
    milestone_id: string
    price: number
    client_fee: number
    creator_fee: number
    reason: string
    cause: Defaulted<RefundCause>
    requested_at: Timestamp
    parts: Jsonb<readonly RefundPart[]>
  }
  milestone_releases: {
    id: string
    milestone_id: string
    settlement_id: string | null
    dispute_id: Defaulted<string | null>
    price: number
    client_fee: number
    creator_fee: number
    released_at: Timestamp
  }
  disputes: {
    id: string
    milestone_id: string
    commission_id: string
    opener: 'client' | 'creator'
    opener_id: string
    state: DisputeState
    version: Defaulted<number>
    reason: DisputeReason
    amount: number
    currency: string
    wish_release: number
    wish_refund: number
    opened_at: Timestamp
    answer_by: Timestamp
    mediation_ends_at: Timestamp
    decide_by: Timestamp
    award_release: Defaulted<number | null>
    award_refund: Defaulted<number | null>
    decided_by: Defaulted<string | null>
    decision_reason: Defaulted<string>
    decision_release: Defaulted<number | null>
    decision_refund: Defaulted<number | null>
    decided_at: NullableTimestamp
    review_until: NullableTimestamp
    review_waived_by: Defaulted<('client' | 'creator')[]>
    review_by: Defaulted<'client' | 'creator' | null>
    review_reason: Defaulted<string>
    review_asked_at: NullableTimestamp
    review_decide_by: NullableTimestamp
    reviewed_by: Defaulted<string | null>
    reviewed_reason: Defaulted<string>
    decision_confirmed_by: Defaulted<string | null>
    pending_by: Defaulted<string | null>
    pending_release: Defaulted<number | null>
    pending_refund: Defaulted<number | null>
    pending_reason: Defaulted<string>
    pending_at: NullableTimestamp
    pending_expires_at: NullableTimestamp
    ended_at: NullableTimestamp
  }
  dispute_evidence: {
    dispute_id: string
    side: 'client' | 'creator'
    author_id: string
    snapshot: string
    hash: string
    created_at: Timestamp
  }
  dispute_assets: { dispute_id: string; side: 'client' | 'creator'; position: number; asset_id: string }
  dispute_terms: {
    id: string
    dispute_id: string
    by_side: 'client' | 'creator'
    author_id: string
    release_price: number
    refund_price: number
    reason: string
    state: DisputeTermsState
    offered_at: Timestamp
    ended_at: NullableTimestamp
  }
  settlements: {
    id: string
    commission_id: string
    number: number
    by_side: 'client' | 'creator'
    author_id: string
    state: Settlement['state']
    version: Defaulted<number>
    currency: string
    ends_commission: boolean
    reason: string
    answer: Defaulted<string>
    former_id: string | null
    expires_at: Timestamp
    created_at: Timestamp
    ended_at: NullableTimestamp
  }
  project_proposals: {
    id: string
    project_id: string
    author_id: string
    state: ProjectProposal['state']
    version: Defaulted<number>
    answer: Defaulted<string>
    declined_by: string | null
    created_at: Timestamp
    ended_at: NullableTimestamp
  }
  project_proposal_consents: { proposal_id: string; user_id: string; consented_at: NullableTimestamp }
  settlement_lines: {
    settlement_id: string
    milestone_id: string
    position: number
    milestone_version: number
    kind: SettlementLine['kind']
    release_price: Defaulted<number>
    release_client_fee: Defaulted<number>
    release_creator_fee: Defaulted<number>
    refund_price: Defaulted<number>
    refund_client_fee: Defaulted<number>
    refund_creator_fee: Defaulted<number>
  }
  change_orders: {
    id: string
    commission_id: string
    number: number
    by_side: 'client' | 'creator'
    author_id: string
    state: ChangeOrder['state']
    version: Defaulted<number>
    before: Jsonb<Offer>
    content: Jsonb<Offer>
    rates: Jsonb<Rates>
    hash: string
    reason: string
    answer: Defaulted<string>
    former_id: string | null
    expires_at: Timestamp
    created_at: Timestamp
    ended_at: NullableTimestamp
  }
  change_order_lines: {
    change_order_id: string
    milestone_id: string
    position: number
    milestone_version: number
    kind: ChangeOrderLine['kind']
  }
  top_ups: {
    id: string
    milestone_id: string
    change_order_id: string
    state: TopUpState
    version: Defaulted<number>
    terms: Jsonb<Omit<TopUp['terms'], 'dueAt'> & { readonly dueAt: string }>
    price: number
    client_fee: number
    attempt_id: string | null
    attempt_expires_at: NullableTimestamp
    expires_at: Timestamp
    created_at: Timestamp
    ended_at: NullableTimestamp
  }
  deliverables: {
    id: string
    milestone_id: string
    number: number
    hash: string
    notes: string
    state: Deliverable['state']
    created_by: string
    created_at: Timestamp
  }
  deliverable_files: { deliverable_id: string; position: number; file_id: string }
  change_rounds: {
    id: string
    milestone_id: string
    deliverable_id: string
    round: number
    due_at: Timestamp
    created_at: Timestamp
  }
  change_items: {
    id: string
    change_round_id: string
    position: number
    text: string
    pin_id: Defaulted<string | null>
    message_id: Defaulted<string | null>
  }
  reviews: {
    id: string
    commission_id: string
    by_id: string
    about_id: string
    stars: number
    text: string
    answer: string | null
    answered_at: NullableTimestamp
    created_at: Timestamp
    published_at: NullableTimestamp
  }
  review_periods: {
    commission_id: string
    client_id: string
    creator_id: string
    opened_at: Timestamp
    closes_at: Timestamp
    closed_at: NullableTimestamp
  }
}
