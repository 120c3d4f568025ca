import { type Instant, after, instant, minute } from '../time/instant.ts'
import { type Interval } from './schedule.ts'
import { joinBefore, lateAllowed } from './session-terms.ts'

/** When each side was there; somebody who has not left has no end yet. */
export type Presence = { readonly side: 'client' | 'creator'; readonly from: Instant; readonly to: Instant | null }

type Meeting = { readonly startsAt: Instant; readonly endsAt: Instant }

/** From when on being there counts, and Join appears. */
export function joinOpens({ startsAt }: Pick<Meeting, 'startsAt'>): Instant {
  return instant(startsAt - joinBefore)
}

/** When it is decided who did not come: ten minutes after the start, or at the end of a shorter session. */
export function missedAt({ startsAt, endsAt }: Meeting): Instant {
  return instant(Math.min(startsAt + lateAllowed, endsAt))
}

/** The stretch in which being there counts for who came. */
export function presenceCounts(meeting: Meeting): Interval {
  return { from: joinOpens(meeting), to: missedAt(meeting) }
}

/** Whether both are there at this moment. */
export function areBothThere(presence: readonly Presence[], now: Instant): boolean {
  return (['client', 'creator'] as const).every((side) =>
    presence.some((one) => one.side === side && one.from <= now && (one.to === null || one.to > now)),
  )
}

/**
 * Who did not come, as it stands `missedAt`: neither side counts as missing that was there at any time between the
 * opening of Join and then. Undefined when both were, or when a fault of our room makes presence say nothing.
 */
export function whoMissed(
  meeting: Meeting,
  presence: readonly Presence[],
  roomFault: boolean,
): 'client' | 'provider' | 'both' | undefined {
  if (roomFault) return undefined
  const window = presenceCounts(meeting)
  const came = (side: Presence['side']) =>
    presence.some((one) => one.side === side && one.from <= window.to && (one.to === null || one.to > window.from))
  if (came('client')) return came('creator') ? undefined : 'provider'
  return came('creator') ? 'client' : 'both'
}

/** Whole minutes that a side was there between start and end, stretches that overlap counted once. */
export function minutesThere(meeting: Meeting, presence: readonly Presence[], side: Presence['side']): number {
  let total = 0
  let until: number = meeting.startsAt
  for (const one of presence.filter((p) => p.side === side).toSorted((a, b) => a.from - b.from)) {
    const from = Math.max(one.from, until)
    const to = Math.min(one.to ?? meeting.endsAt, meeting.endsAt)
    if (to > from) {
      total += to - from
      until = to
    }
  }
  return Math.floor(total / minute)
}

/** How late a side was, in whole minutes; undefined when it never came. */
export function minutesLate(
  meeting: Meeting,
  presence: readonly Presence[],
  side: Presence['side'],
): number | undefined {
  const arrivals = presence
    .filter((one) => one.side === side && (one.to === null || one.to > meeting.startsAt) && one.from < meeting.endsAt)
    .map((one) => one.from)
  return arrivals.length === 0
    ? undefined
    : Math.max(0, Math.floor((Math.min(...arrivals) - meeting.startsAt) / minute))
}

/** The stretch in which one may come in. */
export function joinWindow(meeting: Meeting): Interval {
  return { from: joinOpens(meeting), to: after(meeting.endsAt, 0) }
}
