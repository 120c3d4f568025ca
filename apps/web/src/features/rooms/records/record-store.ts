import { recordKinds, type RecordKind, type RecordValue } from '@veranda/contract/rooms/records/record-kinds.ts'
import { roomRecordChanged } from '@veranda/contract/rooms/events.ts'
import { readRoom, readRoomRecords, setRoomRecord } from '@veranda/contract/rooms/routes.ts'
import { type RoomRecord } from '@veranda/contract/rooms/schemas.ts'
import {
  joinStream,
  leaveStream,
  streamHeads,
  streamClosed,
  type StreamEntry,
} from '@veranda/contract/realtime/events.ts'
import { recordKindOf } from '@veranda/core/rooms/records/room-records.ts'
import { call } from '../../../lib/api/call.ts'
import { emit, on, onResume } from '../../../lib/realtime/realtime.ts'
import { networkProblem, Problem } from '../../../lib/api/problem.ts'
import { invalidateOnEvent } from '../../../lib/api/stale-reads.ts'
import { StreamCatchUp } from '../../../lib/realtime/stream-catch-up.ts'
import { createStore } from '../../../lib/store.ts'
import { type RecordChange } from './record-changes.ts'

export type AnyRecordValue = RecordValue[RecordKind]
export type RecordStoreState = {
  /** `failed`: not loaded so far; retried automatically. */
  readonly status: 'loading' | 'ready' | 'failed'
  readonly records: ReadonlyMap<string, RoomRecord>
  /** The values of the records, parsed by kind. */
  readonly values: ReadonlyMap<string, AnyRecordValue>
}

/** Delays between attempts to load, in milliseconds. */
const retryDelaysMs = [1_000, 2_000, 4_000, 8_000, 15_000]

/**
 * Holds the room's shared records, in the order of its stream and across disconnects, and applies own writes at once.
 */
export class RecordStore {
  readonly state = createStore<RecordStoreState>({ status: 'loading', records: new Map(), values: new Map() })
  readonly #roomId: string
  readonly #unsubscribers: (() => void)[]
  readonly #stream: StreamCatchUp<StreamEntry>
  /** Seq of the last applied entry; undefined until the records are loaded. */
  #cursor: number | undefined
  #lastWrite = Promise.resolve()
  #retries = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #disposed = false
  /** Versions of deleted records. */
  readonly #deletedVersions = new Map<string, number>()

