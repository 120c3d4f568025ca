import type { Deliverable } from '@veranda/contract/commissions/deliverable-schemas.ts'
import type { OfferContent } from '@veranda/contract/commissions/offer-schemas.ts'
import type { Commission, Milestone, Project } from '@veranda/contract/commissions/schemas.ts'
import type { Rates } from '@veranda/core/money/rates.ts'
import type { Default, Json, At, MaybeAt } from '../columns.ts'

export type CommissionTables = {
  projects: {
    id: string
    client_id: string
    title: string
    brief: string
    skills: Default<string[]>
    state: Project['state']
    budget_from: number | null
    budget_to: number | null
    budget_currency: string | null
    version: Default<number>
    created_at: At
    updated_at: At
  }
  project_members: {
    project_id: string
    person_id: string
    part: 'client' | 'creator' | 'guest' | 'asked'
    joined_at: At
    left_at: MaybeAt
    project_updated_at: At
  }
  commissions: {
    id: string
    project_id: string
    client_id: string
    creator_id: string
    state: Commission['state']
    message: Default<string>
    version: Default<number>
    current_offer_id: string | null
    former_offer_id: string | null
    accepted_offer_id: string | null
    accepted_terms: number | null
    expires_at: MaybeAt
    created_at: At
    updated_at: At
    completed_at: MaybeAt
  }
  offer_versions: {
    id: string
    commission_id: string
    number: number
    by_side: 'client' | 'creator'
    author_id: string
    hash: string
    content: Json<OfferContent>
    rates: Json<Rates>
    reason: string | null
    created_at: At
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
    due_at: At
    state: Milestone['state']
    version: Default<number>
    round: Default<number>
    rounds: number
    review_window_days: number
    attempt_id: string | null
    attempt_expires_at: MaybeAt
    funded_at: MaybeAt
    submitted_deliverable_id: string | null
    submitted_hash: string | null
    submitted_at: MaybeAt
    review_ends_at: MaybeAt
    approved_deliverable_id: string | null
    approved_at: MaybeAt
    released_at: MaybeAt
    frozen: Default<boolean>
    created_at: At
    updated_at: At
  }
  milestone_history: { milestone_id: string; version: number; state: Milestone['state']; at: At }
  deliverables: {
    id: string
    milestone_id: string
    number: number
    hash: string
    notes: string
    state: Deliverable['state']
    created_by: string
    created_at: At
  }
  deliverable_files: { deliverable_id: string; position: number; file_id: string }
  change_rounds: {
    id: string
    milestone_id: string
    deliverable_id: string
    round: number
    due_at: At
    created_at: At
  }
  change_items: {
    id: string
    change_round_id: string
    position: number
    text: string
    pin_id: Default<string | null>
    message_id: Default<string | null>
  }
  reviews: {
    id: string
    commission_id: string
    by_id: string
    about_id: string
    stars: number
    text: string
    answer: string | null
    answered_at: MaybeAt
    created_at: At
    published_at: MaybeAt
  }
  review_windows: {
    commission_id: string
    client_id: string
    creator_id: string
    opened_at: At
    closes_at: At
    closed_at: MaybeAt
  }
}
