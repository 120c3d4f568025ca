import { type OpenProjectBody, type Project as ProjectView } from '@veranda/contract/commissions/projects/schemas.ts'
import { openProject as decide } from '@veranda/core/commissions/projects/project.ts'
import { type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { asId } from '@veranda/core/ids.ts'
import { attachToBrief } from './brief-files.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { readProject } from './read-project.ts'
import { insertProject, upsertProjectMember } from './project.repository.ts'

/** Opens a project with its brief and the files attached to it. */
export async function openProject(ctx: CommandContext, body: OpenProjectBody): Promise<Result<ProjectView>> {
  const { tx, actor, clock, deps } = ctx
  const now = clock.now()
  const draft = { title: body.title, text: body.brief, skills: body.skills ?? [], budget: body.budget }
  const opened = decide(asId(deps.ids.next()), actor.id, draft)
  if (!opened.ok) return opened
  const { next, brief, event } = opened.value
  await insertProject(tx, next, brief, now)
  const attached = await attachToBrief(ctx, next.id, body.assetIds ?? [])
  if (!attached.ok) return attached
  await upsertProjectMember(tx, { projectId: next.id, userId: actor.id, role: 'client' }, now)
  await appendCommissionEvent(tx, event, { actor: actor.id, at: now })
  return readProject(ctx, next.id)
}
