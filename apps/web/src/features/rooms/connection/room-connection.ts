import { readRoomEndpoint } from '@veranda/contract/rooms/routes.ts'
import { type RoomEndpoint } from '@veranda/contract/rooms/schemas.ts'
import {
  type DeviceKind,
  roomCloseCodes,
  type RoomParticipant,
  type RoomClientMessage,
  roomServerMessage,
  type RoomServerMessage,
} from '@veranda/contract/rooms/connection/messages.ts'
import { call } from '../../../lib/api/call.ts'
import { Problem } from '../../../lib/api/problem.ts'
import { storedToken } from '../../../lib/session/session.ts'
import { buildSettings } from '../../../lib/build-settings.ts'
import { createStore } from '../../../lib/store.ts'
import { Heartbeat } from './heartbeat.ts'

/** `endpoint` and `participantSlot` are known once the room was joined, and kept while the connection is restored. */
export type RoomConnectionStatus =
  | { readonly status: 'connecting'; readonly participantSlot?: undefined }
  | { readonly status: 'joined' | 'reconnecting'; readonly participantSlot: number; readonly endpoint: RoomEndpoint }
  /** Final: left by the user, or closed for a reason, which is a `RoomCloseReason` or an error code. */
  | { readonly status: 'closed'; readonly closeReason: string | undefined; readonly participantSlot?: undefined }

export type RoomConnectionState = RoomConnectionStatus & {
  readonly participants: ReadonlyMap<number, RoomParticipant>
  /** The participant slot that has grabbed each record. */
  readonly grabs: ReadonlyMap<string, number>
}

export type RoomConnectionOptions = { readonly device: DeviceKind; readonly muted: boolean; readonly voice: boolean }

const initialState: RoomConnectionState = {
  status: 'connecting',
  participants: new Map(),
  grabs: new Map(),
}
/** Delays between attempts, in milliseconds: short at first, since another node takes a room over within seconds. */
const retryDelaysMs = [200, 400, 700, 1_000, 1_500, 2_500, 4_000]
/** Above this, what is worthless a moment later is not sent. */
const maxVolatileBufferBytes = 4_096
const normalCloseCode = 1000
/** Close codes after which the connection reconnects by itself. */
const retryableCloseCodes = new Set<number>([roomCloseCodes.moved, 1001, 1006, 1011, 1012])

