import { ok, refuse, type Result } from '../../result.ts'
import { type Instant } from '../../time/instant.ts'

/** Roles in a room: hosts may change shared state; guests see, speak and point. */
export const roomRoles = ['host', 'guest'] as const
export type RoomRole = (typeof roomRoles)[number]

/** Actions in a room beyond seeing, speaking and pointing. `chat` opens the project's chat. */
export const roomActions = [
  'place',
  'draw',
  'note',
  'measure',
  'tools',
  'moderate',
  'invite',
  'gather',
  'grab',
  'chat',
] as const
export type RoomAction = (typeof roomActions)[number]

/**
 * Returns true if a role allows an action. The chat is up to no role, but to the parties. Approving is not one of them:
 * it is up to the client, whatever their role.
 */
export function canInRoom(role: RoomRole, action: RoomAction): boolean {
  return role === 'host' && action !== 'chat'
}

/**
 * Returns the actions of a user in a room: those of their role and, for the parties of the project or booking, the chat.
 */
export function roomActionsFor(role: RoomRole, viewer: { readonly isParty: boolean }): RoomAction[] {
  return roomActions.filter((action) => (action === 'chat' ? viewer.isParty : canInRoom(role, action)))
}

/** Steps that a host may take with another user of the room. */
export const roomUserActions = ['silence', 'change-role', 'remove'] as const
export type RoomUserAction = (typeof roomUserActions)[number]

/**
 * Returns the steps that a user of this role may take with another one. The parties of the project or booking stay
 * hosts and cannot be removed.
 */
export function roomUserActionsFor(role: RoomRole, target: { readonly isParty: boolean }): RoomUserAction[] {
  if (!canInRoom(role, 'moderate')) return []
  return roomUserActions.filter((action) => action === 'silence' || !target.isParty)
}

/**
 * Checks a change of role: the parties of the project or booking stay hosts. Refuses room.party-stays-host (conflict).
 */
export function checkRoleChange(isParty: boolean, role: RoomRole): Result<RoomRole> {
  return isParty && role !== 'host' ? refuse('room.party-stays-host', 'conflict') : ok(role)
}

/** Facts that decide a user's access to a room. */
export type AccessFacts = {
  /** A party of the project or booking. */
  readonly isParty: boolean
  /** The role that a host assigned in this room; null if none. */
  readonly assignedRole: RoomRole | null
  readonly isRemoved: boolean
}

/**
 * Returns a user's role: parties are always hosts, removed users stay out until a host lets them back in; undefined for
 * strangers.
 */
export function resolveRoomRole({ isParty, assignedRole, isRemoved }: AccessFacts): RoomRole | 'removed' | undefined {
  if (isParty) return 'host'
  if (isRemoved) return 'removed'
  return assignedRole ?? undefined
}

/** A session's room, as far as its times decide who may enter. A project's room has no times. */
export type Room = {
  readonly opensAt: Instant
  readonly endsAt: Instant
  readonly isOver: boolean
  readonly isAgreed: boolean
}

/** Returns the state of a session's room: open from `opensAt` once the booking is agreed, and over after its end. */
export function roomState(room: Room, now: Instant): 'early' | 'open' | 'over' {
  if (room.isOver || now >= room.endsAt) return 'over'
  return room.isAgreed && now >= room.opensAt ? 'open' : 'early'
}
