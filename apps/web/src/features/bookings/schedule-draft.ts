import { type Schedule, type ScheduleBody, type WallRange } from '@veranda/contract/bookings/session-schemas.ts'
import { weekdayOf } from '../../lib/zoned.ts'

/** A schedule while it is changed; what is sent besides the version that was read. */
export type ScheduleDraft = Omit<ScheduleBody, 'expected'>

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
/** What a day begins with when hours are first given to it. */
export const usualRange: WallRange = { from: '09:00', to: '17:00' }

export function draftOf({ timeZone, weekly, overrides, absences, travels }: Schedule): ScheduleDraft {
  return { timeZone, weekly, overrides, absences, travels }
}

export function rangesOn(draft: Pick<ScheduleDraft, 'weekly'>, weekday: number): WallRange[] {
  return draft.weekly.filter((one) => one.weekday === weekday).map(({ from, to }) => ({ from, to }))
}

export function withRanges(draft: ScheduleDraft, weekday: number, ranges: readonly WallRange[]): ScheduleDraft {
  const others = draft.weekly.filter((one) => one.weekday !== weekday)
  return { ...draft, weekly: inOrder([...others, ...ranges.map((range) => ({ weekday, ...range }))]) }
}

/** The hours of one day given to every other weekday that has any, and to none that is closed. */
export function copiedToOpenDays(draft: ScheduleDraft, weekday: number): ScheduleDraft {
  const ranges = rangesOn(draft, weekday)
  const open = weekdays.filter((day) => day !== weekday && rangesOn(draft, day).length > 0)
  return open.reduce((next, day) => withRanges(next, day, ranges), draft)
}

/** The open hours of a day of the calendar: its own, else those of its weekday. */
export function rangesOnDate(draft: ScheduleDraft, date: string): { own: boolean; ranges: WallRange[] } {
  const own = draft.overrides.find((one) => one.date === date)
  return own ? { own: true, ranges: [...own.ranges] } : { own: false, ranges: rangesOn(draft, weekdayOf(date)) }
}

/** Gives a day hours of its own, none for a day off; undefined gives it back to the week. */
export function withOverride(draft: ScheduleDraft, date: string, ranges: WallRange[] | undefined): ScheduleDraft {
  const others = draft.overrides.filter((one) => one.date !== date)
  const all = ranges === undefined ? others : [...others, { date, ranges }]
  return { ...draft, overrides: all.toSorted((a, b) => a.date.localeCompare(b.date)) }
}

/** The zone that a day of this schedule is meant in. */
export function zoneOn({ timeZone, travels }: Pick<ScheduleDraft, 'timeZone' | 'travels'>, date: string): string {
  const sorted = travels.toSorted((a, b) => a.from.localeCompare(b.from))
  return sorted.findLast(({ from }) => from <= date)?.timeZone ?? timeZone
}

export type RangeFault = 'empty' | 'overlap'

/** What is wrong with the hours of one day: a range without length, or two that overlap. Passing midnight is allowed. */
export function rangeFault(ranges: readonly WallRange[]): RangeFault | undefined {
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

function inOrder(weekly: ScheduleDraft['weekly']): ScheduleDraft['weekly'] {
  return weekly.toSorted((a, b) => a.weekday - b.weekday || a.from.localeCompare(b.from))
}
