import { type ClientEvent, type ServerEvent } from '@veranda/contract/realtime/socket-event.ts'
import { readRoom, readRoomRecords, setRoomRecord } from '@veranda/contract/rooms/routes.ts'
import { type RoomRecord } from '@veranda/contract/rooms/schemas.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { queryCache } from '../../../lib/api/query.ts'
import { type ContractServer, contractServer, Refused } from '../../../lib/testing/contract-server.ts'
import { RecordStore } from './record-store.ts'

type StreamEntryRow = { seq: number; name: string; payload: Record<string, unknown> }

const realtime = vi.hoisted(() => ({
  handlers: new Map<string, (payload: unknown) => void>(),
  missed: [] as StreamEntryRow[],
  joins: [] as (number | undefined)[],
  left: [] as string[],
  resume: () => {},
}))
vi.mock('../../../lib/realtime/realtime.ts', () => ({
  on: (event: ServerEvent, handle: (payload: unknown) => void) => {
    realtime.handlers.set(event.name, handle)
    return () => realtime.handlers.delete(event.name)
  },
  onResume: (resume: () => void) => {
    realtime.resume = resume
    return () => undefined
  },
  emit: async ({ name }: ClientEvent, { after, id }: { after?: number; id: string }) => {
    if (name === 'stream:leave') realtime.left.push(id)
    if (name !== 'stream:join') return {}
    realtime.joins.push(after)
    return { head: 0, items: after === undefined ? [] : realtime.missed.filter(({ seq }) => seq > after), more: false }
  },
}))

const id = '019cc260-0aaf-733a-8b0d-2e4ae99f0759'
const note = (text: string) => ({ text, position: [0, 1, 0] as [number, number, number], yaw: 0 })
const record = (key: string, version: number, value: Record<string, unknown> | null): RoomRecord => ({
  key,
  version,
  value,
  updatedAt: '2026-11-21T10:00:00.000Z',
})
const streamEntry = (seq: number, recordValue: RoomRecord): StreamEntryRow => ({
  seq,
  name: 'room:record-changed',
  payload: { seq, record: recordValue },
})
const deliver = ({ name, payload }: StreamEntryRow) => realtime.handlers.get(name)?.(payload)

let server: ContractServer
let serverRecords: RoomRecord[]
let store: RecordStore

beforeEach(async () => {
  realtime.missed = []
  realtime.joins = []
  realtime.left = []
  serverRecords = [record('note:a', 1, note('First'))]
  server = contractServer()
  serveRecords()
  store = new RecordStore(id)
  await vi.waitUntil(() => store.state.get().status === 'ready')
})

/** Returns the records of the server, and writes one unless it has changed since. */
function serveRecords(): void {
  server.reply(readRoomRecords, () => ({ seq: 4, items: serverRecords }))
  server.reply(setRoomRecord, ({ body: { expected, value } }) => {
    const currentVersion = serverRecords.find(({ key }) => key === 'note:a')?.version ?? 0
    if (expected !== currentVersion) throw new Refused(409, 'room.record-changed')
    return record('note:a', expected + 1, value)
  })
}

const text = (key: string) => {
  const value = store.state.get().values.get(key)
  return value && 'text' in value ? value.text : undefined
}

test('a store that is put away leaves the stream of its room', () => {
  expect(realtime.left).toEqual([])
  store.dispose()
  expect(realtime.left).toEqual([id])
})

test('records are applied in order and once, and missed ones are fetched', async () => {
  expect(text('note:a')).toBe('First')
  deliver(streamEntry(5, record('note:a', 2, note('Second'))))
  expect(text('note:a')).toBe('Second')
  deliver(streamEntry(5, record('note:a', 2, note('Doubled'))))
  expect(text('note:a')).toBe('Second')
  realtime.missed = [streamEntry(6, record('note:b', 1, note('Missed'))), streamEntry(7, record('note:a', 3, null))]
  deliver(streamEntry(7, record('note:a', 3, null)))
  await vi.waitFor(() => expect(text('note:b')).toBe('Missed'))
  expect(text('note:a')).toBeUndefined()
  expect(realtime.joins.at(-1)).toBe(5)
  // A deleted record stays deleted, although an older value arrives late.
  deliver(streamEntry(8, record('note:a', 2, note('Late'))))
  expect(text('note:a')).toBeUndefined()
})

