import { type Milestone } from '@veranda/contract/commissions/schemas.ts'

export type CourseKind =
  | 'agreed'
  | 'funded'
  | 'started'
  | 'version'
  | 'changes'
  | 'approved'
  | 'released'
  | 'stopped'
  | 'disputed'

export type CourseStep = {
  kind: CourseKind
  state: 'done' | 'now' | 'next' | 'failed'
  /** When it happened. */
  at: string | null
  /** Until when the step that is due now waits. */
  by: string | null
  /** Who moves next. */
  who: 'client' | 'creator' | null
  /** The number of the version. */
  number: number | null
  /** How many changes were asked for. */
  items: number | null
}

type Part = Pick<Milestone, 'state' | 'history' | 'deliverables' | 'changes' | 'dueAt' | 'reviewEndsAt'>

/** So many steps are in sight; what lies between the funding and the last ones is left out. */
const stepsAtMost = 7

/** The course of a milestone: what happened, where it stands with whom and until when, and what comes. */
export function milestoneCourse(milestone: Part): CourseStep[] {
  const done = happened(milestone)
  const shown = done.length > stepsAtMost - 2 ? [...done.slice(0, 2), ...done.slice(-(stepsAtMost - 4))] : done
  return [...shown, ...ahead(milestone, shown)]
}

function happened(milestone: Part): CourseStep[] {
  let versions = 0
  let rounds = 0
  const submitted = milestone.deliverables.filter(({ state }) => state !== 'draft' && state !== 'withdrawn')
  // A version that was taken back before anybody answered is no step of the course.
  return milestone.history
    .filter(({ state }, index, all) => state !== 'submitted' || all[index + 1]?.state !== 'in_progress')
    .flatMap(({ state, at }): CourseStep[] => {
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
          return [{ ...step('changes', 'done', at), items: milestone.changes[rounds++]?.items.length ?? null }]
        case 'released':
          return [step('released', 'done', at)]
        case 'refunded':
        case 'split':
        case 'cancelled':
          return [step('stopped', 'failed', at)]
        case 'disputed':
          return [step('disputed', 'failed', at)]
        default:
          return []
      }
    })
    .filter((one, index, all) => one.kind !== 'agreed' || all.findIndex(({ kind }) => kind === 'agreed') === index)
}

function ahead(milestone: Part, done: readonly CourseStep[]): CourseStep[] {
  const next = nextVersion(milestone, done.filter(({ kind }) => kind === 'version').length)
  const version: CourseStep = { ...step('version', 'next', null), number: next }
  const released = step('released', 'next', null)
  const due = { by: milestone.dueAt, who: 'creator' } as const
  switch (milestone.state) {
    case 'draft':
      return [step('agreed', 'now', null), step('funded', 'next', null), version, released]
    case 'awaiting_funding':
    case 'funding':
      return [{ ...step('funded', 'now', null), who: 'client' }, version, released]
    case 'funded':
    case 'in_progress':
    case 'changes_requested':
      return [{ ...version, state: 'now', ...due }, released]
    case 'submitted':
      return [{ ...step('approved', 'now', null), by: milestone.reviewEndsAt, who: 'client' }, released]
    case 'approved':
      return [{ ...released, state: 'now' }]
    case 'refunding':
    case 'refund_failed':
      return [step('stopped', 'now', null)]
    case 'disputed':
    case 'released':
    case 'refunded':
    case 'split':
    case 'cancelled':
      return []
  }
}

/** The number of the version that is submitted next: one that is already there, or the one after all others. */
function nextVersion({ deliverables }: Part, submitted: number): number {
  const kept = deliverables.filter(({ state }) => state === 'draft' || state === 'withdrawn')
  const numbers = deliverables.map(({ number }) => number)
  return kept.length > 0 ? Math.max(...kept.map(({ number }) => number)) : Math.max(submitted, ...numbers) + 1
}

function step(kind: CourseKind, state: CourseStep['state'], at: string | null): CourseStep {
  return { kind, state, at, by: null, who: null, number: null, items: null }
}
