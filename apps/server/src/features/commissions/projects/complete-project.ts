import { completeProject as decide } from '@veranda/core/commissions/projects/project.ts'
import { projectCompletionDelayMs } from '@veranda/core/money/rates.ts'
import { type Instant, after } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { timerHandler, scheduleTimer } from '../../../platform/timers/timers.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { lockProject, saveProject } from './project.repository.ts'

const timerKind = 'project.completion'

/** Schedules the completion of the project 30 days after this release. */
export async function scheduleProjectCompletion(tx: Tx, projectId: string, releasedAt: Instant): Promise<void> {
  await scheduleTimer(tx, {
    kind: timerKind,
    subject: { kind: 'project', id: projectId },
    at: after(releasedAt, projectCompletionDelayMs),
    key: `${timerKind}:${projectId}`,
  })
}

/**
 * Completes a project when its timer fires. A project with open milestones stays active; the end of that work
 * reschedules the timer.
 */
export const completeProject = timerHandler(timerKind, async ({ tx, timer, deps }) => {
  const project = await lockProject(tx, timer.subject.id)
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
  await appendCommissionEvent(tx, decided.value.event, { actor: null, at: now })
})
