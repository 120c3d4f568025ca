import { type IncomingMessage } from 'node:http'
import { type Duplex } from 'node:stream'
import { type Authenticator } from '../access/authentication.ts'
import { type Deps } from '../deps.ts'

/** A feature's own WebSocket protocol on the server's port, next to Socket.IO. */
export type SocketService = {
  /** Starts its periodic work. */
  start(): void
  /** Handles an upgrade request to one of its own paths; returns false for any other path. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  /** Publishes this node's address to the other nodes. */
  listen(address: string): Promise<void>
  stop(): Promise<void>
  /** Returns how many rooms this node serves and how many participants are in them. */
  countRooms(): { rooms: number; participants: number }
  /** Returns the path of the WebSocket for an id and the node that serves it; this node takes it if no other has it. */
  acquireSocketPath(id: string): Promise<{ path: string; node: string }>
}

/** Makes a socket service. `getDeps` may be called only after the app is built. */
export type SocketServiceFactory = (getDeps: () => Deps, authenticator: Authenticator) => SocketService
