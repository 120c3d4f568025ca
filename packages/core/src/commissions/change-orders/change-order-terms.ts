import { canonicalJson } from '../../canonical-json.ts'
import { type MilestoneId } from '../../ids.ts'
import { ok, refuse, type Result } from '../../result.ts'
import { day, type Instant } from '../../time/instant.ts'
import { latestDueAt } from '../milestones/due-clock.ts'
import {
  canonicalOfferText,
  checkFirstDueDate,
  checkMilestoneTerms,
  checkPrice,
  checkScope,
  type MilestoneTerms,
  type MilestoneTermsDraft,
  type Offer,
  offerLimits,
} from '../offers/offer-content.ts'
import {
  type AgreedMilestone,
  areSameLimits,
  changeKindOf,
  contentInForce,
  type Contract,
  uncancelledMilestones,
  termsInForce,
} from './contract.ts'

/**
 * Kinds of lines: what becomes of a milestone. `top-up` is a funded one whose price rises: its terms change once the client has paid the
 * difference, and not by the signature.
 */
export const changeOrderLineKinds = ['keep', 'change', 'drop', 'top-up'] as const
export type ChangeOrderLineKind = (typeof changeOrderLineKinds)[number]

/** The part of a change order that is about one milestone of the contract, in the version that its author saw. */
export type ChangeOrderLine = {
  readonly milestoneId: MilestoneId
  readonly version: number
  readonly kind: ChangeOrderLineKind
}

type MilestoneRef = { readonly milestoneId: MilestoneId; readonly version: number }

/** A milestone as its author wants it; without a reference, a new one. */
export type ChangedMilestoneDraft = MilestoneTermsDraft & {
  readonly reviewRounds: number
  readonly ref: MilestoneRef | null
}

/** A change order as its author wrote it, unchecked: every milestone that can change is in one of the two lists. */
export type ChangeOrderDraft = {
  readonly scope: string
  readonly rights: string
  readonly milestones: readonly ChangedMilestoneDraft[]
  readonly dropped: readonly MilestoneRef[]
}

/** Checked terms: the whole contract as it will be, and what becomes of each milestone, in its order; new ones follow. */
export type ChangeOrderTerms = {
  readonly before: Offer
  readonly content: Offer
  readonly lines: readonly ChangeOrderLine[]
}

/**
 * Checks a draft against the contract in force and returns the whole contract that it leads to. Refuses
 * change-order.milestone-unknown, -twice, -missing, -fixed, funded-dropped and unchanged (invalid),
 * change-order.outdated (conflict), offer.no-milestones and offer.too-many-milestones, and what `checkChange`,
 * `checkScope` and `checkPrice` refuse.
 */
export function checkChangeOrder(contract: Contract, draft: ChangeOrderDraft, now: Instant): Result<ChangeOrderTerms> {
  const { offer } = contract
  const scope = checkScope(draft)
  if (!scope.ok) return scope
  const refs = checkRefs(contract, draft)
  if (!refs.ok) return refs
  const lines: ChangeOrderLine[] = []
  const milestones: MilestoneTerms[] = []
  for (const agreed of uncancelledMilestones(contract)) {
    const { id: milestoneId, version } = agreed.milestone
    if (draft.dropped.some((ref) => ref.milestoneId === milestoneId)) {
      lines.push({ milestoneId, version, kind: 'drop' })
      continue
    }
    const index = draft.milestones.findIndex(({ ref }) => ref?.milestoneId === milestoneId)
    const changed = draft.milestones[index]
    const before = termsInForce(agreed, offer)
    const after = changed ? checkChange(agreed, contract, changed, index, now) : ok(before)
    if (!after.ok) return after
    const rises = changeKindOf(agreed.milestone) === 'grow' && after.value.amount > before.amount
    lines.push({
      milestoneId,
      version,
      kind: rises ? 'top-up' : areSameTerms(before, after.value) ? 'keep' : 'change',
    })
    milestones.push(after.value)
  }
  for (const [index, added] of draft.milestones.entries()) {
    if (added.ref !== null) continue
    const terms = checkUnfunded(added, offer, index, now)
    if (!terms.ok) return terms
    milestones.push(terms.value)
  }
  if (milestones.length === 0) return refuse('offer.no-milestones', 'invalid', { field: 'milestones' })
  if (milestones.length > offerLimits.milestones) {
    const detail = { max: offerLimits.milestones }
    return refuse('offer.too-many-milestones', 'invalid', { field: 'milestones', detail })
  }
  const price = checkPrice(milestones)
  if (!price.ok) return price
  const before = contentInForce(contract)
  const content: Offer = { ...offer, ...scope.value, milestones }
  if (canonicalOfferText(before) === canonicalOfferText(content)) return refuse('change-order.unchanged', 'invalid')
  return ok({ before, content, lines })
}

