import { readCommission } from '@veranda/contract/commissions/routes.ts'
import { listPins } from '@veranda/contract/pins/routes.ts'
import { recordKinds, type RecordKind, type RecordValue } from '@veranda/contract/rooms/records.ts'
import {
  roomPeopleName,
  roomPeopleTold,
  roomRecordName,
  roomRecordTold,
  roomWorkName,
  type RoomWorkTold,
  roomWorkTold,
} from '@veranda/contract/rooms/live.ts'
import { listRoomWorks, readRoom, readRoomRecords, setRoomRecord } from '@veranda/contract/rooms/routes.ts'
import { type RoomRecord } from '@veranda/contract/rooms/schemas.ts'
import { readWork } from '@veranda/contract/works/routes.ts'
import { marks, streamClosed, type StreamJoined } from '@veranda/contract/streams/live.ts'
import { kindOf } from '@veranda/core/rooms/records.ts'
import { call } from '../../lib/call.ts'
import { emit, on, onResume } from '../../lib/live.ts'
import { networkProblem, Problem } from '../../lib/problem.ts'
import { refresh } from '../../lib/query.ts'
import { createSequence, type Sequence } from '../../lib/sequence.ts'
import { createStore } from '../../lib/store.ts'
import { type Change } from './changes.ts'

export type AnyValue = RecordValue[RecordKind]
export type LogState = {
  /** `failed`: it could not be read so far, and is tried again by itself. */
  readonly status: 'loading' | 'ready' | 'failed'
  readonly records: ReadonlyMap<string, RoomRecord>
  /** The same, parsed by their kinds. */
  readonly values: ReadonlyMap<string, AnyValue>
}

/** Something of the work changed: pins, versions, what was decided. */
export type WorkTold = Omit<RoomWorkTold, 'seq'>

type Entry = { seq: number; name: string; payload: Record<string, unknown> }

/** Between two attempts to read, in milliseconds. */
const patience = [1_000, 2_000, 4_000, 8_000, 15_000]

/** All that the people of a room share, kept in the order of its log through cuts, with what was written here at once. */
export class RoomLog {
  readonly state = createStore<LogState>({ status: 'loading', records: new Map(), values: new Map() })
  readonly #roomId: string
  readonly #ends: (() => void)[]
  readonly #heard = new Set<(told: WorkTold) => void>()
  #sequence: Sequence<Entry> | undefined
  #writing = Promise.resolve()
  #beginning: Promise<void> | undefined
  #tried = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #ended = false
  /** The versions of records that are gone. */
  readonly #gone = new Map<string, number>()

  constructor(roomId: string) {
    this.#roomId = roomId
    const receive = (name: string) => (payload: { seq: number } & Record<string, unknown>) =>
      this.#sequence?.receive({ seq: payload.seq, name, payload })
    this.#ends = [
      on(roomRecordName, roomRecordTold, receive(roomRecordName)),
      on(roomWorkName, roomWorkTold, receive(roomWorkName)),
      on(roomPeopleName, roomPeopleTold, receive(roomPeopleName)),
      on('marks', marks, ({ streams }) => {
        const mine = streams.find(({ kind, id }) => kind === 'room' && id === roomId)
        if (!mine) return
        if (this.#sequence) this.#sequence.mark(mine.seq)
        else void this.begin()
      }),
      on('stream:closed', streamClosed, ({ id }) => id === roomId && void refresh(readRoom)),
      onResume(() => void this.#resume()),
    ]
    void this.begin()
  }

  /** Reads all of it, now; where that fails, again after a while, until it is there. */
  begin(): Promise<void> {
    clearTimeout(this.#timer)
    this.#beginning ??= this.#begin().finally(() => {
      this.#beginning = undefined
    })
    return this.#beginning
  }

