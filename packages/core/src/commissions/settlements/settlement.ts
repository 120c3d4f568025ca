import { type CommissionId, type MilestoneId, type RefundId, type ReleaseId, type SettlementId } from '../../ids.ts'
import { type Currency, minor, type Minor } from '../../money/money.ts'
import { answerDeadlineMs } from '../../money/rates.ts'
import { needsStepUp } from '../../money/step-up-threshold.ts'
import { ok, refuse, type Result } from '../../result.ts'
import { allowedActions, applyTransition, type Party } from '../../state-machine.ts'
import { after, day, type Instant, instant, type Milliseconds } from '../../time/instant.ts'
import { type Agreement, type Decision } from '../agreement.ts'
import { type CommissionEvent, type SettlementFacts } from '../events.ts'
import { isTerminal, type MilestoneState } from '../milestones/milestone-states.ts'
import { type Milestone, unallocatedPrice } from '../milestones/milestone.ts'
import {
  divideEscrow,
  type Division,
  type SettledMilestone,
  settleMilestone,
  type SettlementLine,
} from './settle-milestone.ts'
import { isAuthorsStep, type SettlementAction, settlementMachine, type SettlementState } from './settlement-states.ts'

/** Longest reason of a proposal, in UTF-16 units. */
export const maxSettlementReason = 2_000
/** The other side is reminded of an open proposal so long before it expires. */
export const settlementReminderMs: Milliseconds = 3 * day

type Side = 'client' | 'creator'

/** The terms of a proposal, which never change; `endsCommission` when they end all of its milestones. */
export type SettlementTerms = {
  readonly lines: readonly SettlementLine[]
  readonly endsCommission: boolean
  readonly reason: string
}

/** A proposal of one side to divide the escrow of milestones, to be signed by the other. */
export type Settlement = SettlementTerms & {
  readonly id: SettlementId
  readonly commissionId: CommissionId
  readonly by: Side
  readonly currency: Currency
  readonly state: SettlementState
  readonly version: number
  readonly expiresAt: Instant
}

/** A line with the shares of both sides, fees included; undefined for a milestone that is cancelled. */
export type DividedLine = { readonly line: SettlementLine; readonly division: Division | undefined }

type Proposal = {
  readonly next: Settlement
  readonly lines: readonly DividedLine[]
}

/** The commission that is settled: its terms and all of its milestones. */
type Settled = { readonly agreement: Agreement; readonly milestones: readonly Milestone[] }

/**
 * Proposes a settlement, for either side; it expires after 14 days. `isOtherOpen` while another one waits for an answer.
 * Refuses settlement.commission-not-active and settlement.already-open (conflict), what `checkTerms` refuses, and
 * step-up.required (not-allowed) when the author gives up more than the limit.
 */
export function proposeSettlement(
  id: SettlementId,
  settled: Settled,
  by: Side,
  terms: SettlementTerms & { readonly isOtherOpen: boolean; readonly hasSteppedUp: boolean },
  now: Instant,
): Result<Proposal & { readonly event: CommissionEvent<'settlement.proposed'> }> {
  const step = applyTransition(settlementMachine, null, 'propose-settlement', by)
  if (!step.ok) return step
  if (terms.isOtherOpen) return refuse('settlement.already-open', 'conflict')
  const drafted = draftProposal(id, settled, by, terms, now)
  if (!drafted.ok) return drafted
  const { next } = drafted.value
  const data = { ...settlementFacts(next, settled.agreement), reason: next.reason, expiresAt: next.expiresAt }
  return ok({ ...drafted.value, event: { type: 'settlement.proposed', data } })
}

/**
 * Puts the other side's proposal in the place of an open one. Refuses settlement.not-open (conflict),
 * settlement.not-your-step (not-allowed) to its author, and what `proposeSettlement` refuses.
 */
