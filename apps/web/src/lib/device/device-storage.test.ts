import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deviceStorage } from './device-storage.ts'
import { saveSession, sessionStore, storedToken } from '../session/session.ts'
import { tokenExpiringIn } from '../testing/replies.ts'
import { maya, now } from '../testing/samples.ts'

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.restoreAllMocks()
  for (const key of deviceStorage.keys()) deviceStorage.remove(key)
})

test('where the browser refuses local storage, the session lives in memory, and one warning says so', () => {
  const refuse = () => {
    throw new DOMException('not here', 'SecurityError')
  }
  for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
    vi.spyOn(Storage.prototype, method).mockImplementation(refuse)
  }
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const token = tokenExpiringIn(900)
  saveSession({ user: maya, token, expiresAt: now })
  expect(storedToken()).toBe(token)
  expect(sessionStore.get()).toEqual({ status: 'in', user: maya })
  deviceStorage.set('theme', 'dusk')
  deviceStorage.remove('theme')
  expect(deviceStorage.get('theme')).toBeNull()
  expect(warn).toHaveBeenCalledOnce()
})

test('where the browser refuses local storage, a sign-out in another tab ends the session here and keeps the theme', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('not here', 'SecurityError')
    })
  }
  const otherTab = new BroadcastChannel('veranda-session')
  saveSession({ user: maya, token: tokenExpiringIn(900), expiresAt: now })
  deviceStorage.set('theme', 'dusk')
  otherTab.postMessage('user')
  otherTab.postMessage('left')
  await vi.waitFor(() => expect(sessionStore.get()).toMatchObject({ status: 'out', reason: 'left' }))
  expect(deviceStorage.keys()).toEqual(['theme'])
  otherTab.close()
})

test('a full disk keeps the new value in memory and what was stored before readable', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  localStorage.setItem('theme', 'daylight')
  localStorage.setItem('language', 'de')
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  deviceStorage.set('theme', 'dusk')
  expect(deviceStorage.get('theme')).toBe('dusk')
  expect(deviceStorage.get('language')).toBe('de')
})
