import { type Milestone as MilestoneView } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type ExpectedBody } from '@veranda/contract/commissions/schemas.ts'
import { endNotice, giveNotice as decide } from '@veranda/core/commissions/milestones/refund-right.ts'
import { type Result } from '@veranda/core/result.ts'
import { type CommandContext } from '../../../../platform/access/command-context.ts'
import { appendCommissionEvent } from '../../append-commission-event.ts'
import { isChargedBack, lockMilestone, lockMilestoneFor, saveMilestone } from '../milestone.repository.ts'
import { readMilestone } from '../read-milestone.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../../platform/db/database.ts'
import { scheduleTimer, timerHandler } from '../../../../platform/timers/timers.ts'

const timerKind = 'milestone.notice'

/** Announces that the client of an overdue milestone will take the escrow back. */
export async function giveNotice(ctx: CommandContext, id: string, body: ExpectedBody): Promise<Result<MilestoneView>> {
  const locked = await lockMilestoneFor(ctx, id)
  if (!locked.ok) return locked
  const { milestone, agreement, party, by } = locked.value
  const frozen = milestone.frozen || (await isChargedBack(ctx.tx, id))
  const decided = decide({ ...milestone, frozen }, agreement, party, body, by.at)
  if (!decided.ok) return decided
  const { next, event } = decided.value
  await saveMilestone(ctx.tx, agreement, [next], by.at)
  await scheduleNoticeTimer(ctx.tx, next.id, event.data.noticeEndsAt)
  await appendCommissionEvent(ctx.tx, event, by)
  return readMilestone(ctx, id)
}

/** Schedules the end of a notice; a later notice moves it. */
export async function scheduleNoticeTimer(tx: Tx, milestoneId: string, noticeEndsAt: Instant): Promise<void> {
  await scheduleTimer(tx, {
    kind: timerKind,
    subject: { kind: 'milestone', id: milestoneId },
    at: noticeEndsAt,
    key: `${timerKind}:${milestoneId}`,
  })
}

/** Records that a notice ran out without a submission. */
export const noticeTimer = timerHandler(timerKind, async ({ tx, timer, deps }) => {
  const locked = await lockMilestone(tx, timer.subject.id)
  if (!locked || locked.milestone.clock.noticeEndsAt !== timer.at) return
  const by = { actor: null, at: deps.clock.now() }
  const event = endNotice(locked.milestone, locked.agreement, by.at)
  if (event) await appendCommissionEvent(tx, event, by)
})