  constructor(roomId: string) {
    this.#roomId = roomId
    this.#stream = new StreamCatchUp<StreamEntry>({
      cursor: () => this.#cursor,
      loadSnapshot: () => this.#loadSnapshot(),
      readAfter: async (cursor) => {
        const { items, ...page } = await this.#joinStream(cursor)
        return { ...page, entries: items }
      },
      apply: (entries) => {
        for (const entry of entries) {
          this.#cursor = entry.seq
          this.#apply(entry)
        }
      },
    })
    this.#unsubscribers = [
      on(roomRecordChanged, (payload) =>
        this.#stream.receive({ seq: payload.seq, name: roomRecordChanged.name, payload }),
      ),
      on(streamHeads, ({ streams }) => {
        const roomMark = streams.find(({ kind, id }) => kind === 'room' && id === roomId)
        if (!roomMark) return
        this.#stream.noteHead(roomMark.seq)
        if (this.state.get().status === 'failed') void this.load()
      }),
      on(streamClosed, ({ id }) => id === roomId && invalidateOnEvent({ route: readRoom, params: { id } })),
      onResume(() => void this.load()),
    ]
    void this.load()
  }

  /** Loads all records, with backoff until it succeeds, or what was missed since. */
  async load(): Promise<void> {
    await this.#stream.resume().catch(() => undefined)
  }

  async #loadSnapshot(): Promise<void> {
    clearTimeout(this.#timer)
    try {
      await this.#joinStream(undefined).catch(() => undefined)
      const { seq, items } = await call(readRoomRecords, { params: { id: this.#roomId } })
      this.#cursor = seq
      this.#mergeSnapshot(items, this.state.get().records)
      this.state.set({ ...this.state.get(), status: 'ready' })
    } catch {
      this.state.set({ ...this.state.get(), status: 'failed' })
      const delayMs = retryDelaysMs[Math.min(this.#retries, retryDelaysMs.length - 1)] ?? 0
      this.#retries += 1
      if (!this.#disposed) this.#timer = setTimeout(() => void this.load(), delayMs * (0.75 + Math.random() / 2))
    }
  }

  /**
   * Writes one record after all earlier writes; null deletes it. On a conflict it reloads, computes the change again
   * and retries.
   */
  set<Kind extends RecordKind>(key: string, change: RecordChange<Kind>): Promise<Problem | undefined> {
    const makeValue = () => {
      // The key determines the kind.
      const current = this.state.get().values.get(key) as RecordValue[Kind] | undefined
      return typeof change === 'function' ? change(current) : change
    }
    const write = this.#lastWrite.then(() => this.#write(key, makeValue, 2))
    this.#lastWrite = write.then(
      () => undefined,
      () => undefined,
    )
    return write
  }

  dispose(): void {
    this.#disposed = true
    clearTimeout(this.#timer)
    for (const unsubscribe of this.#unsubscribers) unsubscribe()
    void emit(leaveStream, { kind: 'room', id: this.#roomId }).catch(() => undefined)
  }

  async #write(
    key: string,
    makeValue: () => AnyRecordValue | null | undefined,
    retries: number,
  ): Promise<Problem | undefined> {
    const value = makeValue()
    if (value === undefined) return undefined
    const expected = this.#versionOf(key)
    try {
      const body = { expected, value: value as Record<string, unknown> | null }
      this.#applyRecord(await call(setRoomRecord, { params: { id: this.#roomId, key }, body }))
      return undefined
    } catch (error) {
      const problem = error instanceof Problem ? error : networkProblem()
      if (problem.code !== 'room.record-changed' || retries === 0) return problem
      if (!(await this.#reload())) return problem
      return this.#write(key, makeValue, retries - 1)
    }
  }

  /** Reloads the records; resolves to false on failure. */
  async #reload(): Promise<boolean> {
    await this.load()
    const before = this.state.get().records
    try {
      this.#mergeSnapshot((await call(readRoomRecords, { params: { id: this.#roomId } })).items, before)
      return true
    } catch {
      return false
    }
  }

  #joinStream(after: number | undefined) {
    return emit(joinStream, {
      kind: 'room',
      id: this.#roomId,
      ...(after === undefined ? {} : { after }),
    })
  }

  #apply({ name, payload }: StreamEntry): void {
    if (name !== roomRecordChanged.name) return
    const event = roomRecordChanged.schema.safeParse({ seq: 0, ...payload })
    if (event.success) this.#applyRecord(event.data.record)
  }

  #versionOf(key: string): number {
    return this.state.get().records.get(key)?.version ?? this.#deletedVersions.get(key) ?? 0
  }

  /**
   * Merges a snapshot. Records that arrived during the load are newer and stay; records that were there before the load
   * and are in neither are removed.
   */
  #mergeSnapshot(items: readonly RoomRecord[], before: RecordStoreState['records']): void {
    const { records } = this.state.get()
    const next = new Map(records)
    const readKeys = new Set(items.map(({ key }) => key))
    for (const [key, record] of before) if (!readKeys.has(key) && records.get(key) === record) next.delete(key)
    for (const record of items) if (record.version > this.#versionOf(record.key)) next.set(record.key, record)
    this.#publish(next)
  }

  #applyRecord(record: RoomRecord): void {
    const { records } = this.state.get()
    if (record.version <= this.#versionOf(record.key)) return
    const next = new Map(records)
    if (record.value === null) {
      next.delete(record.key)
      this.#deletedVersions.set(record.key, record.version)
    } else {
      next.set(record.key, record)
    }
    this.#publish(next)
  }

  #publish(records: ReadonlyMap<string, RoomRecord>): void {
    const values = new Map<string, AnyRecordValue>()
    for (const { key, value } of records.values()) {
      const parsed = parseRecordValue(key, value)
      if (parsed) values.set(key, parsed)
    }
    this.state.set({ ...this.state.get(), records, values })
  }
}

/** Parses the value of a record; undefined for kinds that this version of the app does not know. */
function parseRecordValue(key: string, value: unknown): AnyRecordValue | undefined {
  const kind = Object.entries(recordKinds).find(([name]) => name === recordKindOf(key))?.[1]
  const parsed = kind?.safeParse(value)
  return parsed?.success ? parsed.data : undefined
}
