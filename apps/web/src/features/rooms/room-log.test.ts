import { type RoomRecord } from '@veranda/contract/rooms/schemas.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { cache } from '../../lib/query.ts'
import { jsonReply, problemReply } from '../../lib/testing.ts'
import { RoomLog } from './room-log.ts'

type Row = { seq: number; name: string; payload: Record<string, unknown> }

const live = vi.hoisted(() => ({
  handlers: new Map<string, (payload: unknown) => void>(),
  missed: [] as Row[],
  joins: [] as (number | undefined)[],
  resume: () => {},
}))
vi.mock('../../lib/live.ts', () => ({
  on: (name: string, _: unknown, handle: (payload: unknown) => void) => {
    live.handlers.set(name, handle)
    return () => live.handlers.delete(name)
  },
  onResume: (resume: () => void) => {
    live.resume = resume
    return () => undefined
  },
  emit: async (name: string, { after }: { after?: number }) => {
    if (name !== 'stream:join') return {}
    live.joins.push(after)
    return { head: 0, items: after === undefined ? [] : live.missed.filter(({ seq }) => seq > after), more: false }
  },
}))

const id = '019cc260-0aaf-733a-8b0d-2e4ae99f0759'
const note = (text: string) => ({ text, position: [0, 1, 0] as [number, number, number], yaw: 0 })
const record = (key: string, version: number, value: Record<string, unknown> | null): RoomRecord => ({
  key,
  version,
  value,
  by: id,
  at: '2026-11-21T10:00:00.000Z',
})
const row = (seq: number, one: RoomRecord): Row => ({ seq, name: 'room_record', payload: { seq, record: one } })
const told = ({ name, payload }: Row) => live.handlers.get(name)?.(payload)

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
let kept: RoomRecord[]
let log: RoomLog

beforeEach(async () => {
  live.missed = []
  live.joins = []
  kept = [record('note:a', 1, note('First'))]
  fetched.mockReset()
  fetched.mockImplementation(async (_, { method, body }) => {
    if (method === 'GET') return jsonReply({ seq: 4, items: kept })
    const { expected, value }: { expected: number; value: Record<string, unknown> | null } = JSON.parse(
      typeof body === 'string' ? body : '{}',
    )
    const known = kept.find(({ key }) => key === 'note:a')?.version ?? 0
    if (expected !== known) return problemReply(409, 'room.record-changed')
    return jsonReply(record('note:a', expected + 1, value))
  })
  vi.stubGlobal('fetch', fetched)
  log = new RoomLog(id)
  await vi.waitUntil(() => log.state.get().status === 'ready')
})

const text = (key: string) => {
  const value = log.state.get().values.get(key)
  return value && 'text' in value ? value.text : undefined
}

test('what is told is taken in order and once; what was missed is fetched', async () => {
  expect(text('note:a')).toBe('First')
  told(row(5, record('note:a', 2, note('Second'))))
  expect(text('note:a')).toBe('Second')
  told(row(5, record('note:a', 2, note('Doubled'))))
  expect(text('note:a')).toBe('Second')
  live.missed = [row(6, record('note:b', 1, note('Missed'))), row(7, record('note:a', 3, null))]
  told(row(7, record('note:a', 3, null)))
  await vi.waitFor(() => expect(text('note:b')).toBe('Missed'))
  expect(text('note:a')).toBeUndefined()
  expect(live.joins.at(-1)).toBe(7)
  // What is gone stays gone, though an older word of it comes late.
  told(row(8, record('note:a', 2, note('Late'))))
  expect(text('note:a')).toBeUndefined()
})

test('one’s own is written at once, over what somebody else wrote meanwhile', async () => {
  kept = [record('note:a', 2, note('Theirs'))]
  expect(await log.set<'note'>('note:a', note('Mine'))).toBeUndefined()
  expect(text('note:a')).toBe('Mine')
  expect(log.state.get().records.get('note:a')?.version).toBe(3)
})

