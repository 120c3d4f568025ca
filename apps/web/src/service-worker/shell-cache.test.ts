import { beforeEach, expect, test, vi } from 'vitest'

const document = '<script src="/assets/index-0a1b2c3d.js"></script>'
let answerDocument: (event: FetchEvent) => Promise<Response>

/** Opens a document, by an event with the members that the cache uses. */
const open = () =>
  // The others are not read.
  answerDocument({
    request: new Request('https://veranda.example/'),
    waitUntil: () => undefined,
  } as unknown as FetchEvent)

/** A response of the network, with whether its body was cancelled. */
function networkResponse(status: number): { response: Response; isCancelled: () => boolean } {
  const response = new Response('from the network', { status })
  const cancel = vi.spyOn(response.body ?? fail(), 'cancel')
  return { response, isCancelled: () => cancel.mock.calls.length > 0 }
}

const fail = (): never => {
  throw new Error('a response with text has a body')
}

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('shellFiles', ['/'])
  vi.stubGlobal('shellEntryFile', '/assets/index-0a1b2c3d.js')
  vi.stubGlobal('caches', { match: async () => new Response(document) })
  // The names of the build are read when the module is loaded.
  const { makeShellCache } = await import('./shell-cache.ts')
  answerDocument = makeShellCache().answerDocument
  return () => void vi.useRealTimers()
})

test('a document that comes after the deadline is let go, and its connection with it', async () => {
  const late = networkResponse(200)
  const network = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => network.promise)
  const opened = open()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await (await opened).text()).toBe(document)
  network.resolve(late.response)
  await vi.waitFor(() => expect(late.isCancelled()).toBe(true))
})

test('the error of a gateway is let go when the kept document takes its place, and a document of the network is not', async () => {
  const failed = networkResponse(502)
  vi.stubGlobal('fetch', async () => failed.response)
  expect(await (await open()).text()).toBe(document)
  await vi.waitFor(() => expect(failed.isCancelled()).toBe(true))
  const fresh = networkResponse(200)
  vi.stubGlobal('fetch', async () => fresh.response)
  expect(await open()).toBe(fresh.response)
  expect(fresh.isCancelled()).toBe(false)
})
