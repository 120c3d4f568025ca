import 'fake-indexeddb/auto'
import { logout } from '@veranda/contract/accounts/sessions/routes.ts'
import { type Done } from '@veranda/contract/shared-schemas.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { retrySignOut } from './retry-sign-out.ts'
import { beginSignIn, pendingSignOut, rememberPendingSignOut, saveSession, signInStart } from './session.ts'
import { contractServer, Refused } from '../testing/contract-server.ts'
import { tokenExpiringIn } from '../testing/replies.ts'
import { maya, now } from '../testing/samples.ts'

const leftSid = '0198c1de-0000-7000-8000-00000000000a'
const laterSid = '0198c1de-0000-7000-8000-00000000000b'

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a sign-out is repeated with the id of its session until the server has ended it', async () => {
  const server = contractServer()
  server.refuse(logout, 503, 'server.unavailable')
  rememberPendingSignOut(leftSid)
  const retry = retrySignOut()
  await vi.advanceTimersByTimeAsync(6_000)
  expect(server.calls(logout)).toHaveLength(2)
  server.reply(logout, { done: true })
  await vi.advanceTimersByTimeAsync(6_000)
  await retry
  expect(server.calls(logout).map(({ body }) => body)).toEqual([{ sid: leftSid }, { sid: leftSid }, { sid: leftSid }])
  expect(pendingSignOut()).toBeNull()
})

test.each([
  ['in this tab', beginSignIn],
  // Another tab has a channel of its own.
  ['in another tab', () => new BroadcastChannel('veranda-session').postMessage(signInStart)],
])('a sign-in that begins %s stops the request, whose late reply would delete its cookie', async (_, begin) => {
  const signals: (AbortSignal | null | undefined)[] = []
  vi.stubGlobal('fetch', (_: unknown, { signal }: RequestInit) => {
    signals.push(signal)
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')))
    })
  })
  rememberPendingSignOut(leftSid)
  const retry = retrySignOut()
  await vi.advanceTimersByTimeAsync(0)
  begin()
  await vi.waitFor(() => expect(signals.map((signal) => signal?.aborted)).toEqual([true]))
  saveSession({ user: maya, token: tokenExpiringIn(900), expiresAt: now })
  await vi.advanceTimersByTimeAsync(6_000)
  await retry
  expect(signals).toHaveLength(1)
})

test('the reply to one sign-out does not confirm another that was begun meanwhile', async () => {
  const server = contractServer()
  server.reply(logout, ({ body }): Done => {
    if (body.sid === leftSid) rememberPendingSignOut(laterSid)
    else throw new Refused(503, 'server.unavailable')
    return { done: true }
  })
  rememberPendingSignOut(leftSid)
  const retry = retrySignOut()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(pendingSignOut()).toBe(laterSid)
  server.reply(logout, { done: true })
  await vi.advanceTimersByTimeAsync(6_000)
  await retry
})