/** Checks which milestones a draft names: every one that can change, once, in its present version. */
function checkRefs(contract: Contract, { milestones, dropped }: ChangeOrderDraft): Result<void> {
  const uncancelled = uncancelledMilestones(contract)
  const kept = milestones.map(({ ref }, index) => ({ ref, field: `milestones.${index}`, isDropped: false }))
  const gone = dropped.map((ref, index) => ({ ref, field: `dropped.${index}`, isDropped: true }))
  const named = new Set<MilestoneId>()
  for (const { ref, field, isDropped } of [...kept, ...gone]) {
    if (ref === null) continue
    const found = uncancelled.find(({ milestone }) => milestone.id === ref.milestoneId)?.milestone
    if (!found) return refuse('change-order.milestone-unknown', 'invalid', { field })
    if (named.has(ref.milestoneId)) return refuse('change-order.milestone-twice', 'invalid', { field })
    named.add(ref.milestoneId)
    if (found.version !== ref.version) return refuse('change-order.outdated', 'conflict')
    const kind = changeKindOf(found)
    if (kind === 'fixed') return refuse('change-order.milestone-fixed', 'conflict')
    if (isDropped && kind === 'grow') return refuse('change-order.funded-dropped', 'invalid', { field })
  }
  const isMissing = ({ milestone }: AgreedMilestone) => changeKindOf(milestone) !== 'fixed' && !named.has(milestone.id)
  if (uncancelled.some(isMissing)) return refuse('change-order.milestone-missing', 'invalid', { field: 'milestones' })
  return ok(undefined)
}

/**
 * Checks the terms of an existing milestone. A funded one only grows. Refuses change-order.price-lower,
 * rounds-fewer and in-review (invalid), what `checkDueChange` refuses, and the fields that an offer refuses.
 */
function checkChange(
  agreed: AgreedMilestone,
  { offer, agreement }: Contract,
  draft: ChangedMilestoneDraft,
  index: number,
  now: Instant,
): Result<MilestoneTerms> {
  const { milestone, description, limits, reviewRounds } = agreed
  if (changeKindOf(milestone) === 'free') {
    const isSameDate = draft.dueAt === milestone.dueAt
    return isSameDate ? checkTerms(draft, offer, index) : checkUnfunded(draft, offer, index, now)
  }
  const terms = checkTerms(draft, offer, index)
  if (!terms.ok) return terms
  const invalidField = (code: string, name: string) => refuse(code, 'invalid', { field: `milestones.${index}.${name}` })
  const { amount, dueAt } = terms.value
  if (amount < milestone.amount) return invalidField('change-order.price-lower', 'amount')
  if (draft.reviewRounds < reviewRounds) return invalidField('change-order.rounds-fewer', 'reviewRounds')
  if (dueAt !== milestone.dueAt) {
    const due = checkLaterDueDate(milestone, agreement, dueAt, index, now)
    if (!due.ok) return due
  }
  // The client judges the version in review by what was agreed when it was submitted.
  if (milestone.state === 'submitted') {
    const { title, description: text, limits: required } = terms.value
    if (title !== milestone.title) return invalidField('change-order.in-review', 'title')
    if (text !== description) return invalidField('change-order.in-review', 'description')
    if (!areSameLimits(required ?? null, limits)) return invalidField('change-order.in-review', 'limits')
  }
  return terms
}

/**
 * Checks a later due date of a funded milestone. Refuses change-order.due-earlier, due-date.past, and due-date.too-late
 * (invalid, with `days`) when due date + review window lie beyond the time in escrow.
 */
function checkLaterDueDate(
  { dueAt: agreedAt, clock }: AgreedMilestone['milestone'],
  agreement: Contract['agreement'],
  dueAt: Instant,
  index: number,
  now: Instant,
): Result<Instant> {
  const field = `milestones.${index}.dueAt`
  if (dueAt < agreedAt) return refuse('change-order.due-earlier', 'invalid', { field })
  if (dueAt <= now) return refuse('due-date.past', 'invalid', { field })
  const latest = latestDueAt(clock, agreement)
  if (latest !== null && dueAt <= latest) return ok(dueAt)
  const detail = { days: agreement.rates.maxEscrowMs / day }
  return refuse('due-date.too-late', 'invalid', { field, detail })
}

/** Checks a milestone that is not funded: as in an offer. */
function checkUnfunded(
  draft: ChangedMilestoneDraft,
  offer: Offer,
  index: number,
  now: Instant,
): Result<MilestoneTerms> {
  const dueAt = checkFirstDueDate(draft.dueAt, index, now)
  return dueAt.ok ? checkTerms(draft, offer, index) : dueAt
}

/** Checks all but the due date. Refuses offer.rounds-out-of-range and what `checkMilestoneTerms` refuses. */
function checkTerms(draft: ChangedMilestoneDraft, offer: Offer, index: number): Result<MilestoneTerms> {
  const { reviewRounds } = draft
  if (!Number.isInteger(reviewRounds) || reviewRounds < 0 || reviewRounds > offerLimits.reviewRounds) {
    const detail = { max: offerLimits.reviewRounds }
    return refuse('offer.rounds-out-of-range', 'invalid', { field: `milestones.${index}.reviewRounds`, detail })
  }
  const terms = checkMilestoneTerms(draft, index)
  if (!terms.ok) return terms
  return ok({ ...terms.value, ...(reviewRounds !== offer.reviewRounds && { reviewRounds }) })
}

/**
 * Returns whether the due dates that a change order set can still be kept. A date that it leaves as it was may have
 * passed.
 */
export function areDatesAhead(terms: Pick<ChangeOrderTerms, 'before' | 'content' | 'lines'>, now: Instant): boolean {
  const dates = new Set(terms.before.milestones.map(({ dueAt }) => dueAt))
  return terms.content.milestones.every(({ dueAt }) => dates.has(dueAt) || dueAt > now)
}

function areSameTerms(a: MilestoneTerms, b: MilestoneTerms): boolean {
  const { limits: aLimits = null, ...aTerms } = a
  const { limits: bLimits = null, ...bTerms } = b
  return canonicalJson(aTerms) === canonicalJson(bTerms) && areSameLimits(aLimits, bLimits)
}
