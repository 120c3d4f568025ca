import { listProjects } from '@veranda/contract/commissions/routes.ts'
import {
  acceptRoomInvite,
  inviteToRoom,
  readRoom,
  readRoomEndpoint,
  readRoomRecords,
  setRoomRecord,
} from '@veranda/contract/rooms/routes.ts'
import { type Pose } from '@veranda/core/rooms/connection/pose.ts'
import { RoomClient } from '@veranda/server/features/rooms/connection/testing/room-client.ts'
import { startServer } from '../support/server/server-process.ts'
import { type ApiClient, openApiClient } from '../support/api-client.ts'
import { expect, test } from '../support/fixtures.ts'
import { matrixOnly } from '../support/scope.ts'

const note = { text: 'Shown when the node was gone', position: [0, 1.2, -1] as [number, number, number], yaw: 0 }
const maxTakeoverMs = 5_000

const isHeadAt = (pose: Pose | undefined, px: number) => pose !== undefined && Math.abs(pose.head.px - px) < 0.001

/** Enters a room as a browser does: reads the endpoint, connects there, and retries until it is in. */
async function enterRoom(user: ApiClient, url: string, id: string): Promise<RoomClient> {
  const deadline = Date.now() + 3 * maxTakeoverMs
  while (Date.now() < deadline) {
    const reply = await fetch(`${url}/api/rooms/${id}/endpoint`, {
      headers: { authorization: `Bearer ${user.token}`, cookie: user.cookie },
    }).catch(() => undefined)
    if (reply?.ok) {
      // This route's reply in the contract, checked by the server.
      const { path } = (await reply.json()) as { path: string }
      const client = await RoomClient.enter(url + path, user)
      if (client.snapshot) return client
    }
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  throw new Error('could not enter the room before the deadline')
}

test(
  'a room stays on its node; when that node is killed, the room returns on another with its state and participants',
  matrixOnly,
  async ({ world }) => {
    const first = world.server
    const second = await startServer(world.databaseUrl)
    try {
      const maya = await openApiClient(first.url, 'Maya')
      const kenji = await openApiClient(second.url, 'Kenji')
      const { items } = await maya.call(listProjects, { query: { q: 'Reading chair' } })
      const id = items[0]?.id ?? ''
      const endpoint = await maya.call(readRoomEndpoint, { params: { id } })
      expect(await kenji.call(readRoomEndpoint, { params: { id } })).toMatchObject({
        node: endpoint.node,
        path: endpoint.path,
      })
      const mayaClient = await enterRoom(maya, first.url, id)
      const kenjiClient = await enterRoom(kenji, second.url, id)
      const hana = await openApiClient(first.url, 'Hana')
      const { path } = await maya.call(inviteToRoom, { params: { id } })
      await hana.call(acceptRoomInvite, { params: { id }, body: { token: path.split('invite=')[1] ?? '' } })
      await enterRoom(hana, first.url, id)
      await mayaClient.waitFor(() => mayaClient.participants.size === 3)
      mayaClient.send({ name: 'silence', userId: kenji.id, silenced: true })
      await kenjiClient.waitFor(
        () => kenjiClient.participants.get(kenjiClient.participantSlot)?.silenced === true,
        'the mute',
      )
      const userIdsInside = async () => {
        const { users } = await kenji.call(readRoom, { params: { id } })
        return users.filter((one) => one.inside).map(({ user }) => user.id)
      }
      await expect.poll(async () => (await userIdsInside()).length).toBe(3)
      kenjiClient.sendPose({ px: 2 })
      await mayaClient.waitFor(
        () => isHeadAt(mayaClient.poses.get(kenjiClient.participantSlot), 2),
        'a pose over two nodes',
      )
      await maya.call(setRoomRecord, { params: { id, key: 'note:kept' }, body: { expected: 0, value: note } })

      const crashedAt = Date.now()
      await first.crash()
      await kenjiClient.waitFor(() => kenjiClient.closeCode !== undefined, 'the connection to close')
      const kenjiBack = await enterRoom(kenji, second.url, id)
      const mayaBack = await enterRoom(maya, second.url, id)
      const takeoverMs = Date.now() - crashedAt
      await kenjiBack.waitFor(() => kenjiBack.participants.size === 2)
      kenjiBack.sendPose({ px: 3 })
      await mayaBack.waitFor(
        () => isHeadAt(mayaBack.poses.get(kenjiBack.participantSlot), 3),
        'a pose on the other node',
      )
      const records = await kenji.call(readRoomRecords, { params: { id } })
      expect(records.items).toMatchObject([{ key: 'note:kept', version: 1, value: note }])
      console.log(`room taken over by the other node after ${takeoverMs} ms`)
      expect(takeoverMs).toBeLessThan(maxTakeoverMs)
      // Mutes persist, and users who do not return are no longer in the room.
      expect(kenjiBack.participants.get(kenjiBack.participantSlot)?.silenced).toBe(true)
      await expect
        .poll(
          async () => {
            for (const client of [mayaBack, kenjiBack]) client.send({ name: 'ping', at: 0 })
            return (await userIdsInside()).toSorted()
          },
          { timeout: 20_000 },
        )
        .toEqual([maya.id, kenji.id].toSorted())
      for (const client of [mayaBack, kenjiBack]) client.leave()
    } finally {
      await second.stop()
      await world.restart()
    }
  },
)
