import type { Socket } from 'socket.io-client'

/** Drops the connection without a close frame, as a tunnel does; a graceful close would hide lost messages. */
export function dropConnection(socket: Socket | undefined): void {
  // The transport's WebSocket is not part of the client's types.
  const transport = socket?.io.engine?.transport as { ws?: { terminate?(): void } } | undefined
  transport?.ws?.terminate?.()
}
