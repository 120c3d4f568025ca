import { readRoomEndpoint } from '@veranda/contract/rooms/routes.ts'
import { type RoomEndpoint } from '@veranda/contract/rooms/schemas.ts'
import { call } from '../../lib/call.ts'

/** So long before the relay's words end they are asked for anew, and then again until they come; in milliseconds. */
const margin = 300_000
const pause = 20_000

/** By which servers voices find each other, kept good for whoever comes later: a relay's words hold for an hour. */
export class IceServers {
  readonly #roomId: string
  readonly #hear: (servers: RTCIceServer[]) => void
  #taken: RoomEndpoint | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #ended = false

  constructor(roomId: string, hear: (servers: RTCIceServer[]) => void) {
    this.#roomId = roomId
    this.#hear = hear
  }

  take(endpoint: RoomEndpoint): void {
    if (endpoint === this.#taken || this.#ended) return
    this.#taken = endpoint
    this.#hear(endpoint.iceServers.map(plain))
    if (endpoint.iceLives) this.#later(endpoint.iceLives * 1_000 - margin)
  }

  end(): void {
    this.#ended = true
    clearTimeout(this.#timer)
  }

  #later(milliseconds: number): void {
    clearTimeout(this.#timer)
    if (!this.#ended) this.#timer = setTimeout(() => void this.#renew(), Math.max(pause, milliseconds))
  }

  async #renew(): Promise<void> {
    try {
      this.take(await call(readRoomEndpoint, { params: { id: this.#roomId } }))
    } catch {
      this.#later(pause)
    }
  }
}

function plain({ urls, username, credential }: RoomEndpoint['iceServers'][number]): RTCIceServer {
  return { urls, ...(username === undefined ? {} : { username }), ...(credential === undefined ? {} : { credential }) }
}
