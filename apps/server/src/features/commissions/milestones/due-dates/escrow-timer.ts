import { escrowEndsAt, escrowReminderMs } from '@veranda/core/commissions/milestones/due-clock.ts'
import {
  needsDecision,
  refundUnsubmitted,
  remindOfEscrowEnd,
} from '@veranda/core/commissions/milestones/refund-right.ts'
import { asId, type RefundId } from '@veranda/core/ids.ts'
import { after, type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../../../../platform/db/database.ts'
import { timestamptz } from '../../../../platform/db/timestamptz.ts'
import { type FigureQuery, figure } from '../../../../platform/metrics/figure.ts'
import { scheduleTimer, timerHandler } from '../../../../platform/timers/timers.ts'
import { appendCommissionEvent } from '../../append-commission-event.ts'
import { isChargedBack, lockMilestone } from '../milestone.repository.ts'
import { postRefund } from '../post-refund.ts'

const timerKind = 'milestone.escrow-end'

async function scheduleAt(tx: Tx, milestoneId: string, at: Instant): Promise<void> {
  await scheduleTimer(tx, {
    kind: timerKind,
    subject: { kind: 'milestone', id: milestoneId },
    at,
    key: `${timerKind}:${milestoneId}`,
  })
}

/** Schedules the reminder before the end of the time in escrow. */
export function scheduleEscrowTimer(tx: Tx, milestoneId: string, endsAt: Instant): Promise<void> {
  return scheduleAt(tx, milestoneId, after(endsAt, -escrowReminderMs))
}

/**
 * Tells both sides that the time in escrow ends, and gives the escrow back at its end when nothing was ever submitted.
 * Else an admin decides, which is logged as an error.
 */
export const escrowTimer = timerHandler(timerKind, async ({ tx, timer, deps }) => {
  const locked = await lockMilestone(tx, timer.subject.id)
  if (!locked) return
  const { agreement } = locked
  const milestone = {
    ...locked.milestone,
    frozen: locked.milestone.frozen || (await isChargedBack(tx, timer.subject.id)),
  }
  const endsAt = escrowEndsAt(milestone.clock, agreement.rates)
  if (endsAt === null) return
  const by = { actor: null, at: deps.clock.now() }
  if (by.at < endsAt) {
    const reminder = remindOfEscrowEnd(milestone, agreement, by.at)
    if (reminder) await appendCommissionEvent(tx, reminder, by)
    const remindsAt = after(endsAt, -escrowReminderMs)
    return scheduleAt(tx, milestone.id, by.at < remindsAt ? remindsAt : endsAt)
  }
  if (needsDecision(milestone, agreement, by.at)) {
    deps.log.error({ milestoneId: milestone.id, alert: true }, 'escrow is past its time and waits for a decision')
    return
  }
  const decided = refundUnsubmitted(milestone, agreement, { refundId: asId<RefundId>(deps.ids.next()) }, by.at)
  if (decided.ok) await postRefund(tx, agreement, decided.value, by)
})

/** Counts milestones whose time in escrow is over and that wait for a decision of an admin. */
export const countUndecidedEscrows: FigureQuery = async (tx, now) => {
  const { rows } = await sql<{ undecided: number }>`
    select count(*) as undecided from milestones m
    join commissions c on c.id = m.commission_id
    join offer_versions o on o.id = c.accepted_offer_id
    where m.state in ('funded', 'in_progress', 'changes_requested') and not m.frozen
      and m.first_submitted_at is not null
      and m.funded_at + (o.rates ->> 'maxEscrowMs')::bigint * interval '1 millisecond' <= ${timestamptz(now)}`.execute(
    tx,
  )
  const help = 'Milestones whose time in escrow is over and that wait for a decision of an admin.'
  return [figure('veranda_escrows_undecided', help, rows[0]?.undecided ?? 0)]
}
