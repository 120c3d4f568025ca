import { type ChargeId, type DeliverableId, type MilestoneId, type RefundId } from '../../ids.ts'
import { applyTransition, type Party, stepFrom } from '../../state-machine.ts'
import { allocatePart, noShare, type PricePart, type PriceShare, split } from '../../money/fees.ts'
import { type Currency, minor, type Minor } from '../../money/money.ts'
import { ok, refuse, type Refused, type Result } from '../../result.ts'
import { excerptText } from '../../text.ts'
import { after, day, type Instant } from '../../time/instant.ts'
import { type LimitName } from '../../assets/acceptance-limits.ts'
import { type Agreement, type Decision } from '../agreement.ts'
import { checkVersionRef, type Deliverable, isSubmittable, type VersionRef } from '../deliverables/deliverable.ts'
import { type CommissionEvent, type MilestoneFacts } from '../events.ts'
import { type DueClock, restartedClock, stoppedClock, unfundedClock } from './due-clock.ts'
import { type DisputableState, milestoneMachine, type MilestoneState } from './milestone-states.ts'
import { type MilestoneTerms, type Offer } from '../offers/offer-content.ts'

/** The running payment attempt: exactly this charge, amount (with fee) and currency funds the milestone. */
export type FundingAttempt = {
  readonly chargeId: ChargeId
  readonly amount: Minor
  readonly currency: Currency
  readonly expiresAt: Instant
}

/** The one submitted version. */
export type Submission = {
  readonly deliverableId: DeliverableId
  readonly hash: string
  readonly at: Instant
  readonly reviewEndsAt: Instant
}

/** The fields of every milestone. */
type MilestoneFields = {
  readonly id: MilestoneId
  /** Position in the contract, from 1. */
  readonly number: number
  readonly title: string
  /** The price without fees. */
  readonly amount: Minor
  readonly currency: Currency
  /** The share of the price that was refunded or released, with its fees. */
  readonly allocated: PriceShare
  /** The part of the price that was released; the rest of what is allocated was refunded. */
  readonly released: Minor
  readonly dueAt: Instant
  readonly version: number
  /** Review rounds used. */
  readonly round: number
  /** Review rounds that the creator added to the agreed ones. */
  readonly extraRounds: number
  /** The client has asked for one more review round. */
  readonly roundRequested: boolean
  /** A chargeback blocks every movement of money. */
  readonly frozen: boolean
  readonly clock: DueClock
}

type InState<State extends MilestoneState, Own = unknown> = MilestoneFields & { readonly state: State } & Own
export type FundingMilestone = InState<'funding', { readonly attempt: FundingAttempt }>
export type SubmittedMilestone = InState<'submitted', { readonly submission: Submission }>
/** The approved version is kept from the approval on. */
export type ApprovedMilestone = InState<'approved' | 'released', { readonly submission: Submission }>
/** The whole escrow is on its way back to the client by this refund. */
export type RefundingMilestone = InState<'refunding' | 'refund_failed', { readonly refundId: RefundId }>
/** The part of the escrow that a dispute locks, and the state to which the rest returns. */
export type DisputeLock = {
  readonly amount: Minor
  readonly from: DisputableState
  readonly since: Instant
  /** The version that was in review. */
  readonly submission: Submission | null
}
export type DisputedMilestone = InState<'disputed', { readonly dispute: DisputeLock }>
/** States that add no fields of their own. */
export type PlainMilestone = InState<
  Exclude<
    MilestoneState,
    (FundingMilestone | SubmittedMilestone | ApprovedMilestone | RefundingMilestone | DisputedMilestone)['state']
  >
>

/** A milestone as the core sees it: one row, with the fields of its state. */
export type Milestone =
  | FundingMilestone
  | SubmittedMilestone
  | ApprovedMilestone
  | RefundingMilestone
  | DisputedMilestone
  | PlainMilestone

/** Returns whether a version is in review. */
export const isSubmitted = (milestone: Milestone): milestone is SubmittedMilestone => milestone.state === 'submitted'

/**
 * Returns the fields that every state has, for a step that ends the work: without the present state's own, and with the due
 * clock stopped.
 */
export function fieldsOf({
  id,
  number,
  title,
  amount,
  currency,
  allocated,
  released,
  dueAt,
  version,
  round,
  extraRounds,
  frozen,
  clock,
}: Milestone): MilestoneFields {
  const kept = { id, number, title, amount, currency, allocated, released, dueAt, version, round, extraRounds, frozen }
  return { ...kept, roundRequested: false, clock: stoppedClock(clock) }
}

/** Returns the part of the price that was neither refunded nor released: once funded, what is in escrow. */
export function unallocatedPrice({ amount, allocated }: Pick<Milestone, 'amount' | 'allocated'>): Minor {
  return minor(amount - allocated.price)
}

