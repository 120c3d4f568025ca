import { type BriefBody, type Project as ProjectView } from '@veranda/contract/commissions/schemas.ts'
import { openProject as decide } from '@veranda/core/commissions/open-project.ts'
import { type Result } from '@veranda/core/result.ts'
import { type At } from '../at.ts'
import { branded } from '../branded.ts'
import { tell } from '../tell.ts'
import { readProject } from './read-project.ts'
import { insertProject, joinProject } from './rows.ts'

/** Opens a project with its brief. */
export async function openProject(at: At, body: BriefBody): Promise<Result<ProjectView>> {
  const { tx, actor, clock, deps } = at
  const now = clock.now()
  const draft = { title: body.title, text: body.brief, skills: body.skills ?? [], budget: body.budget }
  const opened = decide(branded(deps.ids.next()), actor.id, draft)
  if (!opened.ok) return opened
  const { next, brief, event } = opened.value
  await insertProject(tx, next, brief, now)
  await joinProject(tx, { projectId: next.id, personId: actor.id, part: 'client' }, now)
  await tell(tx, event, { actor: actor.id, at: now })
  return readProject(at, next.id)
}
