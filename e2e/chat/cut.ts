import type { Socket } from 'socket.io-client'

/** Tears the line without a goodbye, as a tunnel does; a graceful close would hide what gets lost. */
export function cut(socket: Socket | undefined): void {
  // The transport's own WebSocket is not part of the client's types.
  const transport = socket?.io.engine?.transport as { ws?: { terminate?(): void } } | undefined
  transport?.ws?.terminate?.()
}