/** Returns a part of the price with its fees, and what is allocated together with it. Throws when more than is left. */
export function allocateFrom(
  { amount, allocated }: Pick<Milestone, 'amount' | 'allocated'>,
  { rates }: Pick<Agreement, 'rates'>,
  part: Minor,
): { part: PricePart; allocated: PriceShare } {
  const { price, clientFee, creatorFee } = split(amount, rates)
  const next = allocatePart({ price, clientFee, creatorFee, allocated }, part)
  return { part: next.part, allocated: next.allocation.allocated }
}

/** Returns the data that every milestone event carries. */
export function milestoneFacts(milestone: Milestone, agreement: Agreement): MilestoneFacts {
  return {
    projectId: agreement.projectId,
    commissionId: agreement.commissionId,
    clientId: agreement.clientId,
    creatorId: agreement.creatorId,
    milestoneId: milestone.id,
    title: milestone.title,
    amount: milestone.amount,
    currency: milestone.currency,
  }
}

/** Returns a new milestone with these terms, as a draft. */
export function newMilestone(
  { title, amount, dueAt }: Pick<MilestoneTerms, 'title' | 'amount' | 'dueAt'>,
  { id, number, currency }: Pick<Milestone, 'id' | 'number' | 'currency'>,
): Milestone {
  return {
    id,
    number,
    title,
    amount,
    currency,
    allocated: noShare,
    released: minor(0),
    dueAt,
    state: 'draft',
    version: 1,
    round: 0,
    extraRounds: 0,
    roundRequested: false,
    frozen: false,
    clock: unfundedClock,
  }
}

/** Returns the milestones of an accepted offer in order, as drafts. `idOf` returns the id for each number (from 1). */
export function draftMilestones({ milestones, currency }: Offer, idOf: (number: number) => MilestoneId): Milestone[] {
  return milestones.map((terms, index) => newMilestone(terms, { id: idOf(index + 1), number: index + 1, currency }))
}

/** Opens a milestone for funding when its commission is accepted; done by the system. */
export function agree(
  milestone: Milestone,
  agreement: Agreement,
): Result<Decision<Milestone, CommissionEvent<'milestone.agreed'>>> {
  const step = applyTransition(milestoneMachine, milestone, 'agree', 'system')
  if (!step.ok) return step
  return ok({
    next: { ...milestone, state: 'awaiting_funding', version: milestone.version + 1 },
    event: { type: 'milestone.agreed', data: milestoneFacts(milestone, agreement) },
  })
}

/** Cancels an unfunded milestone together with its commission; done by the system. */
export function cancelMilestone(
  milestone: Milestone,
  agreement: Agreement,
  by: Party,
): Result<Decision<Milestone, CommissionEvent<'milestone.cancelled'>>> {
  const step = applyTransition(milestoneMachine, milestone, 'cancel', by)
  if (!step.ok) return step
  return ok({
    next: { ...milestone, state: 'cancelled', version: milestone.version + 1 },
    event: { type: 'milestone.cancelled', data: milestoneFacts(milestone, agreement) },
  })
}

/** Starts work on a funded milestone, for the creator or, at the first version, the system. */
export function start(
  milestone: Milestone,
  agreement: Agreement,
  by: Party,
  input: { readonly expected?: number } = {},
): Result<Decision<Milestone, CommissionEvent<'milestone.started'>>> {
  const step = applyTransition(milestoneMachine, milestone, 'start', by, input.expected)
  if (!step.ok) return step
  return ok({
    next: { ...milestone, state: 'in_progress', version: milestone.version + 1 },
    event: { type: 'milestone.started', data: { ...milestoneFacts(milestone, agreement), automatic: by === 'system' } },
  })
}

/**
 * Submits one version for review by id and hash and restarts the review window. `ready` means that its files passed
 * their checks, `unmet` names the agreed limits it does not keep. Refuses deliverable.other-version (conflict),
 * deliverable.already-reviewed (conflict) for a version that was sent back or approved, deliverable.not-ready
 * (conflict) and deliverable.limits-not-met (conflict).
 */
