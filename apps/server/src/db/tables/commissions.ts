import type {
  Commission,
  Deliverable,
  Milestone,
  OfferContent,
  Project,
} from '@veranda/contract/commissions/schemas.ts'
import type { Defaulted, Json, Stamp, StampOrNull } from './columns.ts'

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
    created_at: Stamp
    updated_at: Stamp
  }
  project_members: {
    project_id: string
    person_id: string
    part: 'client' | 'creator' | 'guest'
    joined_at: Stamp
    left_at: StampOrNull
    project_updated_at: Stamp
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
    accepted_offer_id: string | null
    accepted_terms: number | null
    expires_at: StampOrNull
    created_at: Stamp
    updated_at: Stamp
    completed_at: StampOrNull
  }
  offer_versions: {
    id: string
    commission_id: string
    number: number
    by_side: 'client' | 'creator'
    author_id: string
    hash: string
    content: Json<OfferContent>
    rates: Json<{ clientFeeBasisPoints: number; creatorFeeBasisPoints: number }>
    reason: string | null
    created_at: Stamp
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
    due_at: Stamp
    state: Milestone['state']
    version: Defaulted<number>
    round: Defaulted<number>
    rounds: number
    review_window_days: number
    attempt_id: string | null
    attempt_expires_at: StampOrNull
    funded_at: StampOrNull
    submitted_deliverable_id: string | null
    submitted_at: StampOrNull
    review_ends_at: StampOrNull
    approved_deliverable_id: string | null
    approved_at: StampOrNull
    released_at: StampOrNull
    frozen: Defaulted<boolean>
    created_at: Stamp
    updated_at: Stamp
  }
  milestone_history: { milestone_id: string; version: number; state: Milestone['state']; at: Stamp }
  deliverables: {
    id: string
    milestone_id: string
    number: number
    hash: string
    notes: string
    state: Deliverable['state']
    created_by: string
    created_at: Stamp
  }
  deliverable_files: { deliverable_id: string; position: number; file_id: string }
  change_rounds: {
    id: string
    milestone_id: string
    deliverable_id: string
    round: number
    due_at: Stamp
    created_at: Stamp
  }
  change_items: { id: string; change_round_id: string; position: number; text: string }
  reviews: {
    id: string
    commission_id: string
    by_id: string
    about_id: string
    stars: number
    text: string
    answer: string | null
    answered_at: StampOrNull
    created_at: Stamp
    published_at: StampOrNull
  }
  review_windows: {
    commission_id: string
    client_id: string
    creator_id: string
    opened_at: Stamp
    closes_at: Stamp
    closed_at: StampOrNull
  }
}
