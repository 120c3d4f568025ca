import { type ProjectId, type ProjectProposalId, type UserId } from '../../ids.ts'
import { ok, refuse, type Result } from '../../result.ts'
import { allowedActions, applyTransition } from '../../state-machine.ts'
import { type Decision, type Project } from '../agreement.ts'
import { type CommissionEvent, type ProjectProposalFacts } from '../events.ts'
import { checkCompletable, completeProjectTogether, type WorkToComplete } from './project.ts'
import {
  offeredProjectProposalActions,
  type OfferedProjectProposalAction,
  type ProjectProposalAction,
  projectProposalMachine,
  type ProjectProposalState,
} from './project-proposal-states.ts'

type Side = 'client' | 'creator'

/** A proposal of one member to complete a project at once. Every other member who has a part in its work consents. */
export type ProjectProposal = {
  readonly id: ProjectProposalId
  readonly projectId: ProjectId
  readonly authorId: UserId
  readonly state: ProjectProposalState
  readonly version: number
  /** Those who have yet to answer. */
  readonly waitingFor: readonly UserId[]
}

/** Those who complete a project together: its client, and the creators whose commission in it was completed. */
export type ProjectParties = { readonly clientId: UserId; readonly creatorIds: readonly UserId[] }

/** Returns the side of a user in completing a project; undefined for those who have no part in it. */
export function completingSideOf({ clientId, creatorIds }: ProjectParties, userId: UserId): Side | undefined {
  if (userId === clientId) return 'client'
  return creatorIds.includes(userId) ? 'creator' : undefined
}

/**
 * Proposes to complete a project. Refuses project.not-your-step (not-allowed) to those who have no part in its work,
 * project-proposal.already-open and project-proposal.no-one-to-ask (conflict), project.stale (conflict), and what
 * `checkCompletable` refuses.
 */
export function makeProjectProposal(
  id: ProjectProposalId,
  project: Project,
  authorId: UserId,
  input: WorkToComplete & {
    readonly creatorIds: readonly UserId[]
    readonly isOtherOpen: boolean
    readonly expected: number
  },
): Result<Decision<ProjectProposal, CommissionEvent<'project-proposal.made'>>> {
  const parties = { clientId: project.clientId, creatorIds: input.creatorIds }
  const side = completingSideOf(parties, authorId)
  if (side === undefined) return refuse('project.not-your-step', 'not-allowed')
  const step = applyTransition(projectProposalMachine, null, 'make-proposal', side)
  if (!step.ok) return step
  if (input.isOtherOpen) return refuse('project-proposal.already-open', 'conflict')
  if (project.version !== input.expected) {
    return refuse('project.stale', 'conflict', { detail: { current: project.version } })
  }
  const checked = checkCompletable(project, side, input)
  if (!checked.ok) return checked
  const waitingFor = [project.clientId, ...input.creatorIds].filter((userId) => userId !== authorId)
  if (waitingFor.length === 0) return refuse('project-proposal.no-one-to-ask', 'conflict')
  const next: ProjectProposal = { id, projectId: project.id, authorId, state: step.value, version: 1, waitingFor }
  return ok({ next, event: { type: 'project-proposal.made', data: proposalFacts(next, project) } })
}

/**
 * Agrees to a proposal for one of those whom it asks; the last of them completes the project. Refuses
 * project-proposal.not-open (conflict), project-proposal.not-your-step (not-allowed), and what `checkCompletable` refuses.
 */
export function acceptProjectProposal(
  proposal: ProjectProposal,
  project: Project,
  userId: UserId,
  input: WorkToComplete & { readonly expected: number },
): Result<{
  readonly next: ProjectProposal
  /** The project, which the last of them completes. */
  readonly completed: Project | undefined
  readonly event: CommissionEvent<'project-proposal.consented' | 'project.completed'>
}> {
  const waitingFor = proposal.waitingFor.filter((id) => id !== userId)
  const isLast = waitingFor.length === 0
  const step = stepOn(proposal, project, isLast ? 'accept-proposal' : 'consent-to-proposal', userId, input.expected)
  if (!step.ok) return step
  const side = userId === project.clientId ? 'client' : 'creator'
  const checked = checkCompletable(project, side, input)
  if (!checked.ok) return checked
  if (!isLast) {
    // Its version stays, so that two who agree at the same moment both do.
    const next = { ...proposal, waitingFor }
    return ok({
      next,
      completed: undefined,
      event: { type: 'project-proposal.consented', data: proposalFacts(next, project) },
    })
  }
  const completed = completeProjectTogether(project, side, proposal.id)
  if (!completed.ok) return completed
  return ok({
    next: { ...step.value, waitingFor },
    completed: completed.value.next,
    event: completed.value.event,
  })
}

/** Declines a proposal for one of those whom it asks; the reason may be empty. Refuses as `acceptProjectProposal` does. */
export function declineProjectProposal(
  proposal: ProjectProposal,
  project: Project,
  userId: UserId,
  input: { readonly expected: number; readonly reason: string },
): Result<Decision<ProjectProposal, CommissionEvent<'project-proposal.declined'>>> {
  const step = stepOn(proposal, project, 'decline-proposal', userId, input.expected)
  if (!step.ok) return step
  const data = { ...proposalFacts(proposal, project), reason: input.reason.trim() }
  return ok({ next: step.value, event: { type: 'project-proposal.declined', data } })
}

/** Withdraws a proposal for its author. Refuses project-proposal.not-open and project-proposal.not-your-step. */
export function withdrawProjectProposal(
  proposal: ProjectProposal,
  project: Project,
  userId: UserId,
  input: { readonly expected: number },
): Result<Decision<ProjectProposal, CommissionEvent<'project-proposal.withdrawn'>>> {
  const step = stepOn(proposal, project, 'withdraw-proposal', userId, input.expected)
  if (!step.ok) return step
  return ok({ next: step.value, event: { type: 'project-proposal.withdrawn', data: proposalFacts(proposal, project) } })
}

/** Returns the viewer's actions on a proposal. */
export function projectProposalActionsFor(
  proposal: Pick<ProjectProposal, 'state' | 'authorId' | 'waitingFor'>,
  viewerId: UserId,
): OfferedProjectProposalAction[] {
  const allowed = allowedActions(projectProposalMachine, proposal.state, 'client')
  return offeredProjectProposalActions.filter(
    (action) => allowed.includes(action) && isOwnStep(proposal, action, viewerId),
  )
}

/** Returns whether a step on an open proposal belongs to this user: its author withdraws it, those it asks answer it. */
function isOwnStep(
  { authorId, waitingFor }: Pick<ProjectProposal, 'authorId' | 'waitingFor'>,
  action: ProjectProposalAction,
  userId: UserId,
): boolean {
  return action === 'withdraw-proposal' ? userId === authorId : waitingFor.includes(userId)
}

function stepOn(
  proposal: ProjectProposal,
  project: Project,
  action: ProjectProposalAction,
  userId: UserId,
  expected: number,
): Result<ProjectProposal> {
  const side = userId === project.clientId ? 'client' : 'creator'
  const step = applyTransition(projectProposalMachine, proposal, action, side, expected)
  if (!step.ok) return step
  if (!isOwnStep(proposal, action, userId)) return refuse('project-proposal.not-your-step', 'not-allowed')
  return ok({ ...proposal, state: step.value, version: proposal.version + 1 })
}

function proposalFacts({ id, authorId, waitingFor }: ProjectProposal, project: Project): ProjectProposalFacts {
  const { id: projectId, clientId, title } = project
  return { projectId, clientId, title, proposalId: id, authorId, waitingFor }
}
