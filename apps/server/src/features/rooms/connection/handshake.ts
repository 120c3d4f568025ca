import {
  type RoomCloseReason,
  roomCloseCodes,
  roomSocketPath,
  type RoomClientMessage,
} from '@veranda/contract/rooms/connection/messages.ts'
import { isUuid } from '@veranda/core/ids.ts'
import { type IncomingMessage } from 'node:http'
import { type WebSocket } from 'ws'
import { type Env } from '../../../env.ts'
import { isAllowedOrigin } from '../../../platform/http/browser-policy/cors.ts'
import { parseClientMessage } from './message-handler.ts'

/** The first message must arrive within this time after opening, in milliseconds. */
const handshakeTimeoutMs = 5_000

export type EnterMessage = Extract<RoomClientMessage, { name: 'enter' }>
type UpgradeTarget = { readonly nodeId: string; readonly roomId: string }

/** Returns the node and room of an upgrade request; undefined for other paths. */
export function parseUpgradeTarget({ url }: IncomingMessage): UpgradeTarget | undefined {
  const [, root, nodeId = '', roomId = '', ...rest] = (url ?? '').split('?', 1)[0]?.split('/') ?? []
  const isRoomPath = `/${root}` === roomSocketPath && rest.length === 0 && isUuid(nodeId) && isUuid(roomId)
  return isRoomPath ? { nodeId, roomId } : undefined
}

/** Returns whether an upgrade request comes from a page of another origin. */
export function isFromOtherOrigin({ headers: { origin, host } }: IncomingMessage, env: Env): boolean {
  return origin !== undefined && !isAllowedOrigin(origin, host, env)
}

type EnterListeners = {
  readonly onEnter: (message: EnterMessage) => void
  readonly onRefused: (kind: 'room-no-handshake' | 'room-malformed') => void
}

/** Waits for the `enter` message; closes the socket if it does not arrive in time or is invalid. */
export function awaitEnterMessage(socket: WebSocket, { onEnter, onRefused }: EnterListeners): void {
  const timeout = setTimeout(() => {
    onRefused('room-no-handshake')
    closeSocket(socket, 'signed-out')
  }, handshakeTimeoutMs)
  socket.on('error', () => socket.terminate())
  socket.once('close', () => clearTimeout(timeout))
  socket.once('message', (data: Buffer, binary: boolean) => {
    clearTimeout(timeout)
    const message = binary ? undefined : parseClientMessage(data.toString())
    if (message?.name === 'enter') return onEnter(message)
    onRefused('room-malformed')
    closeSocket(socket, 'malformed')
  })
}

/** A device that does not answer a close frame is cut off after this time. */
const closeTimeoutMs = 3_000

/** Closes a socket with the code of the reason. */
export function closeSocket(socket: WebSocket | undefined, reason: RoomCloseReason): void {
  if (!socket) return
  socket.close(roomCloseCodes[reason], reason)
  const timer = setTimeout(() => socket.terminate(), closeTimeoutMs)
  timer.unref()
  socket.once('close', () => clearTimeout(timer))
}
