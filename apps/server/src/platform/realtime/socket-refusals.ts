import { type IncomingMessage } from 'node:http'
import { type Server, type Socket } from 'socket.io'
import { type RefusalKind, recordRefusal } from '../audit/request-refusals.ts'
import { type Deps } from '../deps.ts'
import { socketRequestSource } from '../http/request-source.ts'

// Codes of Socket.IO's engine: a session of before a restart, and what `allowRequest` refused.
const unknownSession = 1
const forbidden = 4
/** A client that goes away is not refused. */
const leavingReasons = ['transport close', 'transport error']

type Details = Parameters<typeof recordRefusal>[3]
/** A refusal of the engine; without the request for a connection that broke off meanwhile. */
type EngineRefusal = { readonly code: number; readonly req: IncomingMessage | null }

/** Records what the socket server refuses. */
export class SocketRefusals {
  readonly #getDeps: () => Pick<Deps, 'env' | 'failureLog'>
  readonly #isStopping: () => boolean
  /** Connections whose handshake has arrived. */
  readonly #introduced = new WeakSet<object>()

  constructor(getDeps: () => Pick<Deps, 'env' | 'failureLog'>, isStopping: () => boolean) {
    this.#getDeps = getDeps
    this.#isStopping = isStopping
  }

  record(kind: RefusalKind, request: IncomingMessage, details?: Details): void {
    const { env, failureLog } = this.#getDeps()
    recordRefusal(failureLog, kind, socketRequestSource(request, env), details)
  }

  /** Remembers that the handshake of a connection has arrived, whatever comes of it. */
  markIntroduced({ conn }: Socket): void {
    this.#introduced.add(conn)
  }

  /** Records requests that the engine cannot read, and connections that it closes because no handshake came. */
  watch(engine: Server['engine']): void {
    engine.on('connection_error', ({ code, req }: EngineRefusal) => {
      if (req && code !== unknownSession && code !== forbidden) this.record('socket-malformed', req)
    })
    engine.on('connection', (connection: Socket['conn']) => {
      // Read now, because a connection that has ended has no address any more.
      const source = socketRequestSource(connection.request, this.#getDeps().env)
      connection.once('close', (reason: string) => {
        if (this.#introduced.has(connection) || this.#isStopping() || leavingReasons.includes(reason)) return
        recordRefusal(this.#getDeps().failureLog, 'socket-no-handshake', source)
      })
    })
  }
}
