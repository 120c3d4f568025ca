const formattersByZone = new Map<string, Intl.DateTimeFormat>()

function formatterFor(zone: string): Intl.DateTimeFormat {
  let clock = formattersByZone.get(zone)
  if (!clock) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
    clock = new Intl.DateTimeFormat('en-CA', { timeZone: zone, hourCycle: 'h23', calendar: 'gregory', ...parts })
    formattersByZone.set(zone, clock)
  }
  return clock
}

function partsIn(zone: string, at: number): Record<string, string> {
  return Object.fromEntries(
    formatterFor(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
}

/** Returns the calendar day (`YYYY-MM-DD`) in a zone at an instant in milliseconds. */
export function dateInZone(zone: string, at: number): string {
  const { year, month, day } = partsIn(zone, at)
  return `${year}-${month}-${day}`
}

/** Returns the wall time (`HH:MM`) in a zone at an instant in milliseconds. */
export function timeInZone(zone: string, at: number): string {
  const { hour, minute } = partsIn(zone, at)
  return `${hour}:${minute}`
}

/** Returns the instant in milliseconds of a wall time in a zone; a time that the clocks skip moves on by the gap. */
export function epochMsInZone(zone: string, date: string, time: string): number {
  const asked = Date.parse(`${date}T${time}:00Z`)
  // Two steps: the offset at the first guess may be the one on the other side of a clock change.
  const first = asked - zoneOffsetMs(zone, asked)
  const second = asked - zoneOffsetMs(zone, first)
  return zoneOffsetMs(zone, second) === zoneOffsetMs(zone, first) ? second : Math.max(first, second)
}

/** Returns how far a zone is ahead of UTC at an instant, in milliseconds. */
export function zoneOffsetMs(zone: string, at: number): number {
  const minutes = Math.floor(at / 60_000) * 60_000
  return Date.parse(`${dateInZone(zone, minutes)}T${timeInZone(zone, minutes)}:00Z`) - minutes
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** Returns the weekday, 1 for Monday to 7 for Sunday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7
}

export function mondayOf(date: string): string {
  return addDays(date, 1 - weekdayOf(date))
}
