import { type Party, takeStep } from '../machine.ts'
import { projectCompletesAfter } from '../money/rates.ts'
import { type Result, ok, refuse } from '../result.ts'
import { type Instant, after } from '../time/instant.ts'
import { type CommissionState } from './commission-states.ts'
import { type Decision, type Project } from './deal.ts'
import { type CommissionEvent, type ProjectFacts } from './events.ts'
import { type MilestoneState, isTerminal } from './milestone-states.ts'
import { projectMachine } from './project-states.ts'

type Changed<T extends 'project.activated' | 'project.completed' | 'project.cancelled'> = Result<
  Decision<Project, CommissionEvent<T>>
>

/** The system makes a project active with its first active commission. */
export function activateProject(project: Project): Changed<'project.activated'> {
  const step = takeStep(projectMachine, project, 'activate', 'system')
  if (!step.ok) return step
  return ok({ next: moved(project, 'active'), event: { type: 'project.activated', data: facts(project) } })
}

/**
 * The system completes a project 30 days after its last release, once all its milestones are over. Refuses
 * project.work-left (conflict) and project.too-early (conflict).
 */
export function completeProject(
  project: Project,
  milestones: readonly MilestoneState[],
  lastReleaseAt: Instant | null,
  now: Instant,
): Changed<'project.completed'> {
  const step = takeStep(projectMachine, project, 'complete', 'system')
  if (!step.ok) return step
  if (!milestones.every(isTerminal)) return refuse('project.work-left', 'conflict')
  if (lastReleaseAt === null || now < after(lastReleaseAt, projectCompletesAfter)) {
    return refuse('project.too-early', 'conflict')
  }
  return ok({ next: moved(project, 'completed'), event: { type: 'project.completed', data: facts(project) } })
}

/**
 * Cancels a project in which nothing is held. Refuses project.money-held (conflict) while money is held or on its way,
 * and project.settle-first (conflict) while a commission is accepted or active.
 */
export function cancelProject(
  project: Project,
  by: Party,
  input: {
    readonly reason: string
    readonly expected: number
    readonly commissions: readonly CommissionState[]
    readonly milestones: readonly MilestoneState[]
  },
): Changed<'project.cancelled'> {
  const step = takeStep(projectMachine, project, 'cancel', by, input.expected)
  if (!step.ok) return step
  const untouched: readonly MilestoneState[] = ['draft', 'awaiting_funding']
  if (input.milestones.some((state) => !isTerminal(state) && !untouched.includes(state))) {
    return refuse('project.money-held', 'conflict')
  }
  if (input.commissions.some((state) => state === 'accepted' || state === 'active')) {
    return refuse('project.settle-first', 'conflict')
  }
  const data = { ...facts(project), reason: input.reason.trim() }
  return ok({ next: moved(project, 'cancelled'), event: { type: 'project.cancelled', data } })
}

function moved(project: Project, state: Project['state']): Project {
  return { ...project, state, version: project.version + 1 }
}

function facts({ id, clientId, title }: Project): ProjectFacts {
  return { projectId: id, clientId, title }
}
