import { hash } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { readRoomEndpoint } from '@veranda/contract/rooms/routes.ts'
import type { GateUser } from './gate-user.ts'
import type { ReadRows } from '../checks/nothing-lost.ts'
import type { LoadClient } from './load-client.ts'
import { beginUpload, tusHeaders } from './uploads.ts'

/** A server that does not reply to an upgrade in this time is not waited for. */
const upgradeTimeoutMs = 500
/** One connection after the other, so that their number is bounded. */
const pauseBetweenRoundsMs = 200

/** Bytes of an upload of which half are sent. */
const brokenUploadBytes = 65_536

type Target = {
  readonly user: GateUser
  readonly host: string
  readonly roomPath: string
  readonly modelPath: string
  readonly uploadPath: string
}
/** Sends the beginning of something and returns true, or false when the server was not there. */
type Begin = (socket: Socket, target: Target) => Promise<boolean>

/** Where a connection breaks off, and what is sent until then. */
const places: Readonly<Record<string, Begin>> = {
  'before a request': async () => true,
  'in the head of a request': async (socket, { host }) => sendText(socket, `GET /api/config HTTP/1.1\r\nhost: ${host}`),
  'in the body of a request': async (socket, target) =>
    sendText(
      socket,
      `POST /api/support HTTP/1.1\r\n${credentials(target)}content-type: application/json\r\ncontent-length: 999\r\n\r\n{"mess`,
    ),
  'in the reply to a request': async (socket, target) =>
    sendText(socket, `GET /api/notifications HTTP/1.1\r\n${credentials(target)}\r\n`),
  'in a download': async (socket, target) =>
    (await sendText(socket, `GET ${target.modelPath} HTTP/1.1\r\n${credentials(target)}\r\n`)) &&
    isAnsweredWith(socket, 'HTTP/1.1 200'),
  'in an upload': async (socket, target) =>
    (await sendText(
      socket,
      `PATCH ${target.uploadPath} HTTP/1.1\r\n${credentials(target)}tus-resumable: 1.0.0\r\nupload-offset: 0\r\n` +
        `content-type: application/offset+octet-stream\r\ncontent-length: ${brokenUploadBytes}\r\n\r\n`,
    )) && sendText(socket, Buffer.alloc(brokenUploadBytes / 2)),
  'in an upgrade': async (socket, target) => sendText(socket, upgradeTo(socketPath, target)),
  'in the handshake of a socket': async (socket, target) =>
    (await upgrade(socket, socketPath, target)) &&
    sendFrame(socket, `40${JSON.stringify({ token: target.user.token })}`),
  'in a frame of a socket': async (socket, target) =>
    (await upgrade(socket, socketPath, target)) && sendFrame(socket, '40{}', 1),
  'in the handshake of a room': async (socket, target) =>
    (await upgrade(socket, target.roomPath, target)) &&
    sendFrame(socket, JSON.stringify({ name: 'enter', token: target.user.token, device: 'headset', muted: true })),
}

const socketPath = '/socket.io/?EIO=4&transport=websocket'

/**
 * Opens real connections, as a user who is signed in, and breaks each off at another place with a reset, in rounds; in
 * each round a model is also downloaded to its end. Nothing of them may stay with the server: its handles are counted when all clients have left.
 */