/** The connection to one room: entered once, restored after disconnects and node changes, left once. */
export class RoomConnection {
  readonly state = createStore<RoomConnectionState>(initialState)
  readonly #roomId: string
  readonly #options: RoomConnectionOptions
  readonly #messageListeners = new Set<(message: RoomServerMessage) => void>()
  readonly #batchListeners = new Set<(batch: ArrayBuffer) => void>()
  #socket: WebSocket | undefined
  #resumeToken: string | undefined
  #muted: boolean
  #retries = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #left = false
  /** Counts the attempts, so that only the latest one counts. */
  #attempt = 0
  readonly #heartbeat = new Heartbeat({
    sendPing: () => this.send({ name: 'ping', at: performance.now() }),
    onTimeout: () => this.#dropDeadSocket(),
    onWake: () => this.#reconnectNow(),
  })

  constructor(roomId: string, options: RoomConnectionOptions) {
    this.#roomId = roomId
    this.#options = options
    this.#muted = options.muted
    void this.#open()
  }

  /** Adds a listener that is called after a message was applied to the state; returns its removal. */
  onMessage(listener: (message: RoomServerMessage) => void): () => void {
    this.#messageListeners.add(listener)
    return () => this.#messageListeners.delete(listener)
  }

  onBatch(listener: (batch: ArrayBuffer) => void): () => void {
    this.#batchListeners.add(listener)
    return () => this.#batchListeners.delete(listener)
  }

  /** Sends a message; returns false if there is no connection. */
  send(message: RoomClientMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN || this.state.get().status !== 'joined') return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  /** Sends a message that is worthless a moment later, or drops it if it cannot be sent now. */
  sendVolatile(message: RoomClientMessage): void {
    if ((this.#socket?.bufferedAmount ?? 0) < maxVolatileBufferBytes) this.send(message)
  }

  mute(muted: boolean): void {
    this.#muted = muted
    this.send({ name: 'muted', muted })
  }

  /** Sends a pose frame, or drops it if it cannot be sent now. */
  sendPose(frame: Uint8Array<ArrayBuffer>): void {
    const socket = this.#socket
    if (
      socket?.readyState === WebSocket.OPEN &&
      this.state.get().status === 'joined' &&
      socket.bufferedAmount < maxVolatileBufferBytes
    ) {
      socket.send(frame)
    }
  }

  leave(): void {
    this.#stop()
    this.#socket?.close(normalCloseCode)
    this.#close(undefined)
  }

  #update(part: Partial<Pick<RoomConnectionState, 'participants' | 'grabs'>>): void {
    this.state.set({ ...this.state.get(), ...part })
  }

  #close(closeReason: string | undefined): void {
    this.state.set({ status: 'closed', closeReason, participants: new Map(), grabs: new Map() })
  }

  #stop(): void {
    this.#left = true
    clearTimeout(this.#timer)
    this.#heartbeat.stop()
  }

  /** Reconnects at once, or probes the connection if it seems open. */
  #reconnectNow(): void {
    if (this.state.get().status === 'joined' && this.#socket) return this.#heartbeat.probe()
    clearTimeout(this.#timer)
    this.#retries = 0
    void this.#open()
  }

  #dropDeadSocket(): void {
    const socket = this.#socket
    this.#heartbeat.reset()
    if (!socket) return
    this.#socket = undefined
    socket.close()
    this.#scheduleRetry()
  }

  async #open(): Promise<void> {
    this.#attempt += 1
    const attempt = this.#attempt
    try {
      const endpoint = await call(readRoomEndpoint, { params: { id: this.#roomId } })
      if (this.#left || attempt !== this.#attempt) return
      this.#connect(endpoint)
    } catch (error) {
      if (attempt !== this.#attempt) return
      const isFinal = error instanceof Problem && !error.uncertain && error.status !== 429
      if (isFinal) this.#finish(error.code)
      else this.#scheduleRetry()
    }
  }

  #connect(endpoint: RoomEndpoint): void {
    const base = buildSettings.socketUrl || location.origin
    const socket = new WebSocket(new URL(endpoint.path, base).href.replace(/^http/, 'ws'))
    this.#socket?.close()
    this.#socket = socket
    this.#heartbeat.reset()
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('open', () => {
      const resumeToken = this.#resumeToken
      const { device, voice } = this.#options
      const token = storedToken() ?? ''
      const enter: RoomClientMessage = {
        name: 'enter',
        token,
        device,
        voice,
        muted: this.#muted,
        ...(resumeToken ? { resumeToken } : {}),
      }
      socket.send(JSON.stringify(enter))
    })
    socket.addEventListener('message', ({ data }) => {
      if (this.#socket !== socket) return
      this.#heartbeat.reset()
      if (data instanceof ArrayBuffer) for (const listener of this.#batchListeners) listener(data)
      else this.#receive(String(data), endpoint)
    })
    socket.addEventListener('close', ({ code }) => {
      if (this.#socket !== socket || this.#left) return
      this.#socket = undefined
      const reason = Object.entries(roomCloseCodes).find(([, knownCode]) => knownCode === code)?.[0]
      if (reason !== undefined && !retryableCloseCodes.has(code)) this.#finish(reason)
      else this.#scheduleRetry()
    })
  }

  #finish(reason: string): void {
    this.#stop()
    this.#close(reason)
  }

  #scheduleRetry(): void {
    if (this.#left) return
    const state = this.state.get()
    if (state.status === 'joined') this.state.set({ ...state, status: 'reconnecting' })
    const delayMs = retryDelaysMs[Math.min(this.#retries, retryDelaysMs.length - 1)] ?? 4_000
    this.#retries += 1
    this.#timer = setTimeout(() => void this.#open(), delayMs * (0.75 + Math.random() / 2))
  }

  #receive(text: string, endpoint: RoomEndpoint): void {
    const parsed = roomServerMessage.safeParse(JSON.parse(text))
    if (!parsed.success) {
      console.warn('room message does not match its schema')
      return
    }
    const message = parsed.data
    this.#applyMessage(message, endpoint)
    for (const listener of this.#messageListeners) listener(message)
  }

  #applyMessage(message: RoomServerMessage, endpoint: RoomEndpoint): void {
    const { participants, grabs } = this.state.get()
    if (message.name === 'snapshot') {
      this.#retries = 0
      this.#resumeToken = message.resumeToken
      const allParticipants = new Map(
        message.participants.map((participant) => [participant.participantSlot, participant]),
      )
      this.state.set({
        status: 'joined',
        participantSlot: message.participantSlot,
        endpoint,
        participants: allParticipants,
        grabs: new Map(),
      })
    } else if (message.name === 'joined' || message.name === 'changed') {
      this.#update({
        participants: new Map(participants).set(message.participant.participantSlot, message.participant),
      })
    } else if (message.name === 'left') {
      const remaining = new Map(participants)
      remaining.delete(message.participantSlot)
      this.#update({ participants: remaining })
    } else if (message.name === 'grab-changed') {
      const next = new Map(grabs)
      if (message.by === null) next.delete(message.key)
      else next.set(message.key, message.by)
      this.#update({ grabs: next })
    }
  }
}
