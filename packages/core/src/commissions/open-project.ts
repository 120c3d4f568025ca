import { type PersonId, type ProjectId } from '../ids.ts'
import { takeStep } from '../machine.ts'
import { type Result, ok } from '../result.ts'
import { type Brief, type BriefDraft, checkBrief } from './brief.ts'
import { type Decision, type Project } from './deal.ts'
import { type CommissionEvent } from './events.ts'
import { projectMachine } from './project-states.ts'

/** Opens a new project with its brief. Refuses what `checkBrief` refuses. */
export function openProject(
  id: ProjectId,
  clientId: PersonId,
  draft: BriefDraft,
): Result<Decision<Project, CommissionEvent<'project.opened'>> & { readonly brief: Brief }> {
  const brief = checkBrief(draft)
  if (!brief.ok) return brief
  const step = takeStep(projectMachine, null, 'open', 'client')
  if (!step.ok) return step
  const { title } = brief.value
  return ok({
    brief: brief.value,
    next: { id, clientId, title, state: 'open', version: 1 },
    event: { type: 'project.opened', data: { projectId: id, clientId, title } },
  })
}
