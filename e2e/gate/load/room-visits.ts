import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { readRoomEndpoint, readRoomRecords, setRoomRecord } from '@veranda/contract/rooms/routes.ts'
import { RoomClient } from '@veranda/server/features/rooms/connection/testing/room-client.ts'
import type { Acknowledgements } from './acknowledgements.ts'
import { CallRefused, type GateUser } from './gate-user.ts'
import type { LoadClient } from './load-client.ts'

const posesPerVisit = 10
const poseIntervalMs = 33
const handshakeTimeoutMs = 500

/** Visits a room again and again: enters, moves, leaves a note, and goes. */
export function makeRoomVisitor(
  user: GateUser,
  roomId: string,
  name: 'client' | 'creator',
  acknowledged: Acknowledgements,
): LoadClient {
  const key = `note:${name}`
  let visit: RoomClient | undefined

  const leaveNote = async (text: string) => {
    const { items } = await user.call(readRoomRecords, { params: { id: roomId } })
    const expected = items.find((item) => item.key === key)?.version ?? 0
    const value = { text, position: [0, 1, 0], yaw: 0 }
    try {
      await user.call(setRoomRecord, { params: { id: roomId, key }, body: { expected, value } })
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      // The first attempt was stored and its answer lost: only this visitor writes this note.
      const { items: after } = await user.call(readRoomRecords, { params: { id: roomId } })
      if (after.find((item) => item.key === key)?.value?.['text'] !== text) throw error
    }
    acknowledged.notes.push({ roomId, text })
  }

  return {
    name: `room visits of ${name}`,
    async step() {
      await breakOffHandshake(user.url())
      const { path } = await user.call(readRoomEndpoint, { params: { id: roomId } })
      // Rejects when nothing happens, as in a room whose node has just died.
      visit = await RoomClient.enter(user.url() + path, user, { origin: user.url() }).catch(() => undefined)
      if (!visit?.snapshot) {
        await sleep(100)
        return
      }
      for (let pose = 0; pose < posesPerVisit && visit.closeCode === undefined; pose += 1) {
        visit.sendPose({ px: pose / 10 })
        await sleep(poseIntervalMs)
      }
      await leaveNote(`gate ${randomUUID()}`)
      visit.leave()
    },
    leave() {
      visit?.socket.terminate()
      visit = undefined
    },
    findFaults: async () => [],
  }
}

/** Asks for an upgrade that no server takes, and goes away. */
function breakOffHandshake(url: string): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(
    `GET /nowhere HTTP/1.1\r\nhost: ${hostname}:${port}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n`,
  )
  return new Promise((resolve) => {
    const timeout = setTimeout(() => socket.destroy(), handshakeTimeoutMs)
    socket.on('data', () => socket.destroy())
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timeout)
      resolve()
    })
  })
}
