import { countPageView, reportError } from '@veranda/contract/analytics/routes.ts'
import { screens } from '@veranda/contract/analytics/schemas.ts'
import { createMemoryRouter, matchRoutes, type RouteObject } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { contractServer, type ContractServer } from '../../lib/testing/contract-server.ts'
import { routes } from '../router.tsx'
import { screenOf } from './start-analytics.ts'

const build = vi.hoisted(() => ({ analytics: true, errorReporting: true }))
vi.mock(import('../../lib/build-settings.ts'), async (importOriginal) => ({
  ...(await importOriginal()),
  get analytics() {
    return build.analytics
  },
  get errorReporting() {
    return build.errorReporting
  },
}))

const sampleRoutes: RouteObject[] = [
  { path: '/', children: ['', 'dashboard', 'projects/:id', 'search', '*'].map((path) => ({ path, element: null })) },
]
let server: ContractServer

beforeEach(() => {
  server = contractServer()
  server.reply(countPageView, { done: true })
  server.reply(reportError, { done: true })
  document.head.innerHTML = '<script type="module" src="/assets/index-0a1b2c3d.js"></script>'
})
afterEach(() => {
  Object.assign(build, { analytics: true, errorReporting: true })
  vi.unstubAllGlobals()
})

/** Starts as on a page of its own. */
async function start(path: string) {
  vi.resetModules()
  const router = createMemoryRouter(sampleRoutes, { initialEntries: [path] })
  const [{ startAnalytics }, { recordFailure }] = await Promise.all([
    import('./start-analytics.ts'),
    import('../../lib/failures.ts'),
  ])
  startAnalytics(router)
  return { router, recordFailure }
}

const counted = () => server.calls(countPageView).map(({ body }) => body.screen)
const reported = () => server.calls(reportError).map(({ body }) => body)

function errorAt(file: string, message = 'it broke'): Error {
  const error = new TypeError(message)
  error.stack = `TypeError: ${message}\n    at Screen (${location.origin}/assets/${file})`
  return error
}

test('the screens that are counted are those of the router', () => {
  const patternsOf = (list: readonly RouteObject[], base: string): string[] =>
    list.flatMap(({ path, children }) => {
      const whole = `${base}/${path ?? ''}`
      return children ? patternsOf(children, whole) : [`/${whole.split('/').filter(Boolean).join('/')}`]
    })
  const drawn = patternsOf(routes, '').filter((path) => path !== '/dev/gallery')
  expect([...screens].toSorted()).toEqual([...new Set(drawn)].toSorted())
})

test.each([
  ['/projects/0199c1a0-0000-7000-8000-000000000002', '/projects/:id'],
  ['/projects/new', '/projects/new'],
  ['/explore', '/explore/:handle?'],
  ['/no/such/screen', '/*'],
])('%s is counted as %s', (path, screen) => {
  // The matches of the router have these fields among others.
  expect(screenOf((matchRoutes(routes, path) ?? []) as Parameters<typeof screenOf>[0])).toBe(screen)
})

test('each screen that is opened is counted once, by its pattern, whatever its query', async () => {
  const { router } = await start('/dashboard')
  await router.navigate('/projects/0199c1a0-0000-7000-8000-000000000002?tab=chat')
  await router.navigate('/projects/0199c1a0-0000-7000-8000-000000000002?tab=money#top')
  await router.navigate('/search?q=maya')
  expect(counted()).toEqual(['/dashboard', '/projects/:id', '/search'])
})

test('nothing is sent with cookies or a token', async () => {
  const sent = vi.spyOn(globalThis, 'fetch')
  localStorage.setItem('auth_token', 'a.b.c')
  await start('/dashboard')
  const [, init] = sent.mock.calls[0] ?? []
  expect(init).toMatchObject({ credentials: 'omit', headers: { 'content-type': 'application/json' } })
})

test.each([
  ['Do Not Track', { doNotTrack: '1' }],
  ['Global Privacy Control', { globalPrivacyControl: true }],
])('with %s nothing is counted or reported', async (_, signal) => {
  for (const [name, value] of Object.entries(signal))
    Object.defineProperty(navigator, name, { value, configurable: true })
  const { router, recordFailure } = await start('/dashboard')
  await router.navigate('/search')
  recordFailure(errorAt('signal-0a1b2c3d.js:1:1'))
  expect([counted(), reported()]).toEqual([[], []])
  for (const name of Object.keys(signal)) Reflect.deleteProperty(navigator, name)
})

test.each([
  [true, true],
  [false, false],
])('with both switches at %s views and errors are sent: %s', async (isOn, isSent) => {
  Object.assign(build, { analytics: isOn, errorReporting: isOn })
  const { recordFailure } = await start('/dashboard')
  recordFailure(errorAt('shell-0a1b2c3d.js:1:1'))
  expect([counted().length > 0, reported().length > 0]).toEqual([isSent, isSent])
})

test('an error is reported with the screen, version, release and frames of ours, and without what a user wrote', async () => {
  const { recordFailure } = await start('/projects/0199c1a0-0000-7000-8000-000000000002')
  recordFailure(errorAt('shell-0a1b2c3d.js:1:200', 'no lamp called "Maya’s lamp"'))
  expect(reported()).toEqual([
    {
      name: 'TypeError',
      message: 'no lamp called …',
      frames: ['shell-0a1b2c3d.js:1:200'],
      screen: '/projects/:id',
      version: '1.0.0',
      release: '0a1b2c3d',
    },
  ])
})

test('failures of the network and what was stopped are never reported', async () => {
  const { recordFailure } = await start('/dashboard')
  const stopped = new DOMException('The user aborted a request.', 'AbortError')
  const chunk = new Error('load failed', { cause: new TypeError('Failed to fetch dynamically imported module') })
  for (const error of [
    new Error('Network Error'),
    new TypeError('Failed to fetch'),
    stopped,
    chunk,
    'a text',
    undefined,
  ])
    recordFailure(error)
  expect(reported()).toEqual([])
})

test('an error that repeats is reported once, and no page load reports more than ten', async () => {
  const { recordFailure } = await start('/dashboard')
  const error = errorAt('shell-0a1b2c3d.js:1:200')
  for (let repeat = 0; repeat < 5; repeat++) recordFailure(error)
  expect(reported()).toHaveLength(1)
  for (let line = 1; line < 30; line++) recordFailure(errorAt(`room-0a1b2c3d.js:${line}:1`))
  expect(reported()).toHaveLength(10)
})