test("a user's own write replaces what another user wrote in the meantime", async () => {
  serverRecords = [record('note:a', 2, note('Theirs'))]
  expect(await store.set<'note'>('note:a', note('Mine'))).toBeUndefined()
  expect(text('note:a')).toBe('Mine')
  expect(store.state.get().records.get('note:a')?.version).toBe(3)
})

test('a change is computed again from what another user wrote in the meantime, so that nothing of theirs is lost', async () => {
  serverRecords = [record('note:a', 2, { ...note('Theirs'), yaw: 1 })]
  const renamed = (now: { text: string } | undefined) => ({ ...note('Mine'), ...now, text: 'Mine' })
  expect(await store.set<'note'>('note:a', renamed)).toBeUndefined()
  expect(store.state.get().values.get('note:a')).toEqual({ ...note('Mine'), yaw: 1 })
})

test('a refusal is returned, and nothing is shown that was not stored', async () => {
  server.refuse(setRoomRecord, 403, 'room.hosts-only', { detail: 'Only hosts can.' })
  expect((await store.set<'note'>('note:a', note('Not mine')))?.code).toBe('room.hosts-only')
  expect(text('note:a')).toBe('First')
})

test('the end of the stream refetches this room, whose access changed, and no other', async () => {
  const [key, other] = [id, 'other'].map((room) => [readRoom.path, { id: room }, null])
  for (const one of [key, other]) queryCache.setQueryData(one ?? [], {})
  realtime.handlers.get('stream:closed')?.({ kind: 'room', id })
  await vi.waitFor(() => expect(queryCache.getQueryState(key ?? [])?.isInvalidated).toBe(true))
  expect(queryCache.getQueryState(other ?? [])?.isInvalidated).toBe(false)
})

test('a failed change does not block later ones', async () => {
  serverRecords = [record('note:a', 2, note('Theirs'))]
  server.refuse(readRoomRecords, 500, 'request.failed')
  expect((await store.set<'note'>('note:a', note('Mine')))?.code).toBe('room.record-changed')
  await expect(
    store.set<'note'>('note:a', () => {
      throw new Error('a bug')
    }),
  ).rejects.toThrow('a bug')
  serveRecords()
  expect(await store.set<'note'>('note:a', note('Later'))).toBeUndefined()
  expect(text('note:a')).toBe('Later')
})

test('what arrives during a reload stays, and what the reload no longer has is removed', async () => {
  serverRecords = [
    record('note:a', 1, note('First')),
    record('note:b', 1, note('Old')),
    record('note:c', 1, note('Gone')),
  ]
  for (const [at, recordValue] of serverRecords.slice(1).entries()) deliver(streamEntry(5 + at, recordValue))
  let answer: (() => void) | undefined
  server.reply(readRoomRecords, async () => {
    const items = serverRecords
    await new Promise<void>((resolve) => (answer = resolve))
    return { seq: 7, items }
  })
  serverRecords = [record('note:a', 2, note('Theirs')), record('note:b', 1, note('Old'))]
  const writing = store.set<'note'>('note:a', note('Mine'))
  await vi.waitUntil(() => answer !== undefined)
  deliver(streamEntry(7, record('note:b', 2, note('New'))))
  answer?.()
  expect(await writing).toBeUndefined()
  expect([text('note:a'), text('note:b'), text('note:c')]).toEqual(['Mine', 'New', undefined])
})

test.each(['the connection is back', 'time has passed', 'the server says how far the log is'])(
  'records that could not be loaded are loaded when %s',
  async (why) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    server.refuse(readRoomRecords, 403, 'request.failed')
    const late = new RecordStore(id)
    await vi.waitUntil(() => late.state.get().status === 'failed')
    serveRecords()
    if (why === 'the connection is back') realtime.resume()
    else if (why === 'time has passed') await vi.advanceTimersByTimeAsync(2_000)
    else realtime.handlers.get('stream:heads')?.({ streams: [{ kind: 'room', id, seq: 9 }] })
    await vi.waitUntil(() => late.state.get().status === 'ready')
    expect(late.state.get().records.get('note:a')?.version).toBe(1)
    deliver(streamEntry(5, record('note:c', 1, note('Live'))))
    expect(late.state.get().values.get('note:c')).toMatchObject({ text: 'Live' })
    late.dispose()
  },
)

test('a record of an unknown kind is ignored', () => {
  deliver(streamEntry(5, record('note:c', 1, { colour: 'red' })))
  expect(store.state.get().values.has('note:c')).toBe(false)
})
