import { type ChangeOrderId, type CommissionId, type MilestoneId, type TopUpId } from '../../ids.ts'
import { minor } from '../../money/money.ts'
import { answerDeadlineMs } from '../../money/rates.ts'
import { ok, refuse, type Result } from '../../result.ts'
import { allowedActions, applyTransition, type Party } from '../../state-machine.ts'
import { after, day, type Instant, instant, type Milliseconds } from '../../time/instant.ts'
import { type Agreement } from '../agreement.ts'
import { type ChangeOrderFacts, type CommissionEvent } from '../events.ts'
import { agree, cancelMilestone, type Milestone, newMilestone } from '../milestones/milestone.ts'
import { type MilestoneTerms } from '../offers/offer-content.ts'
import {
  type ChangeOrderAction,
  changeOrderMachine,
  type ChangeOrderState,
  isAuthorsChangeOrderStep,
} from './change-order-states.ts'
import { areDatesAhead, type ChangeOrderDraft, type ChangeOrderTerms, checkChangeOrder } from './change-order-terms.ts'
import { type Contract, uncancelledMilestones } from './contract.ts'
import { amendMilestone, requestTopUp, type TopUp } from './top-up.ts'

/** Longest reason of a change order, in UTF-16 units. */
export const maxChangeOrderReason = 2_000
/** The other side is reminded of an open change order so long before it expires. */
export const changeOrderReminderMs: Milliseconds = 3 * day

type Side = 'client' | 'creator'

/** A proposal of one side to change the contract, to be signed by the other. Its terms never change. */
export type ChangeOrder = ChangeOrderTerms & {
  readonly id: ChangeOrderId
  readonly commissionId: CommissionId
  readonly by: Side
  readonly reason: string
  readonly state: ChangeOrderState
  readonly version: number
  readonly expiresAt: Instant
}

type ProposalInput = { readonly draft: ChangeOrderDraft; readonly reason: string }

/**
 * Proposes a change order, for either side; it expires after 14 days. `isOtherOpen` while another one waits for an answer.
 * Refuses change-order.commission-not-active and already-open (conflict), change-order.reason-missing (invalid), and what
 * `checkChangeOrder` refuses.
 */
export function proposeChangeOrder(
  id: ChangeOrderId,
  contract: Contract,
  by: Side,
  input: ProposalInput & { readonly isOtherOpen: boolean },
  now: Instant,
): Result<{ readonly next: ChangeOrder; readonly event: CommissionEvent<'change-order.proposed'> }> {
  const step = applyTransition(changeOrderMachine, null, 'propose-change-order', by)
  if (!step.ok) return step
  if (input.isOtherOpen) return refuse('change-order.already-open', 'conflict')
  const drafted = draftProposal(id, contract, by, input, now)
  if (!drafted.ok) return drafted
  const { reason, expiresAt } = drafted.value
  const data = { ...changeOrderFacts(drafted.value, contract.agreement), reason, expiresAt }
  return ok({ next: drafted.value, event: { type: 'change-order.proposed', data } })
}

/**
 * Puts the other side's change order in the place of an open one. Refuses change-order.not-open (conflict),
 * change-order.not-your-step (not-allowed) to its author, and what `proposeChangeOrder` refuses.
 */
export function counterChangeOrder(
  former: ChangeOrder,
  id: ChangeOrderId,
  contract: Contract,
  by: Side,
  input: ProposalInput & { readonly expected: number },
  now: Instant,
): Result<{
  readonly former: ChangeOrder
  readonly next: ChangeOrder
  readonly event: CommissionEvent<'change-order.countered'>
}> {
  const step = stepOn(former, 'counter-change-order', by, input.expected)
  if (!step.ok) return step
  const drafted = draftProposal(id, contract, by, input, now)
  if (!drafted.ok) return drafted
  const { reason, expiresAt } = drafted.value
  const data = { ...changeOrderFacts(drafted.value, contract.agreement), reason, expiresAt }
  return ok({ former: step.value, next: drafted.value, event: { type: 'change-order.countered', data } })
}

/** A milestone with the terms that a change order gives it. */
export type AmendedMilestone = { readonly milestone: Milestone; readonly terms: MilestoneTerms }

/** A signed change order with its milestones; the states of the changed ones stay as they were. */
export type AcceptedChangeOrder = {
  readonly next: ChangeOrder
  readonly changed: readonly AmendedMilestone[]
  readonly dropped: readonly Milestone[]
  readonly added: readonly AmendedMilestone[]
  /** Payments of the client, after which the milestones whose price rises get their terms. */
  readonly topUps: readonly TopUp[]
  readonly event: CommissionEvent<'change-order.accepted'>
  readonly milestoneEvents: readonly CommissionEvent<'milestone.agreed' | 'milestone.cancelled' | 'top-up.requested'>[]
}

