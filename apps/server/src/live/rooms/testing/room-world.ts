import { type RoomRole } from '@veranda/core/rooms/roles.ts'
import { randomUUID } from 'node:crypto'
import { accountsFeature } from '../../../features/accounts/feature.ts'
import { type Feature } from '../../../feature.ts'
import { type Person, testApp, type TestApp } from '../../../testing/test-app.ts'
import { noDoor, type RoomDoor } from '../door.ts'
import { RoomClient } from './room-client.ts'

type In = { roomId: string; at?: string } & Parameters<typeof RoomClient.enter>[2]

/** A server with rooms whose people the test names, and devices in them. `book` is what the door was told. */
export type RoomWorld = {
  readonly t: TestApp
  readonly address: string
  readonly features: readonly Feature[]
  readonly people: Map<string, Map<string, RoomRole>>
  readonly book: string[]
  enter(person: Person, wish: In): Promise<RoomClient>
  room(...roles: RoomRole[]): Promise<{ roomId: string; people: Person[] }>
  /** Cuts the lines of all devices. */
  cut(): void
}

export async function roomWorld(more: Partial<RoomDoor> = {}): Promise<RoomWorld> {
  const people: RoomWorld['people'] = new Map()
  const book: string[] = []
  const open: RoomClient[] = []
  const door: RoomDoor = {
    ...noDoor,
    async standing(_, roomId, personId) {
      const role = people.get(roomId)?.get(personId)
      return role ? { name: personId.slice(0, 4), avatar: null, role, silenced: false } : 'not-found'
    },
    came: async (_, roomId, personId) => void book.push(`came ${roomId} ${personId}`),
    left: async (_, roomId, personId) => void book.push(`left ${roomId} ${personId}`),
    ...more,
  }
  const features: Feature[] = [accountsFeature, { name: 'test-rooms', door }]
  const t = await testApp({ features, env: { RATE_LIMITS: '1' } })
  const address = await t.listen()
  return {
    t,
    address,
    features,
    people,
    book,
    async enter(person, { roomId, at = address, ...wish }) {
      const { path } = await t.deps.live.roomPath(roomId)
      const client = await RoomClient.enter(at + path, person, wish)
      open.push(client)
      return client
    },
    async room(...roles) {
      const roomId = randomUUID()
      const inside = await Promise.all(roles.map((role, index) => t.person(`${role} ${index}`)))
      people.set(roomId, new Map(inside.map((person, index) => [person.id, roles[index] ?? 'guest'])))
      return { roomId, people: inside }
    },
    cut() {
      for (const client of open.splice(0)) client.line.terminate()
    },
  }
}