test('a change is made anew of what somebody else wrote meanwhile, so that nothing of theirs is lost', async () => {
  kept = [record('note:a', 2, { ...note('Theirs'), yaw: 1 })]
  const renamed = (now: { text: string } | undefined) => ({ ...note('Mine'), ...now, text: 'Mine' })
  expect(await log.set<'note'>('note:a', renamed)).toBeUndefined()
  expect(log.state.get().values.get('note:a')).toEqual({ ...note('Mine'), yaw: 1 })
})

test('a refusal is answered, and nothing is shown that was not kept', async () => {
  fetched.mockImplementation(async () => problemReply(403, 'room.hosts-only', { detail: 'Only hosts can.' }))
  expect((await log.set<'note'>('note:a', note('Not mine')))?.code).toBe('room.hosts-only')
  expect(text('note:a')).toBe('First')
})

test('a version that came or was submitted has the works read anew: they may be seen now', async () => {
  const key = ['/works/:id', { id }, null]
  cache.setQueryData(key, {})
  const stale = () => cache.getQueryState(key)?.isInvalidated
  const tell = (seq: number, what: string) => told({ seq, name: 'room_work', payload: { seq, what, milestoneId: id } })
  tell(5, 'pin')
  expect(stale()).toBe(false)
  tell(6, 'version')
  await vi.waitFor(() => expect(stale()).toBe(true))
})

test('one change that failed does not keep later ones from being written', async () => {
  const usual = fetched.getMockImplementation()
  if (!usual) throw new Error('nobody answers')
  kept = [record('note:a', 2, note('Theirs'))]
  fetched.mockImplementation(async (url, init) =>
    init.method === 'GET' ? problemReply(500, 'request.failed') : usual(url, init),
  )
  expect((await log.set<'note'>('note:a', note('Mine')))?.code).toBe('room.record-changed')
  await expect(
    log.set<'note'>('note:a', () => {
      throw new Error('a bug')
    }),
  ).rejects.toThrow('a bug')
  fetched.mockImplementation(usual)
  expect(await log.set<'note'>('note:a', note('Later'))).toBeUndefined()
  expect(text('note:a')).toBe('Later')
})

test('what was told while the whole is read again stays; what is gone from it is gone', async () => {
  kept = [record('note:a', 1, note('First')), record('note:b', 1, note('Old')), record('note:c', 1, note('Gone'))]
  for (const [at, one] of kept.slice(1).entries()) told(row(5 + at, one))
  const usual = fetched.getMockImplementation()
  let answer: (() => void) | undefined
  fetched.mockImplementation(async (url, init) => {
    if (init.method !== 'GET') return usual?.(url, init) ?? jsonReply({})
    const items = kept
    await new Promise<void>((resolve) => (answer = resolve))
    return jsonReply({ seq: 7, items })
  })
  kept = [record('note:a', 2, note('Theirs')), record('note:b', 1, note('Old'))]
  const writing = log.set<'note'>('note:a', note('Mine'))
  await vi.waitUntil(() => answer !== undefined)
  told(row(7, record('note:b', 2, note('New'))))
  answer?.()
  expect(await writing).toBeUndefined()
  expect([text('note:a'), text('note:b'), text('note:c')]).toEqual(['Mine', 'New', undefined])
})

test.each(['the connection is back', 'time has passed', 'the server says how far the log is'])(
  'a room that could not be read is read when %s',
  async (why) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    fetched.mockImplementation(async () => problemReply(403, 'request.failed'))
    const late = new RoomLog(id)
    await vi.waitUntil(() => late.state.get().status === 'failed')
    fetched.mockImplementation(async () => jsonReply({ seq: 4, items: kept }))
    if (why === 'the connection is back') live.resume()
    else if (why === 'time has passed') await vi.advanceTimersByTimeAsync(2_000)
    else live.handlers.get('marks')?.({ streams: [{ kind: 'room', id, seq: 9 }] })
    await vi.waitUntil(() => late.state.get().status === 'ready')
    expect(late.state.get().records.get('note:a')?.version).toBe(1)
    told(row(5, record('note:c', 1, note('Live'))))
    expect(late.state.get().values.get('note:c')).toMatchObject({ text: 'Live' })
    late.end()
  },
)

test('a record that this app does not know is left out', () => {
  told(row(5, record('note:c', 1, { colour: 'red' })))
  expect(log.state.get().values.has('note:c')).toBe(false)
})
