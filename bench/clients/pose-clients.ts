import { maxPoseBytes, createPose, type Pose, poseFlag, writePose } from '@veranda/core/rooms/connection/pose.ts'
import { readPoseBatch } from '@veranda/core/rooms/connection/pose-batch.ts'
import { Client } from '@colyseus/sdk'
import { WebSocket } from 'ws'

/**
 * Command for this process, which simulates users who move their heads and hands 30 times a second: `open` connects a
 * number of clients to each room, `move` sends that many frames and reports what was received, `close` disconnects.
 */
export type ClientCommand =
  | {
      do: 'open'
      kind: 'veranda' | 'plain' | 'colyseus'
      url: string
      rooms: readonly RoomTarget[]
      each: number
      clients: readonly ClientCredentials[]
    }
  | { do: 'move'; frames: number }
  | { do: 'close' }
export type RoomTarget = { readonly name: string; readonly path: string }
export type ClientCredentials = { readonly token: string; readonly cookie: string }
export type ReceivedStats = { sent: number; records: number; bytes: number; messages: number; p95DelayMs: number }

const frameIntervalMs = 1_000 / 30
type Connection = { send(frame: Uint8Array): void; close(): void }

let connections: Connection[] = []
let recordCount = 0
let byteCount = 0
let messageCount = 0
let delaysMs: number[] = []
const scratchPose: Pose = createPose()

function handleBatch(data: Buffer): void {
  byteCount += data.length
  messageCount += 1
  const now = performance.now() & 0xffff
  readPoseBatch(new DataView(data.buffer, data.byteOffset, data.length), scratchPose, (_, { time }) => {
    recordCount += 1
    // A sample of one in sixteen is enough.
    if (recordCount % 16 === 0) delaysMs.push((now - time) & 0xffff)
  })
}

async function openSocket(
  url: string,
  handshake: object | undefined,
  headers: Record<string, string>,
): Promise<Connection> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), { perMessageDeflate: false, headers })
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', () => {
      if (!handshake) return resolve()
      socket.once('message', () => resolve())
      socket.send(JSON.stringify(handshake))
    })
    socket.once('close', (code) => reject(new Error(`connection closed with code ${code}`)))
  })
  socket.on('message', (data: Buffer, binary: boolean) => {
    if (binary) handleBatch(data)
  })
  return { send: (frame) => socket.send(frame), close: () => socket.close(1000) }
}

async function openColyseus(url: string, name: string): Promise<Connection> {
  const room = await new Client(url).joinOrCreate('poses', { place: name })
  room.onStateChange(() => (messageCount += 1))
  return { send: (frame) => room.sendBytes('p', frame), close: () => void room.leave() }
}

async function open({ kind, url, rooms, each, clients }: Extract<ClientCommand, { do: 'open' }>): Promise<void> {
  for (const { name, path } of rooms) {
    // One at a time, so that every client gets its own participant slot in the room.
    for (let index = 0; index < each; index += 1) {
      // Each user has as few devices in all rooms as they can, because their number is limited.
      const { token, cookie } = clients[connections.length % clients.length] ?? { token: '', cookie: '' }
      if (kind === 'colyseus') connections.push(await openColyseus(url, name))
      else if (kind === 'plain') connections.push(await openSocket(`${url}/${name}`, undefined, {}))
      else {
        const handshake = { name: 'enter', token, device: 'headset', muted: true, voice: false }
        connections.push(await openSocket(url + path, handshake, { cookie }))
      }
    }
  }
}

/** Sends frames from all clients, each at its own offset within the interval. */
async function move({ frames }: Extract<ClientCommand, { do: 'move' }>): Promise<ReceivedStats> {
  recordCount = byteCount = messageCount = 0
  delaysMs = []
  const startedAt = performance.now()
  const total = frames * connections.length
  const view = new DataView(new ArrayBuffer(maxPoseBytes))
  const sentPose = createPose()
  sentPose.flags = poseFlag.left | poseFlag.right
  for (let sent = 0; sent < total;) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) / frameIntervalMs) * connections.length))
    for (; sent < due; sent += 1) {
      const frame = Math.floor(sent / connections.length)
      sentPose.seq = frame
      sentPose.time = performance.now()
      sentPose.head.px = Math.sin(frame / 20)
      sentPose.left.py = Math.cos(frame / 15)
      sentPose.right.pz = Math.sin(frame / 10)
      const end = writePose(sentPose, view)
      connections[sent % connections.length]?.send(new Uint8Array(view.buffer.slice(0, end)))
    }
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  await new Promise((resolve) => setTimeout(resolve, 150))
  delaysMs.sort((a, b) => a - b)
  return {
    sent: total,
    records: recordCount,
    bytes: byteCount,
    messages: messageCount,
    p95DelayMs: delaysMs[Math.floor(delaysMs.length * 0.95)] ?? 0,
  }
}

async function execute(command: ClientCommand): Promise<ReceivedStats | undefined> {
  if (command.do === 'open') await open(command)
  else if (command.do === 'move') return move(command)
  else {
    for (const connection of connections) connection.close()
    connections = []
  }
  return undefined
}

process.on('message', (command: ClientCommand) => {
  execute(command).then(
    (stats) => process.send?.({ stats }),
    (error: unknown) => process.send?.({ failed: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.({ ready: true })
