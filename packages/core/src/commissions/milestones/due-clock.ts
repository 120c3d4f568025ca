import { type Rates } from '../../money/rates.ts'
import { after, day, type Instant, type Milliseconds } from '../../time/instant.ts'
import { type MilestoneState } from './milestone-states.ts'

/** The creator is reminded this long before the due date, in milliseconds. */
export const dueReminderMs: Milliseconds = 2 * day
/** Both sides are notified this long before the time in escrow ends, in milliseconds. */
export const escrowReminderMs: Milliseconds = 7 * day

/** The steps of the due clock, in order: each is recorded once for a due date. */
export const dueSteps = ['reminded', 'overdue', 'right-began'] as const
export type DueStep = (typeof dueSteps)[number]

/** The one open request of the creator for a later due date. */
export type ExtensionRequest = { readonly dueAt: Instant; readonly reason: string; readonly at: Instant }

/** The state of the due date and of the time in escrow. */
export type DueClock = {
  /** Null before the funding. */
  readonly fundedAt: Instant | null
  /** True once a version was submitted, even if it was withdrawn again. */
  readonly wasSubmitted: boolean
  /** The last step that was recorded for the current due date. */
  readonly lastStep: DueStep | null
  readonly extension: ExtensionRequest | null
  /** From this time on the client may claim the escrow; null without a notice. */
  readonly noticeEndsAt: Instant | null
  /** The time for which disputes have stopped the clock, in milliseconds. */
  readonly pausedMs: Milliseconds
}

/** The clock of a milestone that is not funded. */
export const unfundedClock: DueClock = {
  fundedAt: null,
  wasSubmitted: false,
  lastStep: null,
  extension: null,
  noticeEndsAt: null,
  pausedMs: 0,
}

/** The fields of a milestone that its due clock depends on. */
export type DueProgress = {
  readonly state: MilestoneState
  readonly dueAt: Instant
  readonly frozen: boolean
  readonly clock: DueClock
}
export type DueTerms = { readonly rates: Rates; readonly reviewWindowDays: number }

/** Returns whether the due date counts in a state: from the funding on, while no version is in review. */
export function isDueClockRunning(state: MilestoneState): boolean {
  return state === 'funded' || state === 'in_progress' || state === 'changes_requested'
}

/** Returns whether the due date has passed while it counts. */
export function isOverdue({ state, dueAt }: Pick<DueProgress, 'state' | 'dueAt'>, now: Instant): boolean {
  return isDueClockRunning(state) && now >= dueAt
}

/** Returns the clock once a version is submitted or the milestone ends: that closes the request and the notice. */
export function stoppedClock(clock: DueClock): DueClock {
  return { ...clock, extension: null, noticeEndsAt: null }
}

/** Returns the clock with a new due date, whose steps are to come. It withdraws the notice and closes the request. */
export function restartedClock(clock: DueClock): DueClock {
  return { ...stoppedClock(clock), lastStep: null }
}

/** Returns when the client may give notice: 7 days after the due date, or after a later funding. */
export function refundRightAt({ dueAt, clock }: Pick<DueProgress, 'dueAt' | 'clock'>, rates: Rates): Instant {
  return after(clock.fundedAt !== null && clock.fundedAt > dueAt ? clock.fundedAt : dueAt, rates.overdueGraceMs)
}

/** Returns the end of the time in escrow, 75 days after the funding and later by disputes; null before the funding. */
export function escrowEndsAt({ fundedAt, pausedMs }: DueClock, rates: Rates): Instant | null {
  return fundedAt === null ? null : after(fundedAt, rates.maxEscrowMs + pausedMs)
}

/** Returns the latest due date whose review window still ends within the time in escrow; null before the funding. */
export function latestDueAt(clock: DueClock, { rates, reviewWindowDays }: DueTerms): Instant | null {
  const endsAt = escrowEndsAt(clock, rates)
  return endsAt === null ? null : after(endsAt, -reviewWindowDays * day)
}

/** Returns whether the due date can still be moved to a later one. */
export function canMoveDueDate({ dueAt, clock }: DueProgress, terms: DueTerms, now: Instant): boolean {
  const latest = latestDueAt(clock, terms)
  return latest !== null && latest > dueAt && latest > now
}

/** Returns whether the client may give notice now. */
export function canGiveNotice(milestone: DueProgress, { rates }: DueTerms, now: Instant): boolean {
  const { state, frozen, clock } = milestone
  return isDueClockRunning(state) && !frozen && clock.noticeEndsAt === null && now >= refundRightAt(milestone, rates)
}

/** Returns whether the notice has run out, so that the client may claim the escrow. */
export function canClaimRefund({ state, frozen, clock }: DueProgress, now: Instant): boolean {
  return isDueClockRunning(state) && !frozen && clock.noticeEndsAt !== null && now >= clock.noticeEndsAt
}

function stepTime(step: DueStep, milestone: DueProgress, rates: Rates): Instant {
  if (step === 'reminded') return after(milestone.dueAt, -dueReminderMs)
  return step === 'overdue' ? milestone.dueAt : refundRightAt(milestone, rates)
}

function stepsToCome({ state, frozen, clock }: DueProgress): readonly DueStep[] {
  if (!isDueClockRunning(state) || frozen) return []
  return dueSteps.slice(clock.lastStep === null ? 0 : dueSteps.indexOf(clock.lastStep) + 1)
}

/** Returns the steps of the due clock to record now. A reminder is one only before the due date. */
export function dueStepsReached(milestone: DueProgress, { rates }: DueTerms, now: Instant): DueStep[] {
  return stepsToCome(milestone).filter(
    (step) => now >= stepTime(step, milestone, rates) && (step !== 'reminded' || now < milestone.dueAt),
  )
}

/**
 * Returns the time of the next step; undefined when there is none. A reminder whose time has passed is left out, as
 * after a late funding.
 */
export function nextDueStepAt(milestone: DueProgress, { rates }: DueTerms, now: Instant): Instant | undefined {
  return stepsToCome(milestone)
    .map((step) => ({ step, at: stepTime(step, milestone, rates) }))
    .find(({ step, at }) => step !== 'reminded' || at > now)?.at
}
