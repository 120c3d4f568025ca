import 'fake-indexeddb/auto'
import { type User } from '@veranda/contract/accounts/schemas.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, saveSession, sessionStore, storedToken } from './session.ts'
import { tokenExpiringIn } from '../testing/replies.ts'

const user: User = {
  id: '0198c1de-0000-7000-8000-000000000001',
  firstName: 'Maya',
  name: 'Maya Okafor',
  email: 'maya@studio.example',
  role: 'client',
  avatar: null,
  createdAt: '2026-01-02T10:00:00.000Z',
  lastLogin: '2026-11-20T10:00:00.000Z',
  authProvider: 'email',
}

beforeEach(() => localStorage.clear())
afterEach(() => clearSession('left'))

test('signing in stores the token and the user under their documented keys', () => {
  const token = tokenExpiringIn(900)
  saveSession({ user, token, expiresAt: '2026-11-21T12:00:00.000Z' })
  expect(localStorage.getItem('auth_token')).toBe(token)
  expect(JSON.parse(localStorage.getItem('user_data') ?? '')).toEqual(user)
  expect(sessionStore.get()).toEqual({ status: 'in', user })
})

test('an expired token still counts as a token; one that is not three segments of a token is removed', () => {
  localStorage.setItem('auth_token', tokenExpiringIn(-1000))
  expect(storedToken()).toBeDefined()
  const whole = tokenExpiringIn(900)
  const [header, claims] = whole.split('.')
  const parts = [`.${claims}.s`, `!.${claims}.s`, `W10.${claims}.s`, `${header}.${claims}.`, `${header}.${claims}.!`]
  for (const broken of ['abc', 'a.b', 'a.!!!.c', 'a.b.c.d', '.e30.', `${header}.W10.s`, `${whole}.d`, ...parts]) {
    localStorage.setItem('auth_token', broken)
    expect(storedToken()).toBeUndefined()
    expect(localStorage.getItem('auth_token')).toBeNull()
  }
})

test('a page that was closed before its sign-out got a reply is signed out when it is loaded, and another session is not', async () => {
  const [left, later] = ['0198c1de-0000-7000-8000-00000000000a', '0198c1de-0000-7000-8000-00000000000b']
  for (const sid of [left, later]) {
    localStorage.setItem('auth_token', tokenExpiringIn(900, 'Maya', sid))
    localStorage.setItem('pending_sign_out', left)
    vi.resetModules()
    const loaded = await import('./session.ts')
    expect([loaded.sessionStore.get().status, loaded.storedToken() !== undefined]).toEqual(
      sid === left ? ['out', false] : ['in', true],
    )
    expect(localStorage.getItem('pending_sign_out')).toBe(left)
  }
})

test('a token under the legacy key is migrated once', () => {
  const token = tokenExpiringIn(900)
  localStorage.setItem('veranda_token', token)
  expect(storedToken()).toBe(token)
  expect(localStorage.getItem('veranda_token')).toBeNull()
  expect(localStorage.getItem('auth_token')).toBe(token)
})

test('a token under the legacy key is removed beside a current one, and a broken one in any case', () => {
  const token = tokenExpiringIn(900)
  localStorage.setItem('auth_token', token)
  localStorage.setItem('veranda_token', tokenExpiringIn(800))
  expect(storedToken()).toBe(token)
  expect(localStorage.getItem('veranda_token')).toBeNull()
  localStorage.clear()
  localStorage.setItem('veranda_token', 'a.b')
  expect(storedToken()).toBeUndefined()
  expect(Object.keys(localStorage)).toEqual([])
})

test('signing out clears everything except theme, language and notifications', () => {
  saveSession({ user, token: tokenExpiringIn(900), expiresAt: '2026-11-21T12:00:00.000Z' })
  for (const key of ['theme', 'language', 'notifications', 'sidebar-collapsed', 'draft']) localStorage.setItem(key, 'x')
  clearSession('left')
  expect(Object.keys(localStorage).toSorted()).toEqual(['language', 'notifications', 'theme'])
})

const there = async () => (await indexedDB.databases()).flatMap(({ name }) => name ?? []).toSorted()

async function createDatabases(names: readonly string[]): Promise<void> {
  for (const name of names)
    await new Promise<void>((resolve) => {
      const opened = indexedDB.open(name)
      opened.addEventListener('success', () => {
        opened.result.close()
        resolve()
      })
    })
}

