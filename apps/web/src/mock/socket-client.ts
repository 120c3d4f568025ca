import { joinStream } from '@veranda/contract/realtime/events.ts'
import { unreadCountChanged } from '@veranda/contract/notifications/events.ts'
import { nextCountVersion } from './mock-server.ts'

/** The time after which the mock socket replies. */
const replyDelayMs = 300
/** The highest of the random unread counts. */
const maxRandomCount = 4

type Listener = (...values: unknown[]) => void

/** Stands in for a socket of Socket.IO: it connects at once and sends one random unread count. */
class MockSocket {
  connected = false
  readonly active = true
  readonly volatile = { emit: () => undefined }
  readonly #listeners = new Map<string, Listener[]>()
  readonly #anyListeners: Listener[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  on(name: string, listener: Listener): this {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener])
    return this
  }

  onAny(listener: Listener): this {
    this.#anyListeners.push(listener)
    return this
  }

  removeAllListeners(): this {
    this.#listeners.clear()
    this.#anyListeners.length = 0
    return this
  }

  connect(): this {
    this.connected = true
    this.#notify('connect')
    this.#timer = setTimeout(() => {
      const count = Math.floor(Math.random() * (maxRandomCount + 1))
      const payload = { count, messages: 0, version: nextCountVersion() }
      for (const listener of this.#anyListeners) listener(unreadCountChanged.name, payload)
    }, replyDelayMs)
    return this
  }

  disconnect(): this {
    this.connected = false
    clearTimeout(this.#timer)
    return this
  }

  timeout() {
    return {
      emitWithAck: async (name: string) =>
        name === joinStream.name ? { ok: true, head: 0, items: [], more: false } : { ok: true },
    }
  }

  #notify(name: string): void {
    for (const listener of this.#listeners.get(name) ?? []) listener()
  }
}

/** Opens a mock socket; replaces the function of the same name in the client of Socket.IO. */
export function io(): MockSocket {
  const socket = new MockSocket()
  // After the caller has registered its listeners.
  queueMicrotask(() => socket.connect())
  return socket
}
