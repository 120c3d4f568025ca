const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone)
  if (!clock) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
    clock = new Intl.DateTimeFormat('en-CA', { timeZone: zone, hourCycle: 'h23', calendar: 'gregory', ...parts })
    clocks.set(zone, clock)
  }
  return clock
}

function partsIn(zone: string, at: number): Record<string, string> {
  return Object.fromEntries(
    clockOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
}

/** The day (`YYYY-MM-DD`) that a zone's calendar shows at a moment in milliseconds. */
export function dateIn(zone: string, at: number): string {
  const { year, month, day } = partsIn(zone, at)
  return `${year}-${month}-${day}`
}

/** What a zone's wall clock shows at a moment: `HH:MM`. */
export function timeIn(zone: string, at: number): string {
  const { hour, minute } = partsIn(zone, at)
  return `${hour}:${minute}`
}

/** The moment at which a zone's wall clock shows `time` on that day; a time that the clocks skip is moved on by the gap. */
export function momentIn(zone: string, date: string, time: string): number {
  const asked = Date.parse(`${date}T${time}:00Z`)
  // Two steps: the offset at the first guess may be the one on the other side of a clock change.
  const first = asked - offsetOf(zone, asked)
  const second = asked - offsetOf(zone, first)
  return offsetOf(zone, second) === offsetOf(zone, first) ? second : Math.max(first, second)
}

/** How far a zone is ahead of UTC at a moment, in milliseconds. */
export function offsetOf(zone: string, at: number): number {
  const minutes = Math.floor(at / 60_000) * 60_000
  return Date.parse(`${dateIn(zone, minutes)}T${timeIn(zone, minutes)}:00Z`) - minutes
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7
}

export function mondayOf(date: string): string {
  return addDays(date, 1 - weekdayOf(date))
}

/** A zone as people call it: its city. */
export function placeOf(zone: string): string {
  return zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
}