export function counterSettlement(
  former: Settlement,
  id: SettlementId,
  settled: Settled,
  by: Side,
  terms: SettlementTerms & { readonly expected: number; readonly hasSteppedUp: boolean },
  now: Instant,
): Result<Proposal & { readonly former: Settlement; readonly event: CommissionEvent<'settlement.countered'> }> {
  const step = stepOn(former, 'counter-settlement', by, terms.expected)
  if (!step.ok) return step
  const drafted = draftProposal(id, settled, by, terms, now)
  if (!drafted.ok) return drafted
  const { next } = drafted.value
  const data = { ...settlementFacts(next, settled.agreement), reason: next.reason, expiresAt: next.expiresAt }
  return ok({ ...drafted.value, former: step.value, event: { type: 'settlement.countered', data } })
}

/** Ids that acceptance gives to the parts of one milestone. */
type PartIds = { readonly releaseId: ReleaseId; readonly refundId: RefundId }

/**
 * Signs an open settlement for the other side, which carries out all of its lines. Refuses settlement.not-open (conflict),
 * settlement.not-your-step (not-allowed), settlement.outdated (conflict) if a milestone has changed since, what
 * `checkTerms` refuses, and step-up.required (not-allowed) when the signer gives up more than the limit.
 */
export function acceptSettlement(
  settlement: Settlement,
  settled: Settled,
  by: Side,
  input: { readonly expected: number; readonly hasSteppedUp: boolean; readonly idsOf: (id: MilestoneId) => PartIds },
  now: Instant,
): Result<
  Decision<Settlement, CommissionEvent<'settlement.accepted'>> & { readonly milestones: readonly SettledMilestone[] }
> {
  const { agreement } = settled
  const step = stepOn(settlement, 'accept-settlement', by, input.expected)
  if (!step.ok) return step
  if (isSettlementExpired(settlement, now)) return refuse('settlement.not-open', 'conflict')
  const checked = checkTerms(settled, settlement)
  if (!checked.ok) return checked
  if (!input.hasSteppedUp && givesUpMuch(settlement, by)) return refuse('step-up.required', 'not-allowed')
  const milestones: SettledMilestone[] = []
  for (const line of settlement.lines) {
    const milestone = settled.milestones.find(({ id }) => id === line.milestoneId)
    if (!milestone) return refuse('settlement.milestone-unknown', 'invalid')
    const ref = { ...input.idsOf(milestone.id), settlementId: settlement.id, reason: settlement.reason }
    const one = settleMilestone(milestone, agreement, line, ref, now)
    if (!one.ok) return one
    milestones.push(one.value)
  }
  return ok({
    next: step.value,
    milestones,
    event: { type: 'settlement.accepted', data: settlementFacts(settlement, agreement) },
  })
}

/** Declines an open settlement for the other side; the reason may be empty. Refuses as `acceptSettlement` does. */
export function declineSettlement(
  settlement: Settlement,
  agreement: Agreement,
  by: Side,
  input: { readonly expected: number; readonly reason: string },
): Result<Decision<Settlement, CommissionEvent<'settlement.declined'>>> {
  const step = stepOn(settlement, 'decline-settlement', by, input.expected)
  if (!step.ok) return step
  const data = { ...settlementFacts(settlement, agreement), reason: input.reason.trim() }
  return ok({ next: step.value, event: { type: 'settlement.declined', data } })
}

/** Withdraws an open settlement for its author. Refuses settlement.not-open and settlement.not-your-step. */
export function withdrawSettlement(
  settlement: Settlement,
  agreement: Agreement,
  by: Side,
  input: { readonly expected: number },
): Result<Decision<Settlement, CommissionEvent<'settlement.withdrawn'>>> {
  const step = stepOn(settlement, 'withdraw-settlement', by, input.expected)
  if (!step.ok) return step
  return ok({
    next: step.value,
    event: { type: 'settlement.withdrawn', data: settlementFacts(settlement, agreement) },
  })
}

