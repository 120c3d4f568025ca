import { listProjects } from '@veranda/contract/commissions/routes.ts'
import {
  enterByInvite,
  inviteToRoom,
  readRoom,
  readRoomEndpoint,
  readRoomRecords,
  setRoomRecord,
} from '@veranda/contract/rooms/routes.ts'
import { type Pose } from '@veranda/core/rooms/pose.ts'
import { RoomClient } from '@veranda/server/live/rooms/testing/room-client.ts'
import { startServer } from '../support/server-process.ts'
import { type Caller, enter } from '../support/person.ts'
import { expect, test } from '../support/world.ts'

test.use({ file: 'faults/rooms' })

const note = { text: 'Shown when the node was gone', position: [0, 1.2, -1] as [number, number, number], yaw: 0 }
const bar = 5_000

const isAt = (pose: Pose | undefined, px: number) => pose !== undefined && Math.abs(pose.head.px - px) < 0.001

/** As a browser does it: asks where the room is, opens the line there, and tries again until it is in. */
async function enterRoom(person: Caller, url: string, id: string): Promise<RoomClient> {
  const until = Date.now() + 3 * bar
  while (Date.now() < until) {
    const asked = await fetch(`${url}/api/rooms/${id}/endpoint`, {
      headers: { authorization: `Bearer ${person.token}`, cookie: person.cookie },
    }).catch(() => undefined)
    if (asked?.ok) {
      // The contract's reply of this route, checked by the server on its way out.
      const { path } = (await asked.json()) as { path: string }
      const client = await RoomClient.enter(url + path, person)
      if (client.welcome) return client
    }
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  throw new Error('nobody lets us into the room')
}

test('a room stays on its node; when that one is killed the room comes back on the other with its state and people', async ({
  world,
}) => {
  const first = world.server
  const second = await startServer(world.databaseUrl)
  try {
    const maya = await enter(first.url, 'Maya')
    const kenji = await enter(second.url, 'Kenji')
    const { items } = await maya.call(listProjects, { query: { q: 'Reading chair' } })
    const id = items[0]?.id ?? ''
    const held = await maya.call(readRoomEndpoint, { params: { id } })
    expect(await kenji.call(readRoomEndpoint, { params: { id } })).toMatchObject({ node: held.node, path: held.path })
    const a = await enterRoom(maya, first.url, id)
    const b = await enterRoom(kenji, second.url, id)
    const hana = await enter(first.url, 'Hana')
    const { path } = await maya.call(inviteToRoom, { params: { id } })
    await hana.call(enterByInvite, { params: { id }, body: { token: path.split('invite=')[1] ?? '' } })
    await enterRoom(hana, first.url, id)
    await a.until(() => a.members.size === 3)
    a.say({ name: 'silence', personId: kenji.id, silenced: true })
    await b.until(() => b.members.get(b.slot)?.silenced === true, 'the silence')
    const inside = async () => {
      const { people } = await kenji.call(readRoom, { params: { id } })
      return people.filter((one) => one.inside).map(({ person }) => person.id)
    }
    await expect.poll(async () => (await inside()).length).toBe(3)
    b.pose({ px: 2 })
    await a.until(() => isAt(a.poses.get(b.slot), 2), 'a pose over two nodes')
    await maya.call(setRoomRecord, { params: { id, key: 'note:kept' }, body: { expected: 0, value: note } })

    const killed = Date.now()
    await first.crash()
    await b.until(() => b.closed !== undefined, 'the line to break')
    const back = await enterRoom(kenji, second.url, id)
    const again = await enterRoom(maya, second.url, id)
    const took = Date.now() - killed
    await back.until(() => back.members.size === 2)
    back.pose({ px: 3 })
    await again.until(() => isAt(again.poses.get(back.slot), 3), 'a pose on the other node')
    const records = await kenji.call(readRoomRecords, { params: { id } })
    expect(records.items).toMatchObject([{ key: 'note:kept', version: 1, value: note }])
    console.log(`the room was back on the other node after ${took} ms`)
    expect(took).toBeLessThan(bar)
    // Silenced is silenced, and who does not return is not inside any more.
    expect(back.members.get(back.slot)?.silenced).toBe(true)
    await expect
      .poll(
        async () => {
          for (const client of [again, back]) client.say({ name: 'ping', at: 0 })
          return (await inside()).toSorted()
        },
        { timeout: 20_000 },
      )
      .toEqual([maya.id, kenji.id].toSorted())
    for (const client of [again, back]) client.leave()
  } finally {
    await second.stop()
    await world.restart()
  }
})
