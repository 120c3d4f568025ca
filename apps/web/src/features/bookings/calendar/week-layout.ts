import { addDays, epochMsInZone, timeInZone } from './time-zone.ts'

export type TimeSpan = { from: number; to: number }
/** An item within one day of the grid; hours are on the wall clock, from midnight. */
export type PlacedItem<T> = { item: T; from: number; to: number; lane: number; lanes: number }

/** Returns the seven days from Monday on, each with its start and end instant. */
export function weekDays(monday: string, zone: string): { date: string; from: number; to: number }[] {
  return Array.from({ length: 7 }, (_, index) => {
    const date = addDays(monday, index)
    return { date, from: epochMsInZone(zone, date, '00:00'), to: epochMsInZone(zone, addDays(date, 1), '00:00') }
  })
}

/** Places the items of a day, in hours of its wall clock, in lanes if they overlap. */
export function placeOnDay<T>(
  items: readonly T[],
  spanOf: (item: T) => TimeSpan,
  day: { date: string; from: number; to: number },
  zone: string,
): PlacedItem<T>[] {
  const clipped = items
    .map((item) => ({ item, ...spanOf(item) }))
    .filter(({ from, to }) => from < day.to && to > day.from)
    .sort((a, b) => a.from - b.from || b.to - a.to)
    .map(({ item, from, to }) => ({
      item,
      from: from <= day.from ? 0 : hourOfDay(zone, from),
      to: to >= day.to ? 24 : hourOfDay(zone, to),
    }))
    .map((one) => ({ ...one, to: Math.max(one.to, one.from + 0.25) }))
  const placed: PlacedItem<T>[] = []
  let group: PlacedItem<T>[] = []
  let end = -1
  const close = () => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane + 1))
    for (const one of group) one.lanes = lanes
    placed.push(...group)
    group = []
  }
  for (const one of clipped) {
    if (one.from >= end) close()
    const taken = new Set(group.filter(({ to }) => to > one.from).map(({ lane }) => lane))
    let lane = 0
    while (taken.has(lane)) lane += 1
    group.push({ ...one, lane, lanes: 1 })
    end = group.length === 1 ? one.to : Math.max(end, one.to)
  }
  close()
  return placed
}

/** Returns the hours that the grid shows: the working day, extended to fit all items. */
export function visibleHours(all: readonly { from: number; to: number }[]): { first: number; last: number } {
  const first = Math.min(8, ...all.map(({ from }) => Math.floor(from)))
  const last = Math.max(19, ...all.map(({ to }) => Math.ceil(to)))
  return { first, last }
}

function hourOfDay(zone: string, at: number): number {
  const [hours = 0, minutes = 0] = timeInZone(zone, at).split(':').map(Number)
  return hours + minutes / 60
}
