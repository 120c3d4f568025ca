import { projectChanged } from '@veranda/contract/commissions/events.ts'
import { type Project as ProjectView } from '@veranda/contract/commissions/projects/schemas.ts'
import { checkArchivable } from '@veranda/core/commissions/projects/project.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { publishChange } from '../../../platform/realtime/publish-change.ts'
import { readProject } from './read-project.ts'

/** Takes a project that has ended out of the actor's own lists. */
export async function archiveProject(ctx: CommandContext, id: string): Promise<Result<ProjectView>> {
  return setArchived(ctx, id, new Date(ctx.clock.now()))
}

/** Takes a project back into the actor's own lists. */
export async function unarchiveProject(ctx: CommandContext, id: string): Promise<Result<ProjectView>> {
  return setArchived(ctx, id, null)
}

/** Only the member's own tabs are notified: for the others nothing has changed. */
async function setArchived(ctx: CommandContext, id: string, at: Date | null): Promise<Result<ProjectView>> {
  const { tx, actor } = ctx
  const project = await tx
    .selectFrom('project_members as m')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .where('p.id', '=', id)
    .where('m.user_id', '=', actor.id)
    .where('m.left_at', 'is', null)
    .select(['p.state', 'p.version'])
    .executeTakeFirst()
  if (!project) return refuse('project.not-found', 'not-found')
  const checked = at === null ? ok(undefined) : checkArchivable(project)
  if (!checked.ok) return checked
  await tx
    .updateTable('project_members')
    .set({ archived_at: at })
    .where('project_id', '=', id)
    .where('user_id', '=', actor.id)
    .execute()
  await publishChange(tx, [actor.id], projectChanged, { id, version: project.version })
  return readProject(ctx, id)
}
