import { type Slots } from '@veranda/contract/bookings/services/schemas.ts'
import { addDays } from '../calendar/time-zone.ts'

export type SlotDay = { date: string; slots: Slots['days'][number]['slots'] }

/** Number of days in the strip. */
export const daysPerStrip = 7

/** Returns every day of the strip in order, with its slots or none. */
export function stripFrom(from: string, slots: Slots | undefined): SlotDay[] {
  return Array.from({ length: daysPerStrip }, (_, index) => {
    const date = addDays(from, index)
    return { date, slots: slots?.days.find((day) => day.date === date)?.slots ?? [] }
  })
}

/** Returns the wanted day if it has times, otherwise the first that has. */
export function selectedDay(strip: readonly SlotDay[], wanted: string | undefined): SlotDay | undefined {
  const asked = strip.find(({ date }) => date === wanted)
  if (asked && asked.slots.length > 0) return asked
  return strip.find(({ slots }) => slots.length > 0) ?? asked
}

/** Parts of a day in the order in which they are offered: the hours before dawn last. */
const dayParts = ['morning', 'afternoon', 'evening', 'night'] as const
export type DayPart = (typeof dayParts)[number]

/** Groups the slots of a day by part of day; `hourOf` returns the hour in the shown zone. */
export function groupByDayPart(
  slots: SlotDay['slots'],
  hourOf: (iso: string) => number,
): { part: DayPart; slots: SlotDay['slots'] }[] {
  const partOf = (hour: number): DayPart =>
    hour < 6 ? 'night' : hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
  return dayParts
    .map((part) => ({ part, slots: slots.filter(({ at }) => partOf(hourOf(at)) === part) }))
    .filter((group) => group.slots.length > 0)
}