/**
 * Signs an open change order for the other side, by its hash, which puts its contract in force. A funded milestone whose
 * price rises changes once its top-up is paid. Refuses
 * change-order.not-open (conflict), change-order.not-your-step (not-allowed), change-order.other-version (conflict) for
 * another hash, change-order.outdated (conflict) if a milestone that it changes has changed or was frozen since, or
 * another was cancelled, and change-order.date-passed (conflict).
 */
export function acceptChangeOrder(
  order: ChangeOrder & { readonly hash: string },
  contract: Contract,
  by: Side,
  input: {
    readonly hash: string
    readonly expected: number
    readonly newId: () => MilestoneId
    readonly newTopUpId: () => TopUpId
  },
  now: Instant,
): Result<AcceptedChangeOrder> {
  const { agreement } = contract
  const step = stepOn(order, 'accept-change-order', by, input.expected)
  if (!step.ok) return step
  if (isChangeOrderExpired(order, now)) return refuse('change-order.not-open', 'conflict')
  if (order.hash !== input.hash) return refuse('change-order.other-version', 'conflict')
  if (agreement.commissionState !== 'active') return refuse('change-order.commission-not-active', 'conflict')
  const { lines, content } = order
  const uncancelled = uncancelledMilestones(contract).map(({ milestone }) => milestone)
  const isCurrent = lines.every(({ milestoneId, version, kind }) => {
    const found = uncancelled.find(({ id }) => id === milestoneId)
    return found !== undefined && (kind === 'keep' || (found.version === version && !found.frozen))
  })
  if (!isCurrent || uncancelled.length !== lines.length) return refuse('change-order.outdated', 'conflict')
  if (!areDatesAhead(order, now)) return refuse('change-order.date-passed', 'conflict')

  const changed: AmendedMilestone[] = []
  const dropped: Milestone[] = []
  const topUps: TopUp[] = []
  const milestoneEvents: AcceptedChangeOrder['milestoneEvents'][number][] = []
  const terms = [...content.milestones]
  for (const { milestoneId, kind } of lines) {
    const milestone = uncancelled.find(({ id }) => id === milestoneId)
    if (!milestone) return refuse('change-order.outdated', 'conflict')
    if (kind === 'drop') {
      const cancelled = cancelMilestone(milestone, agreement, 'system')
      if (!cancelled.ok) return cancelled
      dropped.push(cancelled.value.next)
      milestoneEvents.push(cancelled.value.event)
      continue
    }
    const own = terms.shift()
    if (!own) throw new RangeError('a change order has fewer terms than milestones')
    if (kind === 'keep') continue
    const agreed = contract.milestones.find((one) => one.milestone.id === milestoneId)
    const reviewRounds = own.reviewRounds ?? content.reviewRounds
    if (kind === 'top-up') {
      const ref = { id: input.newTopUpId(), changeOrderId: order.id }
      const requested = requestTopUp(ref, { milestone }, agreement, { ...own, reviewRounds }, now)
      topUps.push(requested.next)
      milestoneEvents.push(requested.event)
      continue
    }
    const hasMoreRounds = reviewRounds > (agreed?.reviewRounds ?? 0)
    const amended = amendMilestone(milestone, own, hasMoreRounds)
    if (!amended.ok) return amended
    changed.push({ milestone: amended.value, terms: own })
  }
  const highest = Math.max(...contract.milestones.map(({ milestone }) => milestone.number))
  const added: AmendedMilestone[] = []
  for (const [index, own] of terms.entries()) {
    const number = highest + 1 + index
    const agreed = agree(newMilestone(own, { id: input.newId(), number, currency: content.currency }), agreement)
    if (!agreed.ok) return agreed
    added.push({ milestone: agreed.value.next, terms: own })
    milestoneEvents.push(agreed.value.event)
  }
  return ok({
    next: step.value,
    changed,
    dropped,
    added,
    topUps,
    event: {
      type: 'change-order.accepted',
      data: { ...changeOrderFacts(order, agreement), ...summedTopUp(topUps, content) },
    },
    milestoneEvents,
  })
}

/** Returns what a change order leads the client to pay in all, and the earliest time until when; nothing without a top-up. */
function summedTopUp(
  topUps: readonly TopUp[],
  { currency }: Pick<ChangeOrderTerms['content'], 'currency'>,
): Pick<CommissionEvent<'change-order.accepted'>['data'], 'topUp'> {
  if (topUps.length === 0) return {}
  const charged = minor(topUps.reduce((sum, { price, clientFee }) => sum + price + clientFee, 0))
  return { topUp: { charged, currency, expiresAt: instant(Math.min(...topUps.map((one) => one.expiresAt))) } }
}

