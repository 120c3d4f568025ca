import { type ProjectId, type ProjectProposalId, type UserId } from '../../ids.ts'
import { applyTransition, type Party } from '../../state-machine.ts'
import { projectCompletionDelayMs } from '../../money/rates.ts'
import { ok, refuse, type Result } from '../../result.ts'
import { after, type Instant } from '../../time/instant.ts'
import { type Brief, type BriefDraft, checkBrief } from './brief.ts'
import { type CommissionState, isOpenCommission } from '../offers/commission-states.ts'
import { type Decision, type Project } from '../agreement.ts'
import { type CommissionEvent, type ProjectFacts } from '../events.ts'
import { hasReleasedWork, isTerminal, type MilestoneState } from '../milestones/milestone-states.ts'
import { isEndedProject, projectMachine } from './project-states.ts'

type ProjectTransition<T extends 'project.activated' | 'project.completed' | 'project.cancelled'> = Result<
  Decision<Project, CommissionEvent<T>>
>

/** Activates a project with its first active commission, of this creator; done by the system. */
export function activateProject(project: Project, startedWith: UserId): ProjectTransition<'project.activated'> {
  const step = applyTransition(projectMachine, project, 'activate', 'system')
  if (!step.ok) return step
  return ok({
    next: withState(project, 'active'),
    event: { type: 'project.activated', data: { ...projectFacts(project), startedWith } },
  })
}

/** The work of a project as far as it decides whether the project can be completed or cancelled. */
export type ProjectWork = {
  readonly commissions: readonly CommissionState[]
  readonly milestones: readonly MilestoneState[]
}

/** The work of a project when it is to be completed. */
export type WorkToComplete = ProjectWork & { readonly lastReleaseAt: Instant | null; readonly now: Instant }

/** Returns whether agreed work has not ended or something is being negotiated. */
function hasOpenWork({ commissions, milestones }: ProjectWork): boolean {
  return !milestones.every(isTerminal) || commissions.some(isOpenCommission)
}

/** Returns whether an active project has released work and nothing open, with any creator. */
export function isReadyToComplete(project: Pick<Project, 'state'> & ProjectWork): boolean {
  return project.state === 'active' && project.milestones.some(hasReleasedWork) && !hasOpenWork(project)
}

/**
 * Completes a project with released work: the system 30 days after the last release, once all milestones have ended, and its
 * client alone once nothing is open and no creator is left to consent. Refuses project.milestones-open,
 * project.needs-consent and project.too-early (conflict).
 */
export function completeProject(
  project: Project,
  by: 'client' | 'system',
  work: WorkToComplete & { readonly creatorIds: readonly UserId[]; readonly expected?: number },
): ProjectTransition<'project.completed'> {
  const step = applyTransition(projectMachine, project, 'complete', by, work.expected)
  if (!step.ok) return step
  const checked = checkReleased(by, work)
  if (!checked.ok) return checked
  if (by === 'client' && work.creatorIds.length > 0) return refuse('project.needs-consent', 'conflict')
  return ok({
    next: withState(project, 'completed'),
    event: { type: 'project.completed', data: projectFacts(project) },
  })
}

/** Completes a project with the consent of everyone who has a part in its work; `checkCompletable` comes before. */
export function completeProjectTogether(
  project: Project,
  by: 'client' | 'creator',
  proposalId: ProjectProposalId,
): ProjectTransition<'project.completed'> {
  const step = applyTransition(projectMachine, project, 'complete-together', by)
  if (!step.ok) return step
  return ok({
    next: withState(project, step.value),
    event: { type: 'project.completed', data: { ...projectFacts(project), proposalId } },
  })
}

/**
 * Checks that a project can be completed before its time. Refuses project.not-active, project.milestones-open and
 * project.too-early (conflict).
 */
export function checkCompletable(project: Project, by: 'client' | 'creator', work: WorkToComplete): Result<undefined> {
  const step = applyTransition(projectMachine, project, 'complete-together', by)
  return step.ok ? checkReleased(by, work) : step
}

function checkReleased(by: Party, work: WorkToComplete): Result<undefined> {
  const { lastReleaseAt, now } = work
  const isSystem = by === 'system'
  if (isSystem ? !work.milestones.every(isTerminal) : hasOpenWork(work)) {
    return refuse('project.milestones-open', 'conflict')
  }
  const from = isSystem ? lastReleaseAt && after(lastReleaseAt, projectCompletionDelayMs) : lastReleaseAt
  return from === null || now < from ? refuse('project.too-early', 'conflict') : ok(undefined)
}

/**
 * Checks that a project with this work can be cancelled. Refuses project.money-in-escrow (conflict) while money is in
 * escrow or being paid, and project.commission-active (conflict) while a commission is accepted or active.
 */
export function checkCancellable({ commissions, milestones }: ProjectWork): Result<undefined> {
  const unfundedStates: readonly MilestoneState[] = ['draft', 'awaiting_funding']
  if (milestones.some((state) => !isTerminal(state) && !unfundedStates.includes(state))) {
    return refuse('project.money-in-escrow', 'conflict')
  }
  if (commissions.some((state) => state === 'accepted' || state === 'active')) {
    return refuse('project.commission-active', 'conflict')
  }
  return ok(undefined)
}

/** Cancels a project. Refuses with the error codes of `checkCancellable`. */
export function cancelProject(
  project: Project,
  by: Party,
  input: ProjectWork & { readonly reason: string; readonly expected: number },
): ProjectTransition<'project.cancelled'> {
  const step = applyTransition(projectMachine, project, 'cancel', by, input.expected)
  if (!step.ok) return step
  const checked = checkCancellable(input)
  if (!checked.ok) return checked
  const data = { ...projectFacts(project), reason: input.reason.trim() }
  return ok({ next: withState(project, 'cancelled'), event: { type: 'project.cancelled', data } })
}

/** Checks that a member may archive a project. Refuses project.not-ended (conflict). */
export function checkArchivable({ state }: Pick<Project, 'state'>): Result<undefined> {
  return isEndedProject(state) ? ok(undefined) : refuse('project.not-ended', 'conflict')
}

function withState(project: Project, state: Project['state']): Project {
  return { ...project, state, version: project.version + 1 }
}

function projectFacts({ id, clientId, title }: Project): ProjectFacts {
  return { projectId: id, clientId, title }
}

/** Opens a new project with its brief. Refuses with the error codes of `checkBrief`. */
export function openProject(
  id: ProjectId,
  clientId: UserId,
  draft: BriefDraft,
): Result<Decision<Project, CommissionEvent<'project.opened'>> & { readonly brief: Brief }> {
  const brief = checkBrief(draft)
  if (!brief.ok) return brief
  const step = applyTransition(projectMachine, null, 'open', 'client')
  if (!step.ok) return step
  const { title } = brief.value
  return ok({
    brief: brief.value,
    next: { id, clientId, title, state: 'open', version: 1 },
    event: { type: 'project.opened', data: { projectId: id, clientId, title } },
  })
}
