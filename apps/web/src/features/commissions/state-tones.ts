import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { type Project } from '@veranda/contract/commissions/projects/schemas.ts'
import { type Tone } from '@veranda/ui/tone.ts'

/** Tone of each state, the same everywhere. */
export const projectTones: Record<Project['state'], Tone> = {
  open: 'info',
  active: 'primary',
  completed: 'success',
  cancelled: 'neutral',
}

export const commissionTones: Record<Commission['state'], Tone> = {
  requested: 'info',
  offered: 'info',
  countered: 'info',
  accepted: 'warning',
  active: 'primary',
  completed: 'success',
  cancelled: 'neutral',
  declined: 'neutral',
  withdrawn: 'neutral',
  expired: 'neutral',
}

export const milestoneTones: Record<Milestone['state'], Tone> = {
  draft: 'neutral',
  awaiting_funding: 'warning',
  funding: 'info',
  funded: 'primary',
  in_progress: 'primary',
  submitted: 'info',
  changes_requested: 'warning',
  disputed: 'warning',
  approved: 'success',
  released: 'success',
  refunding: 'info',
  refund_failed: 'warning',
  refunded: 'neutral',
  split: 'success',
  charged_back: 'warning',
  cancelled: 'neutral',
}
