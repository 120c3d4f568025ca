import { changeSchedule, readCalendar, readSchedule } from '@veranda/contract/bookings/routes.ts'
import { useCommand } from '../../../lib/api/use-command.ts'
import { invalidateReads } from '../../../lib/api/query.ts'
import { bookingReads } from '../queries.ts'
import { type ScheduleDraft } from './schedule-draft.ts'

/** Saves a schedule draft against the version that was read. */
export function useSaveSchedule() {
  const save = useCommand(changeSchedule, { invalidates: [readSchedule, readCalendar, ...bookingReads] })
  return {
    busy: save.busy,
    problem: save.problem,
    reset: save.reset,
    stale: save.problem?.status === 409,
    run: async (draft: ScheduleDraft, expected: number) => {
      const outcome = await save.run({ body: { ...draft, expected } })
      if (!outcome.ok && outcome.problem.status === 409) await invalidateReads(readSchedule)
      return outcome
    },
  }
}
