import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { readRoomEndpoint } from '@veranda/contract/rooms/routes.ts'
import type { GateUser } from './gate-user.ts'
import type { LoadClient } from './load-client.ts'

/** A server that does not reply to an upgrade in this time is not waited for. */
const upgradeTimeoutMs = 500
/** One connection after the other, so that their number is bounded. */
const pauseBetweenRoundsMs = 200

type Target = { readonly user: GateUser; readonly host: string; readonly roomPath: string }
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
 * Opens real connections, as a user who is signed in, and breaks each off at another place with a reset, in rounds.
 * Nothing of them may stay with the server: its handles are counted when all clients have left.
 */
export function makeConnectionBreaker(user: GateUser, roomId: string): LoadClient {
  const broken = new Map<string, number>()
  return {
    name: 'broken connections',
    mayOnlyRead: true,
    async step() {
      const { path: roomPath } = await user.call(readRoomEndpoint, { params: { id: roomId } })
      const url = new URL(user.url())
      for (const [place, begin] of Object.entries(places))
        if (await breakOff(url, (socket) => begin(socket, { user, host: url.host, roomPath })))
          broken.set(place, (broken.get(place) ?? 0) + 1)
      await sleep(pauseBetweenRoundsMs)
    },
    leave: () => undefined,
    findFaults: async () => {
      console.log(`broken off: ${[...broken].map(([place, count]) => `${count} ${place}`).join(', ')}`)
      return Object.keys(places).flatMap((place) => (broken.has(place) ? [] : [`no connection broke off ${place}`]))
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
  if (!(await sendText(socket, upgradeTo(path, target)))) return false
  return new Promise((resolve) => {
    const timeout = setTimeout(() => resolve(false), upgradeTimeoutMs)
    const settle = (isOpen: boolean) => {
      clearTimeout(timeout)
      resolve(isOpen)
    }
    socket.once('data', (bytes: Buffer) => settle(bytes.toString('latin1').startsWith('HTTP/1.1 101')))
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
