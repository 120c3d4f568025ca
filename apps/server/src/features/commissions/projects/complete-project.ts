import { completeProject as decide } from '@veranda/core/commissions/change-project.ts'
import { projectCompletesAfter } from '@veranda/core/money/rates.ts'
import { type Instant, after } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../db/database.ts'
import { onDue, scheduleDue } from '../../../due/due.ts'
import { tell } from '../tell.ts'
import { lockProject, saveProject } from './rows.ts'

const kind = 'project.completion'

/** Sets the project to be completed 30 days from this release, if nothing else happens in it. */
export async function scheduleCompletion(tx: Tx, projectId: string, releasedAt: Instant): Promise<void> {
  await scheduleDue(tx, {
    kind,
    subject: { kind: 'project', id: projectId },
    at: after(releasedAt, projectCompletesAfter),
    key: `${kind}:${projectId}`,
  })
}

/** A project with work left stays active; the end of that work sets the timer again. */
export const completeProject = onDue(kind, async ({ tx, due, deps }) => {
  const project = await lockProject(tx, due.subject.id)
  if (!project) return
  const milestones = await tx
    .selectFrom('milestones')
    .select(['state', 'released_at'])
    .where('project_id', '=', project.id)
    .execute()
  const released = milestones.flatMap((row) => (row.released_at === null ? [] : [row.released_at]))
  const last = released.toSorted((a, b) => a - b).at(-1) ?? null
  const now = deps.clock.now()
  const states = milestones.map((row) => row.state)
  const decided = decide(project, states, last, now)
  if (!decided.ok) return
  await saveProject(tx, decided.value.next, now)
  await tell(tx, decided.value.event, { actor: null, at: now })
})
