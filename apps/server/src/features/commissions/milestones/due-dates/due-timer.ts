import { type Agreement } from '@veranda/core/commissions/agreement.ts'
import { nextDueStepAt } from '@veranda/core/commissions/milestones/due-clock.ts'
import { recordDueSteps } from '@veranda/core/commissions/milestones/due-date.ts'
import { type Milestone } from '@veranda/core/commissions/milestones/milestone.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../../platform/db/database.ts'
import { scheduleTimer, timerHandler } from '../../../../platform/timers/timers.ts'
import { appendCommissionEvent } from '../../append-commission-event.ts'
import { lockMilestone, saveDueStep } from '../milestone.repository.ts'

const timerKind = 'milestone.due-date'

/**
 * Schedules the next step of the due clock. A submission leaves the timer, which then does nothing; whatever makes the
 * clock count again schedules it.
 */
export async function scheduleDueTimer(
  tx: Tx,
  milestone: Milestone,
  agreement: Agreement,
  now: Instant,
): Promise<void> {
  const at = nextDueStepAt(milestone, agreement, now)
  if (at === undefined) return
  await scheduleTimer(tx, {
    kind: timerKind,
    subject: { kind: 'milestone', id: milestone.id },
    at,
    key: `${timerKind}:${milestone.id}`,
  })
}

/** Records the steps of the due clock whose time has come, each once for a due date. */
export const dueTimer = timerHandler(timerKind, async ({ tx, timer, deps }) => {
  const locked = await lockMilestone(tx, timer.subject.id)
  if (!locked) return
  const { agreement } = locked
  let { milestone } = locked
  const by = { actor: null, at: deps.clock.now() }
  for (const { step, event } of recordDueSteps(milestone, agreement, by.at)) {
    await saveDueStep(tx, milestone.id, step)
    await appendCommissionEvent(tx, event, by)
    milestone = { ...milestone, clock: { ...milestone.clock, lastStep: step } }
  }
  await scheduleDueTimer(tx, milestone, agreement, by.at)
})