/** Declines an open change order for the other side; the reason may be empty. Refuses as `acceptChangeOrder` does. */
export function declineChangeOrder(
  order: ChangeOrder,
  agreement: Agreement,
  by: Side,
  input: { readonly expected: number; readonly reason: string },
): Result<{ readonly next: ChangeOrder; readonly event: CommissionEvent<'change-order.declined'> }> {
  const step = stepOn(order, 'decline-change-order', by, input.expected)
  if (!step.ok) return step
  const data = { ...changeOrderFacts(order, agreement), reason: input.reason.trim() }
  return ok({ next: step.value, event: { type: 'change-order.declined', data } })
}

/** Withdraws an open change order for its author. Refuses change-order.not-open and change-order.not-your-step. */
export function withdrawChangeOrder(
  order: ChangeOrder,
  agreement: Agreement,
  by: Side,
  input: { readonly expected: number },
): Result<{ readonly next: ChangeOrder; readonly event: CommissionEvent<'change-order.withdrawn'> }> {
  const step = stepOn(order, 'withdraw-change-order', by, input.expected)
  if (!step.ok) return step
  return ok({
    next: step.value,
    event: { type: 'change-order.withdrawn', data: changeOrderFacts(order, agreement) },
  })
}

/** Expires a change order that no one answered; done by the system. Refuses change-order.too-early (conflict). */
export function expireChangeOrder(
  order: ChangeOrder,
  agreement: Agreement,
  now: Instant,
): Result<{ readonly next: ChangeOrder; readonly event: CommissionEvent<'change-order.expired'> }> {
  const step = stepOn(order, 'expire-change-order', 'system')
  if (!step.ok) return step
  if (!isChangeOrderExpired(order, now)) return refuse('change-order.too-early', 'conflict')
  return ok({ next: step.value, event: { type: 'change-order.expired', data: changeOrderFacts(order, agreement) } })
}

/** Returns the event that reminds the other side of an open change order. Refuses change-order.not-open (conflict). */
export function remindOfChangeOrder(
  order: ChangeOrder,
  agreement: Agreement,
): Result<CommissionEvent<'change-order.reminded'>> {
  if (order.state !== 'open') return refuse('change-order.not-open', 'conflict')
  const { expiresAt } = order
  return ok({ type: 'change-order.reminded', data: { ...changeOrderFacts(order, agreement), expiresAt } })
}

/** Returns when the other side is reminded of a change order. */
export function changeOrderReminderAt({ expiresAt }: Pick<ChangeOrder, 'expiresAt'>): Instant {
  return instant(expiresAt - changeOrderReminderMs)
}

/** Returns whether the time to answer is over. The timer may expire it a little later. */
function isChangeOrderExpired({ expiresAt }: Pick<ChangeOrder, 'expiresAt'>, now: Instant): boolean {
  return now >= expiresAt
}

/** Returns the viewer's actions on a change order. Its time may be over before its timer has run. */
export function changeOrderActionsFor(
  order: Pick<ChangeOrder, 'state' | 'by' | 'expiresAt'>,
  viewer: Party,
  now: Instant,
): ChangeOrderAction[] {
  const isOver = isChangeOrderExpired(order, now)
  return allowedActions(changeOrderMachine, order.state, viewer).filter((action) => {
    const isAuthors = isAuthorsChangeOrderStep(action)
    return isAuthors === (viewer === order.by) && (!isOver || isAuthors)
  })
}

function draftProposal(
  id: ChangeOrderId,
  contract: Contract,
  by: Side,
  { draft, reason }: ProposalInput,
  now: Instant,
): Result<ChangeOrder> {
  const { agreement } = contract
  if (agreement.commissionState !== 'active') return refuse('change-order.commission-not-active', 'conflict')
  const checked = checkChangeOrder(contract, draft, now)
  if (!checked.ok) return checked
  const written = reason.trim()
  if (written === '') return refuse('change-order.reason-missing', 'invalid', { field: 'reason' })
  const expiresAt = after(now, answerDeadlineMs)
  const { commissionId } = agreement
  return ok({ ...checked.value, id, commissionId, by, reason: written, state: 'open', version: 1, expiresAt })
}

/** Takes a step on a change order. Refuses change-order.not-open (conflict) and change-order.not-your-step (not-allowed). */
function stepOn(order: ChangeOrder, action: ChangeOrderAction, by: Party, expected?: number): Result<ChangeOrder> {
  const step = applyTransition(changeOrderMachine, order, action, by, expected)
  if (!step.ok) return step
  if (by !== 'system' && isAuthorsChangeOrderStep(action) !== (by === order.by)) {
    return refuse('change-order.not-your-step', 'not-allowed')
  }
  return ok({ ...order, state: step.value, version: order.version + 1 })
}

function changeOrderFacts({ id: changeOrderId, by }: ChangeOrder, agreement: Agreement): ChangeOrderFacts {
  const { projectId, commissionId, clientId, creatorId } = agreement
  return { projectId, commissionId, clientId, creatorId, changeOrderId, by }
}
