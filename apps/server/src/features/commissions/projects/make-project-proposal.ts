import { type Project as ProjectView } from '@veranda/contract/commissions/projects/schemas.ts'
import { type ExpectedBody } from '@veranda/contract/commissions/schemas.ts'
import { makeProjectProposal as decide } from '@veranda/core/commissions/projects/project-proposal.ts'
import { asId, type ProjectProposalId } from '@veranda/core/ids.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { readProgress } from './complete-project.ts'
import { hasOpenProposal, insertProposal, lockProjectForMember } from './project-proposal.repository.ts'
import { saveProject } from './project.repository.ts'
import { readProject } from './read-project.ts'

/** Proposes to the others who have a part in a project to complete it now. */
export async function makeProjectProposal(
  ctx: CommandContext,
  projectId: string,
  { expected }: ExpectedBody,
): Promise<Result<ProjectView>> {
  const { tx, actor, clock, deps } = ctx
  const by = { actor: actor.id, at: clock.now() }
  const project = await lockProjectForMember(ctx, projectId)
  if (!project) return refuse('project.not-found', 'not-found')
  const input = {
    ...(await readProgress(tx, projectId)),
    isOtherOpen: await hasOpenProposal(tx, projectId),
    now: by.at,
    expected,
  }
  const decided = decide(asId<ProjectProposalId>(deps.ids.next()), project, actor.id, input)
  if (!decided.ok) return decided
  await insertProposal(tx, decided.value.next, by.at)
  await saveProject(tx, { ...project, version: project.version + 1 }, by.at)
  await appendCommissionEvent(tx, decided.value.event, by)
  return readProject(ctx, projectId)
}
