import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendQueueDbPrefix } from '../session/user-databases.ts'

/** A browser with one registered worker and some caches. */
let registrations: { subscription: object | null; unregister: () => Promise<boolean> }[]
let cacheNames: Set<string>
let registered: unknown[]

beforeEach(() => {
  vi.resetModules()
  registered = []
  cacheNames = new Set([
    'veranda-shell-0a1b',
    'veranda-shell-used',
    'veranda-reads-u1',
    'veranda-shared-files',
    'other',
  ])
  const unregister = async () => registrations.splice(0).length > 0
  registrations = [{ subscription: null, unregister }]
  const serviceWorker = Object.assign(new EventTarget(), {
    controller: null,
    ready: new Promise(() => undefined),
    register: async (...call: unknown[]) => {
      registered.push(call)
      throw new TypeError('bad HTTP response code')
    },
    getRegistrations: async () =>
      registrations.map(({ subscription, unregister: remove }) => ({
        unregister: remove,
        pushManager: { getSubscription: async () => subscription },
      })),
  })
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker }))
  vi.stubGlobal('caches', {
    keys: async () => [...cacheNames],
    delete: async (name: string) => cacheNames.delete(name),
  })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const start = async () => {
  const { startServiceWorker } = await import('./register.ts')
  await startServiceWorker({ onNewVersion: () => undefined, onReady: () => undefined })
}
/** Starts a production build, in which the offline mode is on unless it is switched off. */
const startBuild = async (offline?: string) => {
  vi.stubEnv('PROD', true)
  if (offline !== undefined) vi.stubEnv('VITE_OFFLINE', offline)
  await start()
}
const serverAnswers = (status: number) => vi.stubGlobal('fetch', async () => new Response(null, { status }))

test('with the offline mode off the worker and its caches are removed, and what waits to be sent stays', async () => {
  const name = `${sendQueueDbPrefix}u1`
  ;(await openDB(name, 1)).close()
  await startBuild('false')
  expect(registered).toEqual([])
  expect(registrations).toEqual([])
  expect([...cacheNames]).toEqual(['other'])
  expect((await indexedDB.databases()).map((database) => database.name)).toContain(name)
})

test('a worker that receives pushes stays without the offline mode, and loses its caches', async () => {
  for (const registration of registrations) registration.subscription = {}
  await startBuild('false')
  expect(registrations).toHaveLength(1)
  expect([...cacheNames]).toEqual(['other'])
})

test('a worker that the server no longer has is removed with its caches', async () => {
  serverAnswers(404)
  await startBuild()
  expect(registered).toHaveLength(1)
  expect(registrations).toEqual([])
  expect([...cacheNames]).toEqual(['other'])
})

test('a worker that cannot be fetched for another reason stays as it is', async () => {
  serverAnswers(503)
  await startBuild()
  expect(registrations).toHaveLength(1)
  expect(cacheNames.size).toBe(5)
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  vi.resetModules()
  await start()
  expect(registrations).toHaveLength(1)
})
