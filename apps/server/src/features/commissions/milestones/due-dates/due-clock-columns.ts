import { type DueClock } from '@veranda/core/commissions/milestones/due-clock.ts'
import { type Selectable } from 'kysely'
import { requiredColumn } from '../../../../platform/db/required-column.ts'
import { type Tables } from '../../../../platform/db/tables.ts'

type MilestoneColumns = Selectable<Tables['milestones']>
type DueColumns = Pick<
  MilestoneColumns,
  | 'id'
  | 'state'
  | 'funded_at'
  | 'first_submitted_at'
  | 'due_step'
  | 'extension_due_at'
  | 'extension_reason'
  | 'extension_requested_at'
  | 'notice_ends_at'
  | 'paused_ms'
>

/** Returns the due clock of a row. */
export function toDueClock(row: DueColumns): DueClock {
  const { extension_due_at: dueAt } = row
  return {
    fundedAt: row.funded_at,
    wasSubmitted: row.first_submitted_at !== null,
    lastStep: row.due_step,
    extension:
      dueAt === null
        ? null
        : {
            dueAt,
            reason: requiredColumn(row.extension_reason, 'milestone', row),
            at: requiredColumn(row.extension_requested_at, 'milestone', row),
          },
    noticeEndsAt: row.notice_ends_at,
    pausedMs: row.paused_ms,
  }
}

/** Returns what the actions of a row depend on besides its own columns. */
export function toActionFields(
  row: DueColumns &
    Pick<MilestoneColumns, 'rounds' | 'extra_rounds' | 'round_requested' | 'due_at' | 'review_window_days'>,
) {
  return {
    rounds: row.rounds + row.extra_rounds,
    roundRequested: row.round_requested,
    dueAt: row.due_at,
    clock: toDueClock(row),
    reviewWindowDays: row.review_window_days,
  }
}

/** Returns the columns of a due clock, but for the time of the first submission, which is written once. */
export function toDueColumns({ fundedAt, lastStep, extension, noticeEndsAt, pausedMs }: DueClock) {
  return {
    funded_at: fundedAt === null ? null : new Date(fundedAt),
    due_step: lastStep,
    extension_due_at: extension && new Date(extension.dueAt),
    extension_reason: extension && extension.reason,
    extension_requested_at: extension && new Date(extension.at),
    notice_ends_at: noticeEndsAt === null ? null : new Date(noticeEndsAt),
    paused_ms: pausedMs,
  }
}