/** Expires a settlement that no one answered; done by the system. Refuses settlement.too-early (conflict). */
export function expireSettlement(
  settlement: Settlement,
  agreement: Agreement,
  now: Instant,
): Result<Decision<Settlement, CommissionEvent<'settlement.expired'>>> {
  const step = stepOn(settlement, 'expire-settlement', 'system')
  if (!step.ok) return step
  if (!isSettlementExpired(settlement, now)) return refuse('settlement.too-early', 'conflict')
  return ok({
    next: step.value,
    event: { type: 'settlement.expired', data: settlementFacts(settlement, agreement) },
  })
}

/** Returns the event that reminds the other side of an open settlement. Refuses settlement.not-open (conflict). */
export function remindOfSettlement(
  settlement: Settlement,
  agreement: Agreement,
): Result<CommissionEvent<'settlement.reminded'>> {
  if (settlement.state !== 'open') return refuse('settlement.not-open', 'conflict')
  const { expiresAt } = settlement
  return ok({ type: 'settlement.reminded', data: { ...settlementFacts(settlement, agreement), expiresAt } })
}

/** Returns when the other side is reminded of a settlement. */
export function settlementReminderAt({ expiresAt }: Pick<Settlement, 'expiresAt'>): Instant {
  return instant(expiresAt - settlementReminderMs)
}

/** Returns whether the time to answer is over. The timer may expire it a little later. */
export function isSettlementExpired({ expiresAt }: Pick<Settlement, 'expiresAt'>, now: Instant): boolean {
  return now >= expiresAt
}

/** Returns the viewer's actions on a settlement. Payments may be off, or its time over before its timer has run. */
export function settlementActionsFor(
  settlement: Pick<Settlement, 'state' | 'by' | 'expiresAt'>,
  viewer: Party,
  now: Instant,
): SettlementAction[] {
  const isOver = isSettlementExpired(settlement, now)
  return allowedActions(settlementMachine, settlement.state, viewer).filter(
    (action) => isAuthorsStep(action) === (viewer === settlement.by) && (!isOver || isAuthorsStep(action)),
  )
}

/** A milestone as far as it decides whether it can be settled. */
export type SettleableMilestone = { readonly state: MilestoneState; readonly frozen: boolean }

/** Returns how a line can settle a milestone: by shares of its escrow, by cancelling it, or not at all. */
export function settlementKindOf({ state, frozen }: SettleableMilestone): SettlementLine['kind'] | undefined {
  switch (state) {
    case 'funded':
    case 'in_progress':
    case 'changes_requested':
    case 'submitted':
      return frozen ? undefined : 'shares'
    case 'awaiting_funding':
      return 'cancel'
    default:
      return undefined
  }
}

/** Returns whether a settlement of all its open milestones can end a commission. */
export function canEndTogether(milestones: readonly SettleableMilestone[]): boolean {
  const open = milestones.filter(isOpen)
  return open.length > 0 && open.every((milestone) => settlementKindOf(milestone) !== undefined)
}

/** Returns the sum of the prices that a side gives up: the client by releases, the creator by refunds. */
export function givenUpBy(side: Side, lines: readonly SettlementLine[]): Minor {
  return sumOf(lines, side === 'client' ? 'release' : 'refund')
}

function givesUpMuch({ lines, currency }: Pick<Settlement, 'lines' | 'currency'>, side: Side): boolean {
  return needsStepUp({ amount: givenUpBy(side, lines), currency })
}

function sumOf(lines: readonly SettlementLine[], share: 'release' | 'refund'): Minor {
  return minor(lines.reduce((sum, line) => sum + (line.kind === 'shares' ? line[share] : 0), 0))
}

/** A refund that is under way ends its milestone by itself. */
function isOpen({ state }: Pick<SettleableMilestone, 'state'>): boolean {
  return !isTerminal(state) && state !== 'refunding' && state !== 'refund_failed'
}

/**
 * Checks the lines against the milestones as they are now. Refuses settlement.no-lines, settlement.milestone-twice,
 * settlement.milestone-unknown, settlement.milestone-missing and settlement.remainder (invalid), settlement.outdated
 * (conflict), and what `divideEscrow` and the table of milestones refuse.
 */
