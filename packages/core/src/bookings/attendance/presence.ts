import { type Instant, after, instant, minute } from '../../time/instant.ts'
import { type Interval } from '../availability/schedule.ts'
import { joinLeadMs, noShowGraceMs } from '../services/hourly-service.ts'

/** When a side was present; `to` is null while they are inside. */
export type PresenceInterval = {
  readonly side: 'client' | 'creator'
  readonly from: Instant
  readonly to: Instant | null
}

type Meeting = { readonly startsAt: Instant; readonly endsAt: Instant }

/** Returns when Join opens and presence begins to count. */
export function joinOpensAt({ startsAt }: Pick<Meeting, 'startsAt'>): Instant {
  return instant(startsAt - joinLeadMs)
}

/** Returns when a no-show is decided: ten minutes after the start, or at the end of a shorter session. */
export function noShowDecidedAt({ startsAt, endsAt }: Meeting): Instant {
  return instant(Math.min(startsAt + noShowGraceMs, endsAt))
}

/** Returns the interval in which presence counts as attendance. */
export function attendanceWindow(meeting: Meeting): Interval {
  return { from: joinOpensAt(meeting), to: noShowDecidedAt(meeting) }
}

/** Returns true if both are present now. */
export function areBothPresent(presence: readonly PresenceInterval[], now: Instant): boolean {
  return (['client', 'creator'] as const).every((side) =>
    presence.some((one) => one.side === side && one.from <= now && (one.to === null || one.to > now)),
  )
}

/**
 * Finds who did not come, as of `noShowDecidedAt`: a side attended if it was present at any time since Join opened.
 * Undefined if both did, or if a failure of our room makes presence meaningless.
 */
export function findNoShow(
  meeting: Meeting,
  presence: readonly PresenceInterval[],
  roomFault: boolean,
): 'client' | 'creator' | 'both' | undefined {
  if (roomFault) return undefined
  const window = attendanceWindow(meeting)
  const came = (side: PresenceInterval['side']) =>
    presence.some((one) => one.side === side && one.from <= window.to && (one.to === null || one.to > window.from))
  if (came('client')) return came('creator') ? undefined : 'creator'
  return came('creator') ? 'client' : 'both'
}

/** Returns the whole minutes that a side was present between start and end, counting overlaps once. */
export function presentMinutes(
  meeting: Meeting,
  presence: readonly PresenceInterval[],
  side: PresenceInterval['side'],
): number {
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

/** Returns the interval in which the room can be joined. */
export function joinWindow(meeting: Meeting): Interval {
  return { from: joinOpensAt(meeting), to: after(meeting.endsAt, 0) }
}
