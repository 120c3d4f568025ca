import { type Project as ProjectView } from '@veranda/contract/commissions/projects/schemas.ts'
import { type ExpectedBody, type ReasonBody } from '@veranda/contract/commissions/schemas.ts'
import { type Project } from '@veranda/core/commissions/agreement.ts'
import { type CommissionEvent } from '@veranda/core/commissions/events.ts'
import {
  acceptProjectProposal as accept,
  declineProjectProposal as decline,
  type ProjectProposal,
  withdrawProjectProposal as withdraw,
} from '@veranda/core/commissions/projects/project-proposal.ts'
import { type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { readProgress } from './complete-project.ts'
import { lockProposalFor, saveProposal } from './project-proposal.repository.ts'
import { saveProject } from './project.repository.ts'
import { readProject } from './read-project.ts'

/** Agrees to complete a project; the last of those who are asked completes it. */
export async function acceptProjectProposal(
  ctx: CommandContext,
  id: string,
  { expected }: ExpectedBody,
): Promise<Result<ProjectView>> {
  const locked = await lockProposalFor(ctx, id)
  if (!locked.ok) return locked
  const { proposal, project } = locked.value
  const input = { ...(await readProgress(ctx.tx, project.id)), now: ctx.clock.now(), expected }
  const decided = accept(proposal, project, ctx.actor.id, input)
  return decided.ok ? save(ctx, { project, ...decided.value }) : decided
}

/** Declines to complete a project now, on behalf of one of those who are asked. */
export async function declineProjectProposal(
  ctx: CommandContext,
  id: string,
  body: ReasonBody,
): Promise<Result<ProjectView>> {
  const locked = await lockProposalFor(ctx, id)
  if (!locked.ok) return locked
  const { proposal, project } = locked.value
  const decided = decline(proposal, project, ctx.actor.id, body)
  if (!decided.ok) return decided
  const { next, event } = decided.value
  return save(ctx, { project, next, event, declined: { by: ctx.actor.id, reason: event.data.reason } })
}

/** Withdraws a proposal to complete a project on behalf of its author. */
export async function withdrawProjectProposal(
  ctx: CommandContext,
  id: string,
  body: ExpectedBody,
): Promise<Result<ProjectView>> {
  const locked = await lockProposalFor(ctx, id)
  if (!locked.ok) return locked
  const { proposal, project } = locked.value
  const decided = withdraw(proposal, project, ctx.actor.id, body)
  return decided.ok ? save(ctx, { project, ...decided.value }) : decided
}

type Answered = {
  readonly next: ProjectProposal
  /** The project after the answer, or undefined if it goes on as it was. */
  readonly completed?: Project | undefined
  readonly project: Project
  readonly event: CommissionEvent
  readonly declined?: Parameters<typeof saveProposal>[3]
}

async function save(ctx: CommandContext, { next, completed, project, event, declined }: Answered) {
  const by = { actor: ctx.actor.id, at: ctx.clock.now() }
  await saveProposal(ctx.tx, next, by.at, declined)
  await saveProject(ctx.tx, completed ?? { ...project, version: project.version + 1 }, by.at)
  await appendCommissionEvent(ctx.tx, event, by)
  return readProject(ctx, project.id)
}
