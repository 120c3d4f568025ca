import { type PayloadOf, type ServerEvent } from '@veranda/contract/realtime/socket-event.ts'
import { io } from 'socket.io-client'

/** The socket of one open tab, with everything it received. */
export type LiveSocket = {
  /** Returns the payloads of one event, oldest first, parsed by its schema. */
  received<E extends ServerEvent>(event: E): PayloadOf<E>[]
  close(): void
}

/** Opens a socket for a session and waits until it is subscribed to its user's stream. */
export async function openLiveSocket(
  address: string,
  { token, cookie }: { token: string; cookie: string },
): Promise<LiveSocket> {
  const socket = io(address, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { token },
    extraHeaders: { cookie },
  })
  const received: { name: string; payload: unknown }[] = []
  socket.onAny((name: string, payload: unknown) => received.push({ name, payload }))
  await new Promise<void>((resolve, reject) => {
    socket.once('stream:heads', () => resolve())
    socket.once('connect_error', reject)
  })
  return {
    received: (event) =>
      received.flatMap(({ name, payload }) => {
        if (name !== event.name) return []
        const parsed = event.schema['~standard'].validate(payload)
        if (parsed instanceof Promise || parsed.issues) throw new Error(`${name} does not match its schema`)
        // Parsed by the schema of this event.
        return [parsed.value as PayloadOf<typeof event>]
      }),
    close: () => void socket.disconnect(),
  }
}
