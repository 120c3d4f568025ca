import { ok, refuse, type Result } from '../result.ts'

/** Hosts may change what all see; guests see, speak and point. */
export const roomRoles = ['host', 'guest'] as const
export type RoomRole = (typeof roomRoles)[number]

/** What somebody may want to do in a room beyond seeing, speaking and pointing. */
export const roomActs = ['place', 'draw', 'note', 'measure', 'tools', 'moderate', 'invite', 'gather', 'hold'] as const
export type RoomAct = (typeof roomActs)[number]

/** Whether a role allows an act. Approving is not among them: that is the client's own, whatever the role. */
export function mayInRoom(role: RoomRole, act: RoomAct): boolean {
  return role === 'host' && roomActs.includes(act)
}

/** The two whose project or session it is are hosts for good. Refuses room.host-for-good (conflict). */
export function decideRole(party: boolean, role: RoomRole): Result<RoomRole> {
  return party && role !== 'host' ? refuse('room.host-for-good', 'conflict') : ok(role)
}
