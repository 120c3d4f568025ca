import { type Slots } from '@veranda/contract/bookings/session-schemas.ts'
import { addDays } from '../../lib/zoned.ts'

export type SlotDay = { date: string; slots: Slots['days'][number]['slots'] }

/** How many days the strip shows at once. */
export const stripDays = 7

/** Every day of the strip in order, with its slots or none. */
export function stripOf(from: string, slots: Slots | undefined): SlotDay[] {
  return Array.from({ length: stripDays }, (_, index) => {
    const date = addDays(from, index)
    return { date, slots: slots?.days.find((day) => day.date === date)?.slots ?? [] }
  })
}

/** The day to show: the wanted one if it has times, else the first that has. */
export function shownDay(strip: readonly SlotDay[], wanted: string | undefined): SlotDay | undefined {
  const asked = strip.find(({ date }) => date === wanted)
  if (asked && asked.slots.length > 0) return asked
  return strip.find(({ slots }) => slots.length > 0) ?? asked
}

export type DayPart = 'morning' | 'afternoon' | 'evening'

/** The slots of a day by its parts, on the clock that shows them; `hourOf` says the hour of a moment there. */
export function byDayPart(
  slots: SlotDay['slots'],
  hourOf: (iso: string) => number,
): { part: DayPart; slots: SlotDay['slots'] }[] {
  const partOf = (hour: number): DayPart => (hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening')
  return (['morning', 'afternoon', 'evening'] as const)
    .map((part) => ({ part, slots: slots.filter(({ at }) => partOf(hourOf(at)) === part) }))
    .filter((group) => group.slots.length > 0)
}
