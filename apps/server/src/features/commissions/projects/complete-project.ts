import { type Project as ProjectView } from '@veranda/contract/commissions/projects/schemas.ts'
import { completeProject as decide } from '@veranda/core/commissions/projects/project.ts'
import { projectCompletionDelayMs } from '@veranda/core/money/rates.ts'
import { refuse, type Result } from '@veranda/core/result.ts'
import { type Instant, after } from '@veranda/core/time/instant.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { timerHandler, scheduleTimer } from '../../../platform/timers/timers.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { outdateProposal } from './project-proposal.repository.ts'
import {
  completingCreatorIds,
  completionTimerKind,
  lockProject,
  projectWorkJson,
  saveProject,
} from './project.repository.ts'
import { readProject } from './read-project.ts'

/** Schedules the completion of the project 30 days after this release. */
export async function scheduleProjectCompletion(tx: Tx, projectId: string, releasedAt: Instant): Promise<void> {
  await scheduleTimer(tx, {
    kind: completionTimerKind,
    subject: { kind: 'project', id: projectId },
    at: after(releasedAt, projectCompletionDelayMs),
    key: `${completionTimerKind}:${projectId}`,
  })
}

/**
 * Schedules the completion of a project whose open work ended without a release: 30 days after its last release, or at
 * once if these are over. Schedules nothing if nothing was released.
 */
export async function rescheduleProjectCompletion(tx: Tx, projectId: string): Promise<void> {
  const { lastReleaseAt } = await readProgress(tx, projectId)
  if (lastReleaseAt !== null) await scheduleProjectCompletion(tx, projectId, lastReleaseAt)
}

/** Completes a project on behalf of its client, once nothing is open and no creator is left to consent. */
export async function completeProject(ctx: CommandContext, id: string, expected: number): Promise<Result<ProjectView>> {
  const { tx, actor, clock } = ctx
  const project = await lockProject(tx, id)
  if (!project || project.clientId !== actor.id) return refuse('project.not-found', 'not-found')
  const now = clock.now()
  const decided = decide(project, 'client', { ...(await readProgress(tx, id)), now, expected })
  if (!decided.ok) return decided
  await outdateProposal(tx, id, now)
  await saveProject(tx, decided.value.next, now)
  await appendCommissionEvent(tx, decided.value.event, { actor: actor.id, at: now })
  return readProject(ctx, id)
}

/**
 * Completes a project when its timer fires. A project with open milestones stays active; their end schedules
 * the timer again.
 */
export const completionTimer = timerHandler(completionTimerKind, async ({ tx, timer, deps }) => {
  const project = await lockProject(tx, timer.subject.id)
  if (!project) return
  const now = deps.clock.now()
  const decided = decide(project, 'system', { ...(await readProgress(tx, project.id)), now })
  if (!decided.ok) return
  await outdateProposal(tx, project.id, now)
  await saveProject(tx, decided.value.next, now)
  await appendCommissionEvent(tx, decided.value.event, { actor: null, at: now })
})

/** Returns the states of a project's commissions and milestones, its last release, and the creators who complete it. */
export async function readProgress(tx: Tx, projectId: string) {
  const { work, creatorIds, lastReleaseAt } = await tx
    .selectFrom('projects as p')
    .where('p.id', '=', projectId)
    .select([projectWorkJson('p').as('work'), completingCreatorIds('p').as('creatorIds')])
    .select((one) =>
      one
        .selectFrom('milestones as m')
        .whereRef('m.project_id', '=', 'p.id')
        .select(({ fn }) => fn.max('m.released_at').as('at'))
        .as('lastReleaseAt'),
    )
    .executeTakeFirstOrThrow()
  return { ...work, creatorIds, lastReleaseAt }
}
