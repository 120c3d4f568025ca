import { readRoomEndpoint } from '@veranda/contract/rooms/routes.ts'
import { type RoomEndpoint } from '@veranda/contract/rooms/schemas.ts'
import {
  type Device,
  roomCloses,
  type RoomMember,
  type RoomSay,
  roomTell,
  type RoomTell,
} from '@veranda/contract/rooms/wire.ts'
import { call } from '../../lib/call.ts'
import { Problem } from '../../lib/problem.ts'
import { storedToken } from '../../lib/session.ts'
import { settings } from '../../lib/settings.ts'
import { createStore } from '../../lib/store.ts'
import { Pulse } from './pulse.ts'

export type LineState = {
  /** `out` is final: by one's own will, or for the reason that `why` says: a `RoomClose`, or the code of a refusal. */
  readonly status: 'connecting' | 'in' | 'lost' | 'out'
  readonly why: string | undefined
  readonly slot: number | undefined
  readonly members: ReadonlyMap<number, RoomMember>
  /** Who has a hand on which record. */
  readonly holds: ReadonlyMap<string, number>
  readonly endpoint: RoomEndpoint | undefined
}

export type LineWish = { readonly device: Device; readonly muted: boolean; readonly voice: boolean }

const nobody: LineState = {
  status: 'connecting',
  why: undefined,
  slot: undefined,
  members: new Map(),
  holds: new Map(),
  endpoint: undefined,
}
/** Between two attempts, in milliseconds: soon at first, since another node takes a room within seconds. */
const patience = [200, 400, 700, 1_000, 1_500, 2_500, 4_000]
const leaves = 1000
/** Closed for these reasons the line comes back by itself. */
const passing = new Set<number>([roomCloses.moved, 1001, 1006, 1011, 1012])

