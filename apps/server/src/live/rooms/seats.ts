import { keptForHosts, mostDevices, mostInRoom } from '@veranda/contract/rooms/wire.ts'
import { type RoomRole } from '@veranda/core/rooms/roles.ts'
import { randomBytes } from 'node:crypto'
import { type WebSocket } from 'ws'
import { type Actor } from '../../access/actor.ts'
import { type Standing } from './door.ts'
import { type Enter } from './introduction.ts'
import { Member } from './member.ts'
import { type Room } from './room.ts'

/** Who wants in, by which line. */
type Coming = { line: WebSocket; said: Enter; actor: Actor; standing: Standing }

/** The device that comes back after its line broke. Nobody takes a slot over with somebody else's words. */
export function formerOf(room: Room, { resume }: Enter, personId: string): Member | undefined {
  return room.members.find((member) => member.resume === resume && member.actor.id === personId)
}

/** Which device of a person makes room for one more of theirs: one whose line broke, or the one that came first. */
export function givesWay(room: Room, personId: string): Member | undefined {
  const own = room.members.filter(({ actor }) => actor.id === personId)
  if (own.length < mostDevices) return undefined
  return own.toSorted((a, b) => Number(Boolean(a.line)) - Number(Boolean(b.line)) || a.turn - b.turn)[0]
}

/** A free slot; undefined when there is none for this role, since guests leave some to the hosts. */
export function freeSeat(room: Room, role: RoomRole): number | undefined {
  const guests = room.members.filter(({ standing }) => standing.role === 'guest').length
  return role === 'guest' && guests >= mostInRoom - keptForHosts ? undefined : room.freeSlot()
}

/** Puts a device on its slot, and tells the others. */
export function sit(room: Room, slot: number, former: Member | undefined, coming: Coming): Member {
  const { line, said, actor, standing } = coming
  const { device, voice, muted } = said
  room.knows(actor.id, standing.silenced)
  if (former) {
    Object.assign(former, { line, standing, muted, lostAt: 0, heardAt: performance.now() })
    room.changed(former)
    return former
  }
  const resume = randomBytes(18).toString('base64url')
  const member = new Member({ slot, turn: room.nextTurn(), actor, device, resume, voice, muted, standing, line })
  room.add(member)
  return member
}
