import { type RoomMember } from '@veranda/contract/rooms/wire.ts'

/** Somebody inside with all their devices; what one does to them is done to the person. */
type Somebody = { readonly first: RoomMember; readonly devices: readonly RoomMember[] }

export function peopleOf(members: ReadonlyMap<number, RoomMember>): Somebody[] {
  const byPerson = Map.groupBy(members.values(), ({ personId }) => personId)
  return Array.from(byPerson.values()).flatMap((devices) => (devices[0] ? [{ first: devices[0], devices }] : []))
}