  async #begin(): Promise<void> {
    try {
      await this.#join(undefined).catch(() => undefined)
      const { seq, items } = await call(readRoomRecords, { params: { id: this.#roomId } })
      this.#sequence = createSequence<Entry>({
        cursor: seq,
        readAfter: async (cursor) => (await this.#join(cursor)).items,
        apply: (entry) => this.#apply(entry),
      })
      this.#take(items, this.state.get().records)
      this.state.set({ ...this.state.get(), status: 'ready' })
      await this.#sequence.resume().catch(() => undefined)
    } catch {
      this.state.set({ ...this.state.get(), status: 'failed' })
      const pause = patience[Math.min(this.#tried, patience.length - 1)] ?? 0
      this.#tried += 1
      if (!this.#ended) this.#timer = setTimeout(() => void this.begin(), pause * (0.75 + Math.random() / 2))
    }
  }

  /**
   * Writes one record, after those that were written before; null takes it away. What somebody else wrote in the
   * meantime is read first, and the change is then made of that anew.
   */
  set<Kind extends RecordKind>(key: string, change: Change<Kind>): Promise<Problem | undefined> {
    const make = () => {
      // By its key a record has its kind.
      const now = this.state.get().values.get(key) as RecordValue[Kind] | undefined
      return typeof change === 'function' ? change(now) : change
    }
    const written = this.#writing.then(() => this.#write(key, make, 2))
    this.#writing = written.then(
      () => undefined,
      () => undefined,
    )
    return written
  }

  /** Hears what changes of the work, once and in order; what was there before is not told. */
  onWork(handle: (told: WorkTold) => void): () => void {
    this.#heard.add(handle)
    return () => this.#heard.delete(handle)
  }

  end(): void {
    this.#ended = true
    clearTimeout(this.#timer)
    for (const end of this.#ends) end()
    void emit('stream:leave', { kind: 'room', id: this.#roomId }).catch(() => undefined)
  }

  async #write(key: string, make: () => AnyValue | null | undefined, tries: number): Promise<Problem | undefined> {
    const value = make()
    if (value === undefined) return undefined
    const expected = this.#versionOf(key)
    try {
      const body = { expected, value: value as Record<string, unknown> | null }
      this.#put(await call(setRoomRecord, { params: { id: this.#roomId, key }, body }))
      return undefined
    } catch (error) {
      const problem = error instanceof Problem ? error : networkProblem()
      if (problem.code !== 'room.record-changed' || tries === 0) return problem
      if (!(await this.#readAgain())) return problem
      return this.#write(key, make, tries - 1)
    }
  }

  /** Answers whether it could be read. */
  async #readAgain(): Promise<boolean> {
    await this.#resume()
    const before = this.state.get().records
    try {
      this.#take((await call(readRoomRecords, { params: { id: this.#roomId } })).items, before)
      return true
    } catch {
      return false
    }
  }

  #join(after: number | undefined): Promise<StreamJoined> {
    return emit<StreamJoined>('stream:join', {
      kind: 'room',
      id: this.#roomId,
      ...(after === undefined ? {} : { after }),
    })
  }

  async #resume(): Promise<void> {
    if (this.#sequence) await this.#sequence.resume().catch(() => undefined)
    else await this.begin()
  }

  #apply({ name, payload }: Entry): void {
    if (name === roomRecordName) {
      const told = roomRecordTold.safeParse({ seq: 0, ...payload })
      if (told.success) this.#put(told.data.record)
    } else if (name === roomWorkName) {
      const told = roomWorkTold.safeParse({ seq: 0, ...payload })
      void refresh(listRoomWorks, listPins, readCommission)
      // A work that was not to be seen before may be so now.
      if (told.data?.what === 'version') void refresh(readWork)
      if (told.success) for (const handle of this.#heard) handle(told.data)
    } else if (name === roomPeopleName) {
      void refresh(readRoom)
    }
  }

  #versionOf(key: string): number {
    return this.state.get().records.get(key)?.version ?? this.#gone.get(key) ?? 0
  }

  /**
   * Takes a whole reading in. What was told while it was on its way is newer and stays; what was here when it was asked
   * for, and is neither in it nor told anew, is gone.
   */
  #take(items: readonly RoomRecord[], before: LogState['records']): void {
    const { records } = this.state.get()
    const next = new Map(records)
    const read = new Set(items.map(({ key }) => key))
    for (const [key, record] of before) if (!read.has(key) && records.get(key) === record) next.delete(key)
    for (const record of items) if (record.version > this.#versionOf(record.key)) next.set(record.key, record)
    this.#show(next)
  }

  #put(record: RoomRecord): void {
    const { records } = this.state.get()
    if (record.version <= this.#versionOf(record.key)) return
    const next = new Map(records)
    if (record.value === null) {
      next.delete(record.key)
      this.#gone.set(record.key, record.version)
    } else {
      next.set(record.key, record)
    }
    this.#show(next)
  }

  #show(records: ReadonlyMap<string, RoomRecord>): void {
    const values = new Map<string, AnyValue>()
    for (const { key, value } of records.values()) {
      const parsed = parse(key, value)
      if (parsed) values.set(key, parsed)
    }
    this.state.set({ ...this.state.get(), records, values })
  }
}

/** A record of a kind that this version of the app does not know is left out. */
function parse(key: string, value: unknown): AnyValue | undefined {
  const kind = Object.entries(recordKinds).find(([name]) => name === kindOf(key))?.[1]
  const parsed = kind?.safeParse(value)
  return parsed?.success ? parsed.data : undefined
}