export async function makeConnectionBreaker(user: GateUser, roomId: string, rows: ReadRows): Promise<LoadClient> {
  const broken = new Map<string, number>()
  const [largest] = await rows<{ id: string }>(
    `select assets.id from assets join asset_sources using (sha256)
      where owner_id = $1 and state = 'ready' and model_bytes is not null order by model_bytes desc limit 1`,
    [user.id],
  )
  if (!largest) throw new Error('the demo world has no model')
  const modelPath = `/api/assets/${largest.id}/model`
  const downloads = new Set<string>()
  return {
    name: 'broken connections',
    mayOnlyRead: true,
    async step() {
      const { path: roomPath } = await user.call(readRoomEndpoint, { params: { id: roomId } })
      const { status, text } = await user.untilAnswered(() => user.url() + modelPath, { method: 'GET' })
      downloads.add(`${status} ${hash('sha256', text)}`)
      const uploadPath = await beginUpload(user, brokenUploadBytes, rows)
      const url = new URL(user.url())
      for (const [place, begin] of Object.entries(places))
        if (await breakOff(url, (socket) => begin(socket, { user, host: url.host, roomPath, modelPath, uploadPath })))
          broken.set(place, (broken.get(place) ?? 0) + 1)
      await user.untilAnswered(() => user.url() + uploadPath, { method: 'DELETE', headers: tusHeaders })
      await sleep(pauseBetweenRoundsMs)
    },
    leave: () => undefined,
    findFaults: async () => {
      console.log(`broken off: ${[...broken].map(([place, count]) => `${count} ${place}`).join(', ')}`)
      const faults = Object.keys(places).flatMap((place) =>
        broken.has(place) ? [] : [`no connection broke off ${place}`],
      )
      const [download, ...others] = downloads
      if (others.length > 0 || download?.startsWith('200 ') !== true)
        faults.push(`downloads of one model differ: ${[...downloads].join(', ')}`)
      return faults
    },
  }
}

/** Connects, begins, and resets the connection. Returns whether it came as far as its place. */
async function breakOff(url: URL, begin: (socket: Socket) => Promise<boolean>): Promise<boolean> {
  const socket = connect(Number(url.port), url.hostname)
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const isConnected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('close', () => resolve(false))
  })
  const hasBegun = isConnected && (await begin(socket))
  socket.resetAndDestroy()
  await closed
  return hasBegun
}

function credentials({ user, host }: Target): string {
  return `host: ${host}\r\norigin: http://${host}\r\nauthorization: Bearer ${user.token}\r\ncookie: ${user.cookie}\r\n`
}

function upgradeTo(path: string, target: Target): string {
  const key = Buffer.alloc(16).toString('base64')
  const headers = `connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n`
  return `GET ${path} HTTP/1.1\r\n${credentials(target)}${headers}\r\n`
}

/** Upgrades a connection to a WebSocket. Returns false when the server refuses or is not there. */
async function upgrade(socket: Socket, path: string, target: Target): Promise<boolean> {
  return (await sendText(socket, upgradeTo(path, target))) && isAnsweredWith(socket, 'HTTP/1.1 101')
}

/** Returns whether the reply begins like this, false when there is none in time; no more of it is read. */
function isAnsweredWith(socket: Socket, beginning: string): Promise<boolean> {
  return new Promise((resolve) => {
    const timeout = setTimeout(() => resolve(false), upgradeTimeoutMs)
    const settle = (isOpen: boolean) => {
      clearTimeout(timeout)
      socket.pause()
      resolve(isOpen)
    }
    socket.once('data', (bytes: Buffer) => settle(bytes.toString('latin1').startsWith(beginning)))
    socket.once('close', () => settle(false))
  })
}

/** Sends a text frame of a WebSocket (RFC 6455) without its last bytes. */
function sendFrame(socket: Socket, text: string, missingBytes = 0): Promise<boolean> {
  const payload = Buffer.from(text)
  const isLong = payload.length > 125
  const head = Buffer.from([0x81, 0x80 | (isLong ? 126 : payload.length), ...(isLong ? [0, 0] : [])])
  if (isLong) head.writeUInt16BE(payload.length, 2)
  // A mask of zeros leaves the bytes as they are.
  const frame = Buffer.concat([head, Buffer.alloc(4), payload])
  return sendText(socket, frame.subarray(0, frame.length - missingBytes))
}

/** Hands bytes to the network. Returns false when the connection has broken off by itself. */
function sendText(socket: Socket, bytes: string | Uint8Array): Promise<boolean> {
  return new Promise((resolve) => socket.write(bytes, (error) => resolve(!error)))
}
