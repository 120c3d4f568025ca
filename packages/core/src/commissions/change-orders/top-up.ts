import { type ChangeOrderId, type ChargeId, type MilestoneId, type TopUpId } from '../../ids.ts'
import { split } from '../../money/fees.ts'
import { type Minor, minor, type Money } from '../../money/money.ts'
import { ok, refuse, type Result } from '../../result.ts'
import { allowedActions, applyTransition, type Party } from '../../state-machine.ts'
import { after, day, type Instant, instant, type Milliseconds } from '../../time/instant.ts'
import { type Agreement } from '../agreement.ts'
import { type CommissionEvent, type TopUpFacts } from '../events.ts'
import { type CapturedCharge } from '../milestones/funding.ts'
import { restartedClock } from '../milestones/due-clock.ts'
import { milestoneMachine } from '../milestones/milestone-states.ts'
import { type FundingAttempt, type Milestone, milestoneFacts } from '../milestones/milestone.ts'
import { type MilestoneTerms } from '../offers/offer-content.ts'
import { type ChangeOrderLine, type ChangeOrderTerms } from './change-order-terms.ts'
import { areSameLimits, type AgreedMilestone, changeKindOf } from './contract.ts'
import { type TopUpAction, topUpMachine, type TopUpState } from './top-up-states.ts'

/** The time to pay a top-up after the signature of its change order. */
export const topUpDeadlineDays = 7
/** The client is reminded of a top-up so long before it expires. */
export const topUpReminderMs: Milliseconds = 2 * day

/** The running payment of a top-up. */
type TopUpAttempt = Pick<FundingAttempt, 'chargeId' | 'expiresAt'>

/** The fields of every top-up. */
type TopUpFields = {
  readonly id: TopUpId
  readonly milestoneId: MilestoneId
  readonly changeOrderId: ChangeOrderId
  readonly version: number
  /** The terms of the milestone once it is paid; until then those before stay in force. */
  readonly terms: MilestoneTerms & { readonly reviewRounds: number }
  /** The rise of the price, and the client's fee on it. */
  readonly price: Minor
  readonly clientFee: Minor
  readonly expiresAt: Instant
}

/** The difference that a client pays because a change order raises the price of a funded milestone. */
export type TopUp = TopUpFields &
  (
    | { readonly state: 'paying'; readonly attempt: TopUpAttempt }
    | { readonly state: Exclude<TopUpState, 'paying'>; readonly attempt: null }
  )

/**
 * Returns what a client pays when a price rises: the difference of the whole charges, so that all charges of the milestone
 * sum to that of its new price.
 */
export function topUpCharge(
  before: Minor,
  raised: Minor,
  rates: Agreement['rates'],
): { price: Minor; clientFee: Minor; clientPays: Minor } {
  const old = split(before, rates)
  const whole = split(raised, rates)
  const clientFee = minor(whole.clientFee - old.clientFee)
  return { price: minor(raised - before), clientFee, clientPays: minor(whole.clientPays - old.clientPays) }
}

/** Returns what the client pays in all because of the lines of a change order that raise the price of a funded milestone. */
export function topUpsOf({
  before,
  content,
  lines,
}: Pick<ChangeOrderTerms, 'before' | 'content'> & {
  readonly lines: readonly Pick<ChangeOrderLine, 'kind'>[]
}): Money {
  const rest = [...content.milestones]
  const sum = lines.reduce((total, { kind }, index) => {
    if (kind === 'drop') return total
    const [was, raised] = [before.milestones[index], rest.shift()]
    if (kind !== 'top-up' || !was || !raised) return total
    return total + topUpCharge(was.amount, raised.amount, content.rates).clientPays
  }, 0)
  return { amount: minor(sum), currency: content.currency }
}

/**
 * Requests a top-up for a milestone whose price a signed change order raises; done by the system. It expires after 7 days,
 * or at the new due date if that is earlier.
 */
export function requestTopUp(
  { id, changeOrderId }: Pick<TopUp, 'id' | 'changeOrderId'>,
  { milestone }: Pick<AgreedMilestone, 'milestone'>,
  agreement: Agreement,
  terms: TopUp['terms'],
  now: Instant,
): { readonly next: TopUp; readonly event: CommissionEvent<'top-up.requested'> } {
  const { price, clientFee } = topUpCharge(milestone.amount, terms.amount, agreement.rates)
  const deadline = after(now, topUpDeadlineDays * day)
  const hasNewDate = terms.dueAt > milestone.dueAt
  const next: TopUp = {
    id,
    milestoneId: milestone.id,
    changeOrderId,
    state: 'waiting',
    version: 1,
    terms,
    price,
    clientFee,
    expiresAt: hasNewDate ? instant(Math.min(deadline, terms.dueAt)) : deadline,
    attempt: null,
  }
  return { next, event: { type: 'top-up.requested', data: topUpFacts(next, milestone, agreement) } }
}

