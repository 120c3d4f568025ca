import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'

export type TimelineStepKind =
  | 'agreed'
  | 'funded'
  | 'started'
  | 'version'
  | 'changes'
  | 'approved'
  | 'released'
  | 'refunded'
  | 'split'
  | 'charged-back'
  | 'disputed'
  | 'stopped'

export type TimelineStep = {
  kind: TimelineStepKind
  state: 'done' | 'now' | 'next' | 'failed'
  /** Time of a past step. */
  at: string | null
  /** Deadline of the current step. */
  dueAt: string | null
  isOverdue: boolean
  /** The party who acts next. */
  actor: 'client' | 'creator' | null
  /** Version number. */
  number: number | null
  /** Number of requested changes. */
  itemCount: number | null
}

type TimelineMilestone = Pick<
  Milestone,
  'state' | 'history' | 'deliverables' | 'changes' | 'dueAt' | 'reviewEndsAt'
> & { due: Pick<Milestone['due'], 'isOverdue'> }

/** Number of visible steps; steps between the funding and the last ones are left out. */
const maxVisibleSteps = 7

/** Returns the timeline of a milestone: past steps, the current one with party and deadline, and upcoming steps. */
export function milestoneTimeline(milestone: TimelineMilestone): TimelineStep[] {
  const past = pastSteps(milestone)
  const upcoming = upcomingSteps(milestone, past)
  const room = maxVisibleSteps - upcoming.length
  return [...(past.length > room ? [...past.slice(0, 2), ...past.slice(2 - room)] : past), ...upcoming]
}

function pastSteps(milestone: TimelineMilestone): TimelineStep[] {
  let versions = 0
  let rounds = 0
  const submitted = milestone.deliverables.filter(({ state }) => state !== 'draft' && state !== 'withdrawn')
  // A version withdrawn before any response is not a step.
  return milestone.history
    .filter(({ state }, index, all) => state !== 'submitted' || all[index + 1]?.state !== 'in_progress')
    .flatMap(({ state, at }): TimelineStep[] => {
      switch (state) {
        case 'awaiting_funding':
          return [step('agreed', 'done', at)]
        case 'funded':
          return [step('funded', 'done', at)]
        case 'submitted': {
          const number = submitted[versions++]?.number ?? versions
          return [{ ...step('version', 'done', at), number }]
        }
        case 'changes_requested':
          return [{ ...step('changes', 'done', at), itemCount: milestone.changes[rounds++]?.items.length ?? null }]
        case 'released':
          return [step('released', 'done', at)]
        case 'refunded':
          return [step('refunded', 'done', at)]
        case 'split':
          return [step('split', 'done', at)]
        case 'charged_back':
          return [step('charged-back', 'failed', at)]
        case 'cancelled':
          return [step('stopped', 'failed', at)]
        default:
          return []
      }
    })
    .filter((one, index, all) => one.kind !== 'agreed' || all.findIndex(({ kind }) => kind === 'agreed') === index)
}

function upcomingSteps(milestone: TimelineMilestone, past: readonly TimelineStep[]): TimelineStep[] {
  const next = nextVersionNumber(milestone, past.filter(({ kind }) => kind === 'version').length)
  const version: TimelineStep = { ...step('version', 'next', null), number: next }
  const released = step('released', 'next', null)
  const creatorsTurn = { dueAt: milestone.dueAt, isOverdue: milestone.due.isOverdue, actor: 'creator' } as const
  switch (milestone.state) {
    case 'draft':
      return [step('agreed', 'now', null), step('funded', 'next', null), version, released]
    case 'awaiting_funding':
    case 'funding':
      return [{ ...step('funded', 'now', null), actor: 'client' }, version, released]
    case 'funded':
    case 'in_progress':
    case 'changes_requested':
      return [{ ...version, state: 'now', ...creatorsTurn }, released]
    case 'submitted':
      return [{ ...step('approved', 'now', null), dueAt: milestone.reviewEndsAt, actor: 'client' }, released]
    case 'approved':
      return [{ ...released, state: 'now' }]
    case 'disputed':
      return [step('disputed', 'now', null)]
    case 'refunding':
    case 'refund_failed':
      return [step('refunded', 'now', null)]
    case 'released':
    case 'refunded':
    case 'split':
    case 'charged_back':
    case 'cancelled':
      return []
  }
}

/** Returns the number of the next version to submit: an existing draft, or one after all others. */
function nextVersionNumber({ deliverables }: TimelineMilestone, submitted: number): number {
  const drafts = deliverables.filter(({ state }) => state === 'draft' || state === 'withdrawn')
  const numbers = deliverables.map(({ number }) => number)
  return drafts.length > 0 ? Math.max(...drafts.map(({ number }) => number)) : Math.max(submitted, ...numbers) + 1
}

function step(kind: TimelineStepKind, state: TimelineStep['state'], at: string | null): TimelineStep {
  return { kind, state, at, dueAt: null, isOverdue: false, actor: null, number: null, itemCount: null }
}
