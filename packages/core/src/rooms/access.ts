import { type Instant } from '../time/instant.ts'
import { type RoomRole } from './roles.ts'

/** What is known of somebody before a room's door. */
export type Knock = {
  /** The project or session is theirs. */
  readonly party: boolean
  /** They are a guest of the whole project. */
  readonly projectGuest: boolean
  /** What a host made them here; null when nobody did. */
  readonly made: RoomRole | null
  readonly removed: boolean
}

/** Who somebody is in a room: parties are hosts for good, whoever was taken out stays out until a host lets them in; undefined for strangers. */
export function roleOf({ party, projectGuest, made, removed }: Knock): RoomRole | 'removed' | undefined {
  if (party) return 'host'
  if (removed) return 'removed'
  return made ?? (projectGuest ? 'guest' : undefined)
}

/** When a session's room is open; a project's has no times. */
export type RoomTimes = {
  readonly opensAt: Instant
  readonly endsAt: Instant
  readonly over: boolean
  readonly agreed: boolean
}

/** A session's room opens ten minutes before the start, once it is agreed, and lets nobody in after the end. */
export function roomState(times: RoomTimes, now: Instant): 'early' | 'open' | 'over' {
  if (times.over || now >= times.endsAt) return 'over'
  return times.agreed && now >= times.opensAt ? 'open' : 'early'
}