/**
 * Starts one payment attempt for a top-up, which expires after 15 minutes, or with the top-up. Refuses top-up.not-waiting
 * (conflict), top-up.not-your-step (not-allowed) to the creator, top-up.expired (conflict), milestone.frozen (conflict)
 * after a chargeback, and top-up.not-now (conflict) while its milestone cannot change.
 */
export function fundTopUp(
  topUp: TopUp,
  agreed: AgreedMilestone,
  agreement: Agreement,
  by: Party,
  input: { readonly chargeId: ChargeId; readonly expected: number },
  now: Instant,
): Result<{ readonly next: TopUp; readonly event: CommissionEvent<'top-up.payment-started'> }> {
  const step = applyTransition(topUpMachine, topUp, 'fund-top-up', by, input.expected)
  if (!step.ok) return step
  if (now >= topUp.expiresAt) return refuse('top-up.expired', 'conflict')
  if (agreed.milestone.frozen) return refuse('milestone.frozen', 'conflict')
  if (!isAmendableBy(topUp, agreed)) return refuse('top-up.not-now', 'conflict')
  const { chargeId } = input
  const expiresAt = instant(Math.min(after(now, agreement.rates.checkoutMs), topUp.expiresAt))
  const next: TopUp = { ...topUp, state: 'paying', version: topUp.version + 1, attempt: { chargeId, expiresAt } }
  const data = { ...topUpFacts(topUp, agreed.milestone, agreement), chargeId, expiresAt }
  return ok({ next, event: { type: 'top-up.payment-started', data } })
}

/**
 * Pays a top-up with a capture that matches the running attempt exactly, and gives the milestone its new terms; done by the
 * system. A date that moved later meanwhile stays. Refuses payment.unapplied (conflict) for any other capture, and while
 * the milestone cannot change; such money is refunded.
 */
export function confirmTopUp(
  topUp: TopUp,
  agreed: AgreedMilestone,
  agreement: Agreement,
  captured: CapturedCharge,
): Result<{
  readonly next: TopUp
  readonly milestone: Milestone
  readonly terms: TopUp['terms']
  readonly event: CommissionEvent<'top-up.paid'>
}> {
  const { milestone } = agreed
  const step = applyTransition(topUpMachine, topUp, 'confirm-top-up', 'system')
  const matches =
    step.ok &&
    topUp.attempt?.chargeId === captured.chargeId &&
    captured.amount === topUp.price + topUp.clientFee &&
    captured.currency === milestone.currency &&
    captured.at <= topUp.attempt.expiresAt &&
    isAmendableBy(topUp, agreed)
  if (!matches) return refuse('payment.unapplied', 'conflict')
  const dueAt = instant(Math.max(topUp.terms.dueAt, milestone.dueAt))
  const terms = { ...topUp.terms, dueAt }
  const amended = amendMilestone(milestone, terms, terms.reviewRounds > agreed.reviewRounds)
  if (!amended.ok) return amended
  const next: TopUp = { ...topUp, state: 'paid', version: topUp.version + 1, attempt: null }
  const data = { ...topUpFacts(topUp, amended.value, agreement), chargeId: captured.chargeId }
  return ok({ next, milestone: amended.value, terms, event: { type: 'top-up.paid', data } })
}

/**
 * Ends the running attempt without success, because the provider declined it or its time is over; done by the system. The
 * top-up waits again. Refuses top-up.not-paying, payment.other-attempt and top-up.too-early (conflict).
 */
export function failTopUp(
  topUp: TopUp,
  milestone: Milestone,
  agreement: Agreement,
  input: { readonly chargeId: ChargeId; readonly reason: string },
  now: Instant,
): Result<{ readonly next: TopUp; readonly event: CommissionEvent<'top-up.payment-failed'> }> {
  const step = applyTransition(topUpMachine, topUp, 'fail-top-up', 'system')
  if (!step.ok) return step
  if (topUp.attempt?.chargeId !== input.chargeId) return refuse('payment.other-attempt', 'conflict')
  if (input.reason === 'expired' && now < topUp.attempt.expiresAt) return refuse('top-up.too-early', 'conflict')
  const next: TopUp = { ...topUp, state: 'waiting', version: topUp.version + 1, attempt: null }
  const data = { ...topUpFacts(topUp, milestone, agreement), ...input }
  return ok({ next, event: { type: 'top-up.payment-failed', data } })
}

