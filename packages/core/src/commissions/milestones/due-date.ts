import { ok, refuse, type Result } from '../../result.ts'
import { applyTransition, type Party } from '../../state-machine.ts'
import { day, type Instant } from '../../time/instant.ts'
import { type Agreement, type Decision } from '../agreement.ts'
import { type CommissionEvent } from '../events.ts'
import { type DueStep, dueStepsReached, latestDueAt, refundRightAt, restartedClock } from './due-clock.ts'
import { milestoneMachine } from './milestone-states.ts'
import { type Milestone, milestoneFacts } from './milestone.ts'

/** Longest reason of a request for more time, in UTF-16 units. */
export const maxExtensionReason = 500

type DueStepEvent = CommissionEvent<'milestone.due-reminded' | 'milestone.overdue' | 'milestone.refund-right-began'>

/** Returns the steps of the due clock that are to be recorded now, each with its event; done by the system. */
export function recordDueSteps(
  milestone: Milestone,
  agreement: Agreement,
  now: Instant,
): { readonly step: DueStep; readonly event: DueStepEvent }[] {
  const { dueAt } = milestone
  const facts = milestoneFacts(milestone, agreement)
  const rightAt = refundRightAt(milestone, agreement.rates)
  return dueStepsReached(milestone, agreement, now).map((step) => {
    switch (step) {
      case 'reminded':
        return { step, event: { type: 'milestone.due-reminded', data: { ...facts, dueAt } } }
      case 'overdue':
        return { step, event: { type: 'milestone.overdue', data: { ...facts, dueAt, refundRightAt: rightAt } } }
      case 'right-began':
        return { step, event: { type: 'milestone.refund-right-began', data: { ...facts, dueAt } } }
    }
  })
}

type DueDateInput = { readonly dueAt: Instant; readonly expected: number }

/**
 * Asks the client for a later due date, for the creator, with a reason. Refuses extension.already-requested (conflict),
 * extension.reason-missing and extension.reason-too-long (invalid), and the dates that `moveDueDate` refuses.
 */
export function requestExtension(
  milestone: Milestone,
  agreement: Agreement,
  by: Party,
  input: DueDateInput & { readonly reason: string },
  now: Instant,
): Result<Decision<Milestone, CommissionEvent<'milestone.extension-requested'>>> {
  const step = applyTransition(milestoneMachine, milestone, 'request-extension', by, input.expected)
  if (!step.ok) return step
  if (milestone.clock.extension !== null) return refuse('extension.already-requested', 'conflict')
  const reason = input.reason.trim()
  if (reason === '') return refuse('extension.reason-missing', 'invalid', { field: 'reason' })
  if (reason.length > maxExtensionReason) {
    return refuse('extension.reason-too-long', 'invalid', { field: 'reason', detail: { max: maxExtensionReason } })
  }
  const dueAt = checkDueDate(milestone, agreement, input.dueAt, now)
  if (!dueAt.ok) return dueAt
  const extension = { dueAt: dueAt.value, reason, at: now }
  return ok({
    next: { ...milestone, clock: { ...milestone.clock, extension }, version: milestone.version + 1 },
    event: {
      type: 'milestone.extension-requested',
      data: { ...milestoneFacts(milestone, agreement), dueAt: milestone.dueAt, newDueAt: extension.dueAt, reason },
    },
  })
}

/**
 * Moves the due date to the one that the creator asked for, for the client; this withdraws a notice. Refuses
 * extension.not-requested (conflict), and a requested date that has passed meanwhile.
 */
export function grantExtension(
  milestone: Milestone,
  agreement: Agreement,
  by: Party,
  input: { readonly expected: number },
  now: Instant,
): Result<Decision<Milestone, CommissionEvent<'milestone.extension-granted'>>> {
  const step = applyTransition(milestoneMachine, milestone, 'grant-extension', by, input.expected)
  if (!step.ok) return step
  const { extension } = milestone.clock
  if (extension === null) return refuse('extension.not-requested', 'conflict')
  const dueAt = checkDueDate(milestone, agreement, extension.dueAt, now)
  if (!dueAt.ok) return dueAt
  return ok({
    next: withDueDate(milestone, dueAt.value),
    event: {
      type: 'milestone.extension-granted',
      data: { ...milestoneFacts(milestone, agreement), newDueAt: dueAt.value },
    },
  })
}

/** Declines the creator's request for a later due date, for the client. Refuses extension.not-requested (conflict). */
export function declineExtension(
  milestone: Milestone,
  agreement: Agreement,
  by: Party,
  input: { readonly expected: number },
): Result<Decision<Milestone, CommissionEvent<'milestone.extension-declined'>>> {
  const step = applyTransition(milestoneMachine, milestone, 'decline-extension', by, input.expected)
  if (!step.ok) return step
  if (milestone.clock.extension === null) return refuse('extension.not-requested', 'conflict')
  return ok({
    next: { ...milestone, clock: { ...milestone.clock, extension: null }, version: milestone.version + 1 },
    event: {
      type: 'milestone.extension-declined',
      data: { ...milestoneFacts(milestone, agreement), dueAt: milestone.dueAt },
    },
  })
}

/**
 * Moves the due date to a later one, for the client; this withdraws a notice and answers an open request. Refuses
 * due-date.not-later and due-date.past (invalid), and due-date.too-late (invalid, with `days`) when due
 * date + review window lie beyond the time in escrow.
 */
export function moveDueDate(
  milestone: Milestone,
  agreement: Agreement,
  by: Party,
  input: DueDateInput,
  now: Instant,
): Result<Decision<Milestone, CommissionEvent<'milestone.due-date-moved'>>> {
  const step = applyTransition(milestoneMachine, milestone, 'move-due-date', by, input.expected)
  if (!step.ok) return step
  const dueAt = checkDueDate(milestone, agreement, input.dueAt, now)
  if (!dueAt.ok) return dueAt
  return ok({
    next: withDueDate(milestone, dueAt.value),
    event: {
      type: 'milestone.due-date-moved',
      data: { ...milestoneFacts(milestone, agreement), newDueAt: dueAt.value },
    },
  })
}

function withDueDate(milestone: Milestone, dueAt: Instant): Milestone {
  return { ...milestone, dueAt, clock: restartedClock(milestone.clock), version: milestone.version + 1 }
}

function checkDueDate(milestone: Milestone, agreement: Agreement, dueAt: Instant, now: Instant): Result<Instant> {
  const field = 'dueAt'
  if (dueAt <= milestone.dueAt) return refuse('due-date.not-later', 'invalid', { field })
  if (dueAt <= now) return refuse('due-date.past', 'invalid', { field })
  const latest = latestDueAt(milestone.clock, agreement)
  if (latest === null || dueAt > latest) {
    const days = agreement.rates.maxEscrowMs / day
    return refuse('due-date.too-late', 'invalid', { field, detail: { days } })
  }
  return ok(dueAt)
}
