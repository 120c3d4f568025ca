import { type Schedule, type ScheduleBody, type WallRange } from '@veranda/contract/bookings/services/schemas.ts'
import { weekdayOf } from '../calendar/time-zone.ts'

/** A schedule being edited; what is sent with the version that was read. */
export type ScheduleDraft = Omit<ScheduleBody, 'expected'>

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
const workdays = [1, 2, 3, 4, 5] as const
/** The first hours given to a day. */
export const defaultRange: WallRange = { from: '09:00', to: '17:00' }

export function toDraft({ timeZone, weekly, overrides, absences, travels }: Schedule): ScheduleDraft {
  return { timeZone, weekly, overrides, absences, travels }
}

/** Returns what the editor begins with: working hours from Monday to Friday for hours that were never saved. */
export function firstDraft(schedule: Schedule): ScheduleDraft {
  const draft = toDraft(schedule)
  if (schedule.version > 0 || draft.weekly.length > 0) return draft
  return { ...draft, weekly: workdays.map((weekday) => ({ weekday, ...defaultRange })) }
}

export function rangesOnWeekday(draft: Pick<ScheduleDraft, 'weekly'>, weekday: number): WallRange[] {
  return draft.weekly.filter((one) => one.weekday === weekday).map(({ from, to }) => ({ from, to }))
}

export function withRanges(draft: ScheduleDraft, weekday: number, ranges: readonly WallRange[]): ScheduleDraft {
  const others = draft.weekly.filter((one) => one.weekday !== weekday)
  return { ...draft, weekly: sortWeekly([...others, ...ranges.map((range) => ({ weekday, ...range }))]) }
}

/** Copies the hours of one day to every other open weekday. */
export function copyToOpenDays(draft: ScheduleDraft, weekday: number): ScheduleDraft {
  const ranges = rangesOnWeekday(draft, weekday)
  const open = weekdays.filter((day) => day !== weekday && rangesOnWeekday(draft, day).length > 0)
  return open.reduce((next, day) => withRanges(next, day, ranges), draft)
}

/** Returns the open hours of a calendar day: its own, otherwise those of its weekday. */
export function rangesOnDate(draft: ScheduleDraft, date: string): { own: boolean; ranges: WallRange[] } {
  const own = draft.overrides.find((one) => one.date === date)
  return own ? { own: true, ranges: [...own.ranges] } : { own: false, ranges: rangesOnWeekday(draft, weekdayOf(date)) }
}

/** Gives a day its own hours, none for a day off; undefined removes the override. */
export function withOverride(draft: ScheduleDraft, date: string, ranges: WallRange[] | undefined): ScheduleDraft {
  const others = draft.overrides.filter((one) => one.date !== date)
  const all = ranges === undefined ? others : [...others, { date, ranges }]
  return { ...draft, overrides: all.toSorted((a, b) => a.date.localeCompare(b.date)) }
}

export type RangeProblem = 'empty' | 'overlap'

/**
 * Finds what is wrong with the hours of one day: a range without length, or two that overlap. Passing midnight is
 * allowed.
 */
export function findRangeProblem(ranges: readonly WallRange[]): RangeProblem | undefined {
  if (ranges.some(({ from, to }) => from === '' || to === '' || from === to)) return 'empty'
  const spans = ranges
    .map(({ from, to }) => {
      const start = minutesOf(from)
      const end = minutesOf(to)
      return { start, end: end <= start ? end + 1440 : end }
    })
    .toSorted((a, b) => a.start - b.start)
  return spans.some(({ start }, index) => start < (spans[index - 1]?.end ?? 0)) ? 'overlap' : undefined
}

export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

function sortWeekly(weekly: ScheduleDraft['weekly']): ScheduleDraft['weekly'] {
  return weekly.toSorted((a, b) => a.weekday - b.weekday || a.from.localeCompare(b.from))
}
