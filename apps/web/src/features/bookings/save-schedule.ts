import { changeSchedule, readCalendar, readSchedule } from '@veranda/contract/bookings/routes.ts'
import { useCommand } from '../../lib/command.ts'
import { refresh } from '../../lib/query.ts'
import { bookingReads } from './booking-command.ts'
import { type ScheduleDraft } from './schedule-draft.ts'

/** Writes a schedule down as it was drafted on the version that was read. */
export function useSaveSchedule() {
  const save = useCommand(changeSchedule, { touches: [readSchedule, readCalendar, ...bookingReads] })
  return {
    busy: save.busy,
    problem: save.problem,
    reset: save.reset,
    stale: save.problem?.status === 409,
    run: async (draft: ScheduleDraft, expected: number) => {
      const outcome = await save.run({ body: { ...draft, expected } })
      if (!outcome.ok && outcome.problem.status === 409) await refresh(readSchedule)
      return outcome
    },
  }
}