export function submit(
  milestone: Milestone,
  agreement: Agreement,
  by: Party,
  input: VersionRef & { readonly expected: number },
  deliverable: Deliverable & { readonly ready: boolean; readonly unmet?: readonly LimitName[] },
  now: Instant,
): Result<Decision<SubmittedMilestone, CommissionEvent<'milestone.submitted'>>> {
  const step = applyTransition(milestoneMachine, milestone, 'submit', by, input.expected)
  if (!step.ok) return step
  const versionRef = checkVersionRef(input, { deliverableId: deliverable.id, hash: deliverable.hash })
  if (!versionRef.ok) return versionRef
  if (deliverable.milestoneId !== milestone.id) return refuse('deliverable.other-version', 'conflict')
  if (!isSubmittable(deliverable)) {
    return refuse('deliverable.already-reviewed', 'conflict')
  }
  if (!deliverable.ready) return refuse('deliverable.not-ready', 'conflict')
  const { unmet = [] } = deliverable
  if (unmet.length > 0) return limitsNotMetRefusal(unmet)
  const reviewEndsAt = after(now, agreement.reviewWindowDays * day)
  return ok({
    next: {
      ...milestone,
      state: 'submitted',
      submission: { ...versionRef.value, at: now, reviewEndsAt },
      clock: { ...stoppedClock(milestone.clock), wasSubmitted: true },
      version: milestone.version + 1,
    },
    event: {
      type: 'milestone.submitted',
      data: { ...milestoneFacts(milestone, agreement), ...versionRef.value, reviewEndsAt },
    },
  })
}

/** Returns the refusal for limits that a version does not keep: deliverable.limits-not-met (conflict). */
export function limitsNotMetRefusal(unmet: readonly LimitName[]): Refused {
  return refuse('deliverable.limits-not-met', 'conflict', { detail: { limits: unmet.join(', ') } })
}

/** Withdraws a submission for the creator before the client has acted on it. */
export function withdrawSubmission(
  milestone: Milestone,
  agreement: Agreement,
  by: Party,
  input: { readonly expected: number },
): Result<Decision<Milestone, CommissionEvent<'milestone.submission-withdrawn'>>> {
  const step = stepFrom(milestoneMachine, milestone, isSubmitted, 'withdraw-submission', by, input.expected)
  if (!step.ok) return step
  const { submission, ...rest } = step.value
  const { deliverableId, hash } = submission
  return ok({
    next: { ...rest, state: 'in_progress', version: milestone.version + 1 },
    event: {
      type: 'milestone.submission-withdrawn',
      data: { ...milestoneFacts(milestone, agreement), deliverableId, hash },
    },
  })
}

export const changeLimits = { items: 50, text: 2_000 } as const

/**
 * Sends the named version back for the client with concrete items; this uses a round and sets the due date to 7 days
 * from now. Refuses deliverable.other-version (conflict), changes.no-items, changes.empty-item, changes.item-too-long
 * and changes.too-many-items (invalid), and milestone.no-rounds-left (conflict, with `rounds`).
 */
export function requestChanges(
  milestone: Milestone,
  agreement: Agreement,
  by: Party,
  input: VersionRef & { readonly items: readonly string[]; readonly expected: number },
  now: Instant,
): Result<Decision<Milestone, CommissionEvent<'milestone.changes-requested'>> & { readonly items: readonly string[] }> {
  const step = stepFrom(milestoneMachine, milestone, isSubmitted, 'request-changes', by, input.expected)
  if (!step.ok) return step
  const { submission, ...rest } = step.value
  const versionRef = checkVersionRef(input, submission)
  if (!versionRef.ok) return versionRef
  const items = checkChangeItems(input.items)
  if (!items.ok) return items
  const rounds = agreement.reviewRounds + milestone.extraRounds
  if (!hasRoundLeft({ round: milestone.round, rounds })) {
    return refuse('milestone.no-rounds-left', 'conflict', { detail: { rounds } })
  }
  const { deliverableId, hash } = submission
  const round = milestone.round + 1
  const dueAt = after(now, agreement.rates.changesDueMs)
  return ok({
    items: items.value,
    next: {
      ...rest,
      state: 'changes_requested',
      round,
      dueAt,
      clock: restartedClock(milestone.clock),
      version: milestone.version + 1,
    },
    event: {
      type: 'milestone.changes-requested',
      data: {
        ...milestoneFacts(milestone, agreement),
        deliverableId,
        hash,
        round,
        dueAt,
        items: items.value.length,
        ...(items.value[0] === undefined ? {} : { first: excerptText(items.value[0]) }),
      },
    },
  })
}

/** Returns whether changes may still be requested: `round` of the agreed and added `rounds` are used. */
export function hasRoundLeft({ round, rounds }: { readonly round: number; readonly rounds: number }): boolean {
  return round < rounds
}

function checkChangeItems(texts: readonly string[]): Result<string[]> {
  if (texts.length === 0) return refuse('changes.no-items', 'invalid', { field: 'items' })
  if (texts.length > changeLimits.items) {
    return refuse('changes.too-many-items', 'invalid', { field: 'items', detail: { max: changeLimits.items } })
  }
  const items = texts.map((text) => text.trim())
  for (const [index, item] of items.entries()) {
    const field = `items.${index}`
    if (item === '') return refuse('changes.empty-item', 'invalid', { field })
    if (item.length > changeLimits.text) {
      return refuse('changes.item-too-long', 'invalid', { field, detail: { max: changeLimits.text } })
    }
  }
  return ok(items)
}
