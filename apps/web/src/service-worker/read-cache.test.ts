import { beforeEach, expect, test, vi } from 'vitest'
import { readCachePrefix, sharedFilesCache } from '../lib/worker-messages.ts'
import { makeReadCache } from './read-cache.ts'

const url = 'https://veranda.example/api/projects'

/** Caches in memory, with the members that the worker uses. */
class FakeCaches {
  readonly stored = new Map<string, Map<string, Response>>()

  has = async (name: string) => this.stored.has(name)
  keys = async () => [...this.stored.keys()]
  delete = async (name: string) => this.stored.delete(name)
  match = async (key: string, { cacheName }: { cacheName: string }) => this.stored.get(cacheName)?.get(key)?.clone()

  async open(name: string) {
    const entries = this.stored.get(name) ?? new Map<string, Response>()
    this.stored.set(name, entries)
    return {
      put: async (key: string, response: Response) => void entries.set(key, response),
      delete: async (key: string) => entries.delete(key),
      keys: async () => [...entries.keys()],
    }
  }
}

let store: FakeCaches
let notes: { url: string; readAt: string | null }[]
let reads: ReturnType<typeof makeReadCache>

/** Asks for the read as a user; resolves with the reply once all that follows from it is done. */
async function read(userId: string): Promise<Response> {
  const work: Promise<unknown>[] = []
  const event = { request: new Request(url), clientId: 'tab', waitUntil: (more: Promise<unknown>) => work.push(more) }
  // The members that the cache uses.
  const response = await reads.answer(event as unknown as FetchEvent, userId)
  await Promise.all(work)
  return response
}

const serverReplies = (body: string, init: ResponseInit = {}) =>
  vi.stubGlobal('fetch', async () => new Response(body, init))
const networkFails = () => vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))

beforeEach(() => {
  store = new FakeCaches()
  vi.stubGlobal('caches', store)
  notes = []
  reads = makeReadCache((_tab, note) => notes.push(note))
})

test('without a network the last reply is given with its time, and with one the new reply, each of which is noted', async () => {
  serverReplies('first')
  await read('maya')
  networkFails()
  expect(await (await read('maya')).text()).toBe('first')
  serverReplies('behind a proxy', { status: 503 })
  expect(await (await read('maya')).text()).toBe('first')
  // A worker that was stopped and started in between knows nothing of the reply that it gave.
  reads = makeReadCache((_tab, note) => notes.push(note))
  serverReplies('second')
  expect(await (await read('maya')).text()).toBe('second')
  const keptFrom = expect.stringMatching(/^\d{4}-/) as string
  expect(notes.map(({ readAt }) => readAt)).toEqual([null, keptFrom, keptFrom, null])
})

test('another user gets nothing of it, and their own reads replace it', async () => {
  serverReplies('of Maya')
  await read('maya')
  networkFails()
  await expect(read('kenji')).rejects.toThrow('Failed to fetch')
  serverReplies('of Kenji')
  await read('kenji')
  expect(await store.keys()).toEqual([`${readCachePrefix}kenji`])
})

test.each([403, 404])('what may no longer be seen (%i) is deleted, and the refusal is given', async (status) => {
  serverReplies('once')
  await read('maya')
  serverReplies('', { status })
  expect((await read('maya')).status).toBe(status)
  networkFails()
  await expect(read('maya')).rejects.toThrow('Failed to fetch')
})

test('a reply that says not to store it is not kept', async () => {
  serverReplies('secret', { headers: { 'cache-control': 'no-store' } })
  await read('maya')
  expect(await store.keys()).toEqual([])
})

test('a sign-out deletes what was read and shared, and what is on its way then is not kept', async () => {
  serverReplies('first')
  await read('maya')
  await store.open(sharedFilesCache)
  const late = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => late.promise)
  const reading = read('maya')
  await reads.forgetAll()
  expect(await store.keys()).toEqual([])
  late.resolve(new Response('late'))
  await reading
  expect(await store.keys()).toEqual([])
})
