import { addDays, momentIn, timeIn } from '../../lib/zoned.ts'

export type Stretch = { from: number; to: number }
/** A stretch within one day of the grid; hours are counted on the wall clock from midnight. */
export type Placed<T> = { item: T; from: number; to: number; lane: number; lanes: number }

/** The seven days from Monday on, each with the moments it lies between. */
export function weekDays(monday: string, zone: string): { date: string; from: number; to: number }[] {
  return Array.from({ length: 7 }, (_, index) => {
    const date = addDays(monday, index)
    return { date, from: momentIn(zone, date, '00:00'), to: momentIn(zone, addDays(date, 1), '00:00') }
  })
}

/** What of `items` lies on a day, in hours of its wall clock, those at the same time beside each other. */
export function placeOnDay<T>(
  items: readonly T[],
  stretchOf: (item: T) => Stretch,
  day: { date: string; from: number; to: number },
  zone: string,
): Placed<T>[] {
  const cut = items
    .map((item) => ({ item, ...stretchOf(item) }))
    .filter(({ from, to }) => from < day.to && to > day.from)
    .sort((a, b) => a.from - b.from || b.to - a.to)
    .map(({ item, from, to }) => ({
      item,
      from: from <= day.from ? 0 : hourIn(zone, from),
      to: to >= day.to ? 24 : hourIn(zone, to),
    }))
    .map((one) => ({ ...one, to: Math.max(one.to, one.from + 0.25) }))
  const placed: Placed<T>[] = []
  let group: Placed<T>[] = []
  let end = -1
  const close = () => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane + 1))
    for (const one of group) one.lanes = lanes
    placed.push(...group)
    group = []
  }
  for (const one of cut) {
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

/** The hours that the grid shows: those of the working day, and further where something stands. */
export function hoursShown(all: readonly { from: number; to: number }[]): { first: number; last: number } {
  const first = Math.min(8, ...all.map(({ from }) => Math.floor(from)))
  const last = Math.max(19, ...all.map(({ to }) => Math.ceil(to)))
  return { first, last }
}

function hourIn(zone: string, at: number): number {
  const [hours = 0, minutes = 0] = timeIn(zone, at).split(':').map(Number)
  return hours + minutes / 60
}