function checkTerms(
  { agreement, milestones }: Settled,
  { lines, endsCommission }: Pick<SettlementTerms, 'lines' | 'endsCommission'>,
): Result<DividedLine[]> {
  if (agreement.commissionState !== 'active') return refuse('settlement.commission-not-active', 'conflict')
  if (lines.length === 0) return refuse('settlement.no-lines', 'invalid', { field: 'lines' })
  const divided: DividedLine[] = []
  for (const [index, line] of lines.entries()) {
    const fieldOf = (name: string) => `lines.${index}.${name}`
    if (lines.findIndex(({ milestoneId }) => milestoneId === line.milestoneId) !== index) {
      return refuse('settlement.milestone-twice', 'invalid', { field: fieldOf('milestoneId') })
    }
    const milestone = milestones.find(({ id }) => id === line.milestoneId)
    if (!milestone) return refuse('settlement.milestone-unknown', 'invalid', { field: fieldOf('milestoneId') })
    if (milestone.version !== line.version) return refuse('settlement.outdated', 'conflict')
    if (line.kind === 'cancel') {
      if (settlementKindOf(milestone) !== 'cancel') return refuse('milestone.cannot-cancel', 'conflict')
      divided.push({ line, division: undefined })
      continue
    }
    const division = divideEscrow(milestone, agreement, line, fieldOf)
    if (!division.ok) return division
    if (endsCommission && line.release + line.refund < unallocatedPrice(milestone)) {
      return refuse('settlement.remainder', 'invalid', { field: fieldOf('release') })
    }
    divided.push({ line, division: division.value })
  }
  const isSettled = ({ id }: Milestone) => lines.some(({ milestoneId }) => milestoneId === id)
  if (endsCommission && !milestones.filter(isOpen).every(isSettled)) {
    return refuse('settlement.milestone-missing', 'invalid', { field: 'lines' })
  }
  return ok(divided)
}

function draftProposal(
  id: SettlementId,
  settled: Settled,
  by: Side,
  { lines, endsCommission, reason, hasSteppedUp }: SettlementTerms & { readonly hasSteppedUp: boolean },
  now: Instant,
): Result<Proposal> {
  const { agreement, milestones } = settled
  const checked = checkTerms(settled, { lines, endsCommission })
  if (!checked.ok) return checked
  const currency = milestones[0]?.currency
  if (currency === undefined) return refuse('settlement.no-lines', 'invalid', { field: 'lines' })
  if (!hasSteppedUp && givesUpMuch({ lines, currency }, by)) return refuse('step-up.required', 'not-allowed')
  return ok({
    lines: checked.value,
    next: {
      id,
      commissionId: agreement.commissionId,
      by,
      currency,
      state: 'open',
      version: 1,
      lines,
      endsCommission,
      reason: reason.trim(),
      expiresAt: after(now, answerDeadlineMs),
    },
  })
}

/** Takes a step on a settlement. Refuses settlement.not-open (conflict) and settlement.not-your-step (not-allowed). */
function stepOn(settlement: Settlement, action: SettlementAction, by: Party, expected?: number): Result<Settlement> {
  const step = applyTransition(settlementMachine, settlement, action, by, expected)
  if (!step.ok) return step
  if (by !== 'system' && isAuthorsStep(action) !== (by === settlement.by)) {
    return refuse('settlement.not-your-step', 'not-allowed')
  }
  return ok({ ...settlement, state: step.value, version: settlement.version + 1 })
}

function settlementFacts(settlement: Settlement, agreement: Agreement): SettlementFacts {
  const { id: settlementId, by, endsCommission, lines, currency } = settlement
  const { projectId, commissionId, clientId, creatorId } = agreement
  const sums = { released: sumOf(lines, 'release'), refunded: sumOf(lines, 'refund') }
  return { projectId, commissionId, clientId, creatorId, settlementId, by, endsCommission, ...sums, currency }
}