test('signing out deletes what the user has not sent, but not what others have; a session that ended by itself keeps it', async () => {
  const others = ['of-another-app', 'veranda-send-queue-of-another-user', 'veranda-uploads-of-another-user']
  const own = [`veranda-uploads-${user.id}`, `veranda-send-queue-${user.id}`, `veranda-send-queue-${user.id}-pins`]
  await createDatabases([...own, ...others])
  saveSession({ user, token: tokenExpiringIn(900), expiresAt: '2026-11-21T12:00:00.000Z' })
  for (const key of ['draft.of-a-message', 'unqueued of-a-pin', 'push', 'theme']) localStorage.setItem(key, 'x')
  clearSession('ended')
  expect(Object.keys(localStorage).toSorted()).toEqual(['draft.of-a-message', 'theme', 'unqueued of-a-pin'])
  saveSession({ user, token: tokenExpiringIn(900), expiresAt: '2026-11-21T12:00:00.000Z' })
  expect(await there()).toEqual([...own, ...others].toSorted())
  clearSession('left')
  expect(Object.keys(localStorage)).toEqual(['theme'])
  await vi.waitFor(async () => expect(await there()).toEqual(others))
})

test('signing out ends the push subscription of this browser; a session that ended by itself has none at the server', async () => {
  const unsubscribe = vi.fn(async () => true)
  const registration = { pushManager: { getSubscription: async () => ({ unsubscribe }) } }
  vi.stubGlobal('navigator', { ...navigator, serviceWorker: { getRegistration: async () => registration } })
  clearSession('ended')
  clearSession('left')
  await vi.waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce())
  vi.unstubAllGlobals()
})

test('signing out in one tab signs out the others', async () => {
  saveSession({ user, token: tokenExpiringIn(900), expiresAt: '2026-11-21T12:00:00.000Z' })
  const otherTab = new BroadcastChannel('veranda-session')
  localStorage.clear()
  otherTab.postMessage('left')
  await vi.waitFor(() => expect(sessionStore.get()).toMatchObject({ status: 'out', reason: 'left' }))
  otherTab.close()
})

test('after a sign-out and a sign-in in another tab, a session that ends by itself keeps the unsent messages', async () => {
  const otherTab = new BroadcastChannel('veranda-session')
  saveSession({ user, token: tokenExpiringIn(900), expiresAt: '2026-11-21T12:00:00.000Z' })
  localStorage.clear()
  for (const message of ['leaving', 'left']) otherTab.postMessage(message)
  await vi.waitFor(() => expect(sessionStore.get().status).toBe('out'))
  localStorage.setItem('auth_token', tokenExpiringIn(900))
  otherTab.postMessage('in')
  await vi.waitFor(() => expect(sessionStore.get().status).toBe('in'))
  await createDatabases([`veranda-send-queue-${user.id}`])
  clearSession('ended')
  expect(sessionStore.get()).toMatchObject({ status: 'out', reason: 'ended' })
  expect(await there()).toContain(`veranda-send-queue-${user.id}`)
  otherTab.close()
})

test('when the server ends a session, every tab knows that it ended by itself', async () => {
  const otherTab = new BroadcastChannel('veranda-session')
  const received: unknown[] = []
  otherTab.addEventListener('message', ({ data }: MessageEvent<unknown>) => received.push(data))
  saveSession({ user, token: tokenExpiringIn(900), expiresAt: '2026-11-21T12:00:00.000Z' })
  clearSession('ended')
  await vi.waitFor(() => expect(received).toEqual(['in', 'ended']))
  saveSession({ user, token: tokenExpiringIn(900), expiresAt: '2026-11-21T12:00:00.000Z' })
  localStorage.clear()
  otherTab.postMessage('ended')
  await vi.waitFor(() => expect(sessionStore.get()).toMatchObject({ status: 'out', reason: 'ended' }))
  otherTab.close()
})

test('a sign-in in another tab whose token cannot be read here ends nothing: the session of the cookie is asked for', async () => {
  clearSession('none')
  const otherTab = new BroadcastChannel('veranda-session')
  otherTab.postMessage('in')
  await vi.waitFor(() => expect(sessionStore.get()).toEqual({ status: 'unknown', user: null }))
  otherTab.close()
})

test('a cleared storage in another tab signs this one out as well: the session ended by itself', () => {
  saveSession({ user, token: tokenExpiringIn(900), expiresAt: '2026-11-21T12:00:00.000Z' })
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(sessionStore.get()).toMatchObject({ status: 'out', reason: 'ended' })
})
