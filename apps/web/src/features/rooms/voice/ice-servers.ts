import { readRoomEndpoint } from '@veranda/contract/rooms/routes.ts'
import { type RoomEndpoint } from '@veranda/contract/rooms/schemas.ts'
import { call } from '../../../lib/api/call.ts'

/** Credentials are renewed this long before they expire, then retried until it succeeds; in milliseconds. */
const renewBeforeExpiryMs = 300_000
const retryDelayMs = 20_000

/** Keeps the ICE servers up to date for new peers: TURN credentials expire after an hour. */
export class IceServers {
  readonly #roomId: string
  readonly #onServers: (servers: RTCIceServer[]) => void
  #endpoint: RoomEndpoint | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #disposed = false

  constructor(roomId: string, onServers: (servers: RTCIceServer[]) => void) {
    this.#roomId = roomId
    this.#onServers = onServers
  }

  update(endpoint: RoomEndpoint): void {
    if (endpoint === this.#endpoint || this.#disposed) return
    this.#endpoint = endpoint
    this.#onServers(endpoint.iceServers.map(toRtcIceServer))
    if (endpoint.iceTtlSeconds) this.#scheduleRenewal(endpoint.iceTtlSeconds * 1_000 - renewBeforeExpiryMs)
  }

  dispose(): void {
    this.#disposed = true
    clearTimeout(this.#timer)
  }

  #scheduleRenewal(delayMs: number): void {
    clearTimeout(this.#timer)
    if (!this.#disposed) this.#timer = setTimeout(() => void this.#renew(), Math.max(retryDelayMs, delayMs))
  }

  async #renew(): Promise<void> {
    try {
      this.update(await call(readRoomEndpoint, { params: { id: this.#roomId } }))
    } catch {
      this.#scheduleRenewal(retryDelayMs)
    }
  }
}

function toRtcIceServer({ urls, username, credential }: RoomEndpoint['iceServers'][number]): RTCIceServer {
  return { urls, ...(username === undefined ? {} : { username }), ...(credential === undefined ? {} : { credential }) }
}
