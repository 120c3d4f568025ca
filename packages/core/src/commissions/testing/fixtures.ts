import {
  type ChargeId,
  type CommissionId,
  type DeliverableId,
  type MilestoneId,
  type OfferVersionId,
  type RefundId,
  type UserId,
  type ProjectId,
} from '../../ids.ts'
import { noShare } from '../../money/fees.ts'
import { minor } from '../../money/money.ts'
import { currentRates } from '../../money/rates.ts'
import { after, day, instant } from '../../time/instant.ts'
import { type CommissionState } from '../offers/commission-states.ts'
import { type Commission, type Agreement, type Project } from '../agreement.ts'
import { type Deliverable } from '../deliverables/deliverable.ts'
import { type MilestoneForActions } from '../actions.ts'
import { unfundedClock } from '../milestones/due-clock.ts'
import { type Milestone } from '../milestones/milestone.ts'
import { type MilestoneState } from '../milestones/milestone-states.ts'
import { type OfferDraft } from '../offers/offer-content.ts'

/** Ids of the core's tests: short names in place of real ids. */
export const ids = {
  client: 'client-1' as UserId,
  creator: 'creator-1' as UserId,
  project: 'project-1' as ProjectId,
  commission: 'commission-1' as CommissionId,
  offer: 'offer-1' as OfferVersionId,
  milestone: 'milestone-1' as MilestoneId,
  deliverable: 'deliverable-1' as DeliverableId,
  charge: 'charge-1' as ChargeId,
  refund: 'refund-1' as RefundId,
}

export const now = instant(Date.UTC(2026, 0, 15, 12))
export const hash = 'a'.repeat(64)

export const project: Project = { id: ids.project, clientId: ids.client, title: 'Lobby', state: 'open', version: 1 }

export const draft: OfferDraft = {
  scope: 'A lobby',
  rights: 'full',
  currency: 'EUR',
  milestones: [
    { title: 'Blockout', description: '', amount: 100_000, dueAt: after(now, 10 * day) },
    { title: 'Final', description: 'Textured', amount: 33_333, dueAt: after(now, 20 * day) },
  ],
  reviewRounds: 2,
  reviewWindowDays: 14,
}

/** The version before the current one. */
export const formerOffer = { offerId: 'offer-0' as OfferVersionId, hash: 'f'.repeat(64) }

/** Returns a commission in a state, with the fields that belong to it. */
export function commissionIn(state: CommissionState): Commission {
  const { commission: id, project: projectId, client: clientId, creator: creatorId } = ids
  const fields = { id, projectId, clientId, creatorId, version: 1 }
  const versions = { current: { offerId: ids.offer, hash }, former: formerOffer }
  const expiresAt = after(now, day)
  switch (state) {
    case 'requested':
      return { ...fields, state, expiresAt }
    case 'offered':
    case 'countered':
    case 'accepted':
      return { ...fields, state, ...versions, expiresAt }
    case 'active':
    case 'completed':
    case 'cancelled':
      return { ...fields, state, ...versions }
    case 'declined':
    case 'withdrawn':
    case 'expired':
      return { ...fields, state, versions }
  }
}

export const agreement: Agreement = {
  projectId: ids.project,
  commissionId: ids.commission,
  clientId: ids.client,
  creatorId: ids.creator,
  commissionState: 'active',
  reviewRounds: 2,
  reviewWindowDays: 14,
  rates: currentRates,
}

/** Returns a milestone of 1 000.00 EUR in a state, with the attempt or submission that belongs to it. */
export function milestoneIn(state: MilestoneState): Milestone {
  const attempt = {
    chargeId: ids.charge,
    amount: minor(105_000),
    currency: 'EUR',
    expiresAt: after(now, currentRates.checkoutMs),
  } as const
  const submission = { deliverableId: ids.deliverable, hash, at: now, reviewEndsAt: after(now, 14 * day) }
  const fields = {
    id: ids.milestone,
    number: 1,
    title: 'Blockout',
    amount: minor(100_000),
    currency: 'EUR',
    allocated: noShare,
    released: minor(0),
    dueAt: after(now, 10 * day),
    version: 1,
    round: 0,
    extraRounds: 0,
    roundRequested: false,
    frozen: false,
    clock: isFundedIn(state) ? { ...unfundedClock, fundedAt: now } : unfundedClock,
  } as const satisfies Partial<Milestone>
  switch (state) {
    case 'funding':
      return { ...fields, state, attempt }
    case 'submitted':
    case 'approved':
    case 'released':
      return { ...fields, state, submission }
    case 'disputed':
      return { ...fields, state, dispute: { amount: minor(40_000), from: 'in_progress', since: now, submission: null } }
    case 'refunding':
    case 'refund_failed':
      return { ...fields, state, refundId: ids.refund }
    default:
      return { ...fields, state }
  }
}

/** Returns what the actions of a milestone depend on, with the agreed terms. */
export function forActions(milestone: Milestone): MilestoneForActions {
  const { rates, reviewWindowDays, reviewRounds } = agreement
  const returnable = { amount: 1, until: after(now, day) }
  return { ...milestone, rates, reviewWindowDays, rounds: reviewRounds + milestone.extraRounds, returnable }
}

function isFundedIn(state: MilestoneState): boolean {
  return !['draft', 'awaiting_funding', 'funding', 'cancelled'].includes(state)
}

export const version: Deliverable = {
  id: ids.deliverable,
  milestoneId: ids.milestone,
  hash,
  state: 'draft',
}
