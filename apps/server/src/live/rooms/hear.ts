import { mostInRoom, roomSay, type RoomSay } from '@veranda/contract/rooms/wire.ts'
import { isPose } from '@veranda/core/rooms/pose.ts'
import { mayInRoom, type RoomAct } from '@veranda/core/rooms/roles.ts'
import { type Member } from './member.ts'
import { type Room } from './room.ts'

/** What is wrong with what a device sent: too much of it, no sense in it, or too much that all others would hear of. */
export type Wrong = 'flood' | 'malformed' | 'pestering'
/** As what a line is closed that does not stop. */
export const closesFor = { flood: 'flood', malformed: 'malformed', pestering: 'flood' } as const

/** Passes a frame on; undefined when it was taken. */
export function hearPose(room: Room, member: Member, bytes: Uint8Array): Wrong | undefined {
  if (!isPose(bytes[0] ?? 0, bytes.length)) return 'malformed'
  if (!member.poses.take()) return 'flood'
  room.pose(member, bytes)
  return undefined
}

/** Does what a device says; undefined when it was heard, be it refused. */
export function hearWords(room: Room, member: Member, text: string): Wrong | undefined {
  if (!member.words.take()) return 'flood'
  const said = parse(text)
  if (!said || said.name === 'enter') return 'malformed'
  const outcome = act(room, member, said)
  if (outcome === 'pestering') return outcome
  if (outcome !== undefined) member.tell({ name: 'refused', of: said.name, code: outcome })
  return undefined
}

export function parse(text: string): RoomSay | undefined {
  try {
    const parsed = roomSay.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/** Answers why it was not done; to who does too often what others hear of, nothing is answered. */
function act(
  room: Room,
  member: Member,
  said: Exclude<RoomSay, { name: 'enter' }>,
): `room.${string}` | 'pestering' | undefined {
  const may = (what: RoomAct) => mayInRoom(member.standing.role, what)
  switch (said.name) {
    case 'ping':
      member.tell({ name: 'pong', at: said.at, time: performance.now() })
      return undefined
    case 'signal':
      if (said.to >= mostInRoom) return undefined
      if (!member.maySignal(said.to, said.data.length + 1)) return 'pestering'
      room.at(said.to)?.tell({ name: 'signal', from: member.slot, data: said.data })
      return undefined
    case 'muted':
      return room.mute(member, said.muted) ? undefined : 'pestering'
    case 'silence':
      if (!may('moderate')) return 'room.hosts-only'
      if (!member.orders.take()) return 'pestering'
      return room.silence(said.personId, member.actor.id, said.silenced) ? undefined : 'room.nobody'
    case 'gather':
      if (!may('gather')) return 'room.hosts-only'
      if (!member.orders.take()) return 'pestering'
      room.tellOthers(member, { name: 'gather', by: member.slot })
      return undefined
    case 'hold':
      if (!may('hold')) return 'room.hosts-only'
      if (!member.hands.take()) return 'pestering'
      return room.hold(said.key, member) ? undefined : 'room.held'
    case 'let-go':
      // Always done, so that nothing stays held; told only of what was held.
      room.letGo(said.key, member)
      return undefined
    case 'drag':
      if (!room.holds(said.key, member)) return 'room.not-held'
      room.tellOthers(member, { name: 'drag', key: said.key, placement: said.placement, by: member.slot })
      return undefined
  }
}