/**
 * Expires a top-up that was not paid in time; done by the system. Its milestone stays as it was. A capture that arrives
 * later is refunded. Refuses top-up.not-waiting and top-up.too-early (conflict).
 */
export function expireTopUp(
  topUp: TopUp,
  milestone: Milestone,
  agreement: Agreement,
  now: Instant,
): Result<{ readonly next: TopUp; readonly event: CommissionEvent<'top-up.expired'> }> {
  const step = applyTransition(topUpMachine, topUp, 'expire-top-up', 'system')
  if (!step.ok) return step
  if (now < topUp.expiresAt) return refuse('top-up.too-early', 'conflict')
  const next: TopUp = { ...topUp, state: 'expired', version: topUp.version + 1, attempt: null }
  return ok({ next, event: { type: 'top-up.expired', data: topUpFacts(topUp, milestone, agreement) } })
}

/** Returns the event that reminds the client of a top-up. Refuses top-up.not-waiting (conflict). */
export function remindOfTopUp(
  topUp: TopUp,
  milestone: Milestone,
  agreement: Agreement,
): Result<CommissionEvent<'top-up.reminded'>> {
  if (topUp.state !== 'waiting') return refuse('top-up.not-waiting', 'conflict')
  return ok({ type: 'top-up.reminded', data: topUpFacts(topUp, milestone, agreement) })
}

/** Returns when the client is reminded of a top-up; undefined where there is too little time. */
export function topUpReminderAt({ expiresAt }: Pick<TopUp, 'expiresAt'>, now: Instant): Instant | undefined {
  const at = after(expiresAt, -topUpReminderMs)
  return at > now ? at : undefined
}

/** Returns the viewer's actions on a top-up. Its time may be over before its timer has run. */
export function topUpActionsFor(
  topUp: Pick<TopUp, 'state' | 'expiresAt' | 'terms'>,
  agreed: TopUpMilestone,
  viewer: Party,
  now: Instant,
): TopUpAction[] {
  const canPay = now < topUp.expiresAt && isAmendableBy(topUp, agreed)
  return allowedActions(topUpMachine, topUp.state, viewer).filter((action) => action !== 'fund-top-up' || canPay)
}

/** A milestone as far as it decides whether a top-up can be paid now. */
type TopUpMilestone = Pick<AgreedMilestone, 'description' | 'limits'> & {
  readonly milestone: Pick<Milestone, 'state' | 'frozen' | 'title'>
}

/** Returns whether a milestone can take the terms of a top-up: what a version in review is judged by stays. */
function isAmendableBy({ terms }: Pick<TopUp, 'terms'>, { milestone, description, limits }: TopUpMilestone): boolean {
  if (changeKindOf(milestone) !== 'grow') return false
  if (milestone.state !== 'submitted') return true
  const isSameText = terms.title === milestone.title && terms.description === description
  return isSameText && areSameLimits(terms.limits ?? null, limits)
}

/**
 * Gives a milestone the terms of a signed change order: a new due date restarts its clock, and more review rounds answer a
 * request for one. Done by the system.
 */
export function amendMilestone(
  milestone: Milestone,
  { title, amount, dueAt }: MilestoneTerms,
  hasMoreRounds: boolean,
): Result<Milestone> {
  const step = applyTransition(milestoneMachine, milestone, 'amend', 'system')
  if (!step.ok) return step
  const clock = dueAt === milestone.dueAt ? milestone.clock : restartedClock(milestone.clock)
  const roundRequested = milestone.roundRequested && !hasMoreRounds
  return ok({ ...milestone, title, amount, dueAt, clock, roundRequested, version: milestone.version + 1 })
}

function topUpFacts(
  { id: topUpId, price, clientFee, expiresAt }: TopUp,
  milestone: Milestone,
  agreement: Agreement,
): TopUpFacts {
  const charged = minor(price + clientFee)
  return { ...milestoneFacts(milestone, agreement), topUpId, price, charged, expiresAt }
}