/** The line into one room: entered once, kept up through cuts and node changes, left once. */
export class RoomLine {
  readonly state = createStore<LineState>(nobody)
  readonly #roomId: string
  readonly #wish: LineWish
  readonly #hearers = new Set<(told: RoomTell) => void>()
  readonly #batchers = new Set<(batch: ArrayBuffer) => void>()
  #line: WebSocket | undefined
  #resume: string | undefined
  #muted: boolean
  #tried = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #left = false
  /** Counts the attempts, so that only the last one counts. */
  #attempt = 0
  readonly #pulse = new Pulse({
    ping: () => this.say({ name: 'ping', at: performance.now() }),
    giveUp: () => this.#giveUp(),
    wake: () => this.#hurry(),
  })

  constructor(roomId: string, wish: LineWish) {
    this.#roomId = roomId
    this.#wish = wish
    this.#muted = wish.muted
    void this.#open()
  }

  /** Hears what is told, after the state was changed by it. */
  onTell(hear: (told: RoomTell) => void): () => void {
    this.#hearers.add(hear)
    return () => this.#hearers.delete(hear)
  }

  onBatch(hear: (batch: ArrayBuffer) => void): () => void {
    this.#batchers.add(hear)
    return () => this.#batchers.delete(hear)
  }

  /** Answers whether it went out. */
  say(what: RoomSay): boolean {
    if (this.#line?.readyState !== WebSocket.OPEN || this.state.get().status !== 'in') return false
    this.#line.send(JSON.stringify(what))
    return true
  }

  mute(muted: boolean): void {
    this.#muted = muted
    this.say({ name: 'muted', muted })
  }

  /** Volatile: a frame that cannot go now is not worth waiting for. */
  sendPose(frame: Uint8Array<ArrayBuffer>): void {
    const line = this.#line
    if (line?.readyState === WebSocket.OPEN && this.state.get().status === 'in' && line.bufferedAmount < 4096) {
      line.send(frame)
    }
  }

  leave(): void {
    this.#rest()
    this.#line?.close(leaves)
    this.#put({ status: 'out', why: undefined })
  }

  #put(part: Partial<LineState>): void {
    this.state.set({ ...this.state.get(), ...part })
  }

  #rest(): void {
    this.#left = true
    clearTimeout(this.#timer)
    this.#pulse.end()
  }

  /** Comes at once instead of waiting, or asks whether the line still is one. */
  #hurry(): void {
    if (this.state.get().status === 'in' && this.#line) return this.#pulse.probe()
    clearTimeout(this.#timer)
    this.#tried = 0
    void this.#open()
  }

  #giveUp(): void {
    const line = this.#line
    this.#pulse.heard()
    if (!line) return
    this.#line = undefined
    line.close()
    this.#again()
  }

  async #open(): Promise<void> {
    this.#attempt += 1
    const attempt = this.#attempt
    try {
      const endpoint = await call(readRoomEndpoint, { params: { id: this.#roomId } })
      if (this.#left || attempt !== this.#attempt) return
      this.#put({ endpoint })
      this.#connect(endpoint.path)
    } catch (error) {
      if (attempt !== this.#attempt) return
      const final = error instanceof Problem && !error.uncertain && error.status !== 429
      if (final) this.#end(error.code)
      else this.#again()
    }
  }

  #connect(path: string): void {
    const base = settings.socketUrl || location.origin
    const line = new WebSocket(new URL(path, base).href.replace(/^http/, 'ws'))
    this.#line?.close()
    this.#line = line
    this.#pulse.heard()
    line.binaryType = 'arraybuffer'
    line.addEventListener('open', () => {
      const resume = this.#resume
      const { device, voice } = this.#wish
      const token = storedToken() ?? ''
      const enter: RoomSay = { name: 'enter', token, device, voice, muted: this.#muted, ...(resume ? { resume } : {}) }
      line.send(JSON.stringify(enter))
    })
    line.addEventListener('message', ({ data }) => {
      if (this.#line !== line) return
      this.#pulse.heard()
      if (data instanceof ArrayBuffer) for (const hear of this.#batchers) hear(data)
      else this.#hear(String(data))
    })
    line.addEventListener('close', ({ code }) => {
      if (this.#line !== line || this.#left) return
      this.#line = undefined
      const why = Object.entries(roomCloses).find(([, known]) => known === code)?.[0]
      if (why !== undefined && !passing.has(code)) this.#end(why)
      else this.#again()
    })
  }

  #end(why: string): void {
    this.#rest()
    this.#put({ status: 'out', why, members: new Map(), holds: new Map() })
  }

  #again(): void {
    if (this.#left) return
    this.#put({ status: this.state.get().slot === undefined ? 'connecting' : 'lost' })
    const pause = patience[Math.min(this.#tried, patience.length - 1)] ?? 4_000
    this.#tried += 1
    this.#timer = setTimeout(() => void this.#open(), pause * (0.75 + Math.random() / 2))
  }

  #hear(text: string): void {
    const parsed = roomTell.safeParse(JSON.parse(text))
    if (!parsed.success) {
      console.warn('the room told something that does not fit its schema')
      return
    }
    const told = parsed.data
    this.#take(told)
    for (const hear of this.#hearers) hear(told)
  }

  #take(told: RoomTell): void {
    const { members, holds } = this.state.get()
    if (told.name === 'welcome') {
      this.#tried = 0
      this.#resume = told.resume
      const all = new Map(told.members.map((member) => [member.slot, member]))
      this.#put({ status: 'in', why: undefined, slot: told.slot, members: all, holds: new Map() })
    } else if (told.name === 'came' || told.name === 'changed') {
      this.#put({ members: new Map(members).set(told.member.slot, told.member) })
    } else if (told.name === 'left') {
      const rest = new Map(members)
      rest.delete(told.slot)
      this.#put({ members: rest })
    } else if (told.name === 'held') {
      const next = new Map(holds)
      if (told.by === null) next.delete(told.key)
      else next.set(told.key, told.by)
      this.#put({ holds: next })
    }
  }
}
