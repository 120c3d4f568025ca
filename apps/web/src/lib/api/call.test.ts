import { route } from '@veranda/contract/route.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from './call.ts'
import { Problem } from './problem.ts'
import { clearSession, sessionStore } from '../session/session.ts'
import { slowRequests } from './slow-requests.ts'
import { jsonReply, problemReply, tokenExpiringIn } from '../testing/replies.ts'

const readThing = route<{ params: { id: string }; query: { cursor?: string }; reply: { name: string } }>(
  'GET',
  '/things/:id',
)
const makeThing = route<{ body: { name: string }; reply: { id: string } }>('POST', '/things')

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()

beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  localStorage.clear()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  clearSession('left')
})

function headersOf(index: number): Headers {
  return new Headers(fetched.mock.calls[index]?.[1].headers)
}

test('a call fills the URL and sends the token and the cookie', async () => {
  const token = tokenExpiringIn(900)
  localStorage.setItem('auth_token', token)
  fetched.mockResolvedValue(jsonReply({ name: 'chair' }))
  const reply = await call(readThing, { params: { id: 'a b' }, query: { cursor: 'x' } })
  expect(reply).toEqual({ name: 'chair' })
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/things/a%20b?cursor=x')
  expect(headersOf(0).get('authorization')).toBe(`Bearer ${token}`)
  expect(fetched.mock.calls[0]?.[1].credentials).toBe('include')
})

test('a refusal is a problem with its code, field and request', async () => {
  fetched.mockResolvedValue(problemReply(422, 'thing.name-taken', { field: 'name', detail: 'That name is taken.' }))
  const problem = await call(makeThing, { body: { name: 'chair' } }).catch((error: unknown) => error)
  expect(problem).toBeInstanceOf(Problem)
  expect(problem).toMatchObject({
    code: 'thing.name-taken',
    status: 422,
    requestId: 'req-1',
    message: 'That name is taken.',
  })
})

test('reads are retried three times on 502 to 504 and on network errors, one second apart', async () => {
  vi.useFakeTimers()
  fetched
    .mockResolvedValueOnce(new Response('', { status: 503 }))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
  fetched.mockResolvedValueOnce(new Response('', { status: 502 })).mockResolvedValueOnce(jsonReply({ name: 'chair' }))
  const reply = call(readThing, { params: { id: '1' } })
  await vi.advanceTimersByTimeAsync(2999)
  expect(fetched).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(1)
  expect(await reply).toEqual({ name: 'chair' })
})

test('a write is never retried automatically', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  const problem = await call(makeThing, { body: { name: 'chair' } }).catch((error: unknown) => error)
  expect(problem).toMatchObject({ code: 'network', status: 0, uncertain: true })
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('a token near its expiry is refreshed once for all waiting calls', async () => {
  localStorage.setItem('auth_token', tokenExpiringIn(200))
  const fresh = tokenExpiringIn(900, 'fresh')
  fetched.mockImplementation((url) =>
    Promise.resolve(
      url === '/api/accounts/token' ? jsonReply({ token: fresh, expiresAt: '' }) : jsonReply({ name: 'x' }),
    ),
  )
  await Promise.all(['1', '2', '3'].map((id) => call(readThing, { params: { id } })))
  const renewals = fetched.mock.calls.filter(([url]) => url === '/api/accounts/token')
  expect(renewals).toHaveLength(1)
  expect(localStorage.getItem('auth_token')).toBe(fresh)
  const sent = fetched.mock.calls.filter(([url]) => url !== '/api/accounts/token')
  expect(sent.every(([, init]) => new Headers(init.headers).get('authorization') === `Bearer ${fresh}`)).toBe(true)
})

test('a token is refreshed 300 seconds before its expiry and not sooner, after it, and when it has none', async () => {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '')
  const withoutExpiry = `${part({ alg: 'EdDSA' })}.${part({ sub: 'p' })}.signature`
  for (const [token, renewals] of [
    [tokenExpiringIn(302), 0],
    [tokenExpiringIn(300), 1],
    [tokenExpiringIn(-1), 1],
    [withoutExpiry, 1],
  ] as const) {
    localStorage.setItem('auth_token', token)
    fetched.mockClear()
    fetched.mockImplementation((url) =>
      Promise.resolve(
        jsonReply(url === '/api/accounts/token' ? { token: tokenExpiringIn(900), expiresAt: '' } : { name: 'x' }),
      ),
    )
    await call(readThing, { params: { id: '1' } })
    expect(fetched.mock.calls.filter(([url]) => url === '/api/accounts/token')).toHaveLength(renewals)
  }
})

test('a tab that waited for the lock takes the token another tab has stored', async () => {
  const stale = tokenExpiringIn(100)
  const stored = tokenExpiringIn(900, 'other tab')
  localStorage.setItem('auth_token', stale)
  const locks = {
    request: async (_: string, work: () => Promise<unknown>) => {
      localStorage.setItem('auth_token', stored)
      return work()
    },
  }
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks }))
  fetched.mockImplementation(() => Promise.resolve(jsonReply({ name: 'x' })))
  await call(readThing, { params: { id: '1' } })
  expect(fetched.mock.calls.map(([url]) => url)).toEqual(['/api/things/1'])
  expect(headersOf(0).get('authorization')).toBe(`Bearer ${stored}`)
})

test('a refused token is refreshed once and the call is sent again', async () => {
  localStorage.setItem('auth_token', tokenExpiringIn(900, 'revoked'))
  const fresh = tokenExpiringIn(900, 'fresh')
  fetched.mockResolvedValueOnce(problemReply(401, 'session.unknown'))
  fetched.mockResolvedValueOnce(jsonReply({ token: fresh, expiresAt: '' }))
  fetched.mockResolvedValueOnce(jsonReply({ name: 'x' }))
  expect(await call(readThing, { params: { id: '1' } })).toEqual({ name: 'x' })
})

test('a session unknown to the server signs the user out and keeps device settings', async () => {
  localStorage.setItem('auth_token', tokenExpiringIn(900))
  localStorage.setItem('theme', 'dusk')
  localStorage.setItem('sidebar-collapsed', 'true')
  fetched.mockImplementation(() => Promise.resolve(problemReply(401, 'session.unknown')))
  await expect(call(readThing, { params: { id: '1' } })).rejects.toMatchObject({ status: 401 })
  expect(sessionStore.get()).toEqual({ status: 'out', user: null, reason: 'ended' })
  expect(Object.keys(localStorage)).toEqual(['theme'])
})

test('a refresh without a reply does not sign the user out', async () => {
  const token = tokenExpiringIn(-60)
  localStorage.setItem('auth_token', token)
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  await call(makeThing, { body: { name: 'x' } }).catch(() => undefined)
  expect(localStorage.getItem('auth_token')).toBe(token)
})

test('a call of more than ten seconds is listed as slow and can be stopped', async () => {
  vi.useFakeTimers()
  fetched.mockImplementation(
    (_, init) =>
      new Promise((_resolve, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
  )
  const reply = call(makeThing, { body: { name: 'x' } }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(9999)
  expect(slowRequests.get()).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1)
  slowRequests.get()[0]?.stop()
  expect(await reply).toMatchObject({ name: 'AbortError' })
  expect(slowRequests.get()).toHaveLength(0)
})
