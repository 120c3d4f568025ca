import { readSuspension } from '@veranda/contract/accounts/suspension/routes.ts'
import { listTickets } from '@veranda/contract/support/routes.ts'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { login } from '@veranda/contract/accounts/sign-in/routes.ts'
import { logout, readSession, renewToken } from '@veranda/contract/accounts/sessions/routes.ts'
import { type AccessToken } from '@veranda/contract/accounts/sessions/schemas.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { startPairing } from '@veranda/contract/accounts/pairing/routes.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refreshToken } from '../lib/session/refresh-token.ts'
import { clearSession, rememberPendingSignOut, saveSession, sessionStore } from '../lib/session/session.ts'
import { type ContractServer } from '../lib/testing/contract-server.ts'
import { maya, now, sampleAccount } from '../lib/testing/samples.ts'
import { tokenExpiringIn } from '../lib/testing/replies.ts'
import { openScreen, signedOutServer } from '../screens/testing/render-signed-out.tsx'

let server: ContractServer

const build = vi.hoisted(() => ({ tokenRefresh: false }))
vi.mock(import('../lib/build-settings.ts'), async (importOriginal) => ({
  ...(await importOriginal()),
  get tokenRefresh() {
    return build.tokenRefresh
  },
}))

beforeEach(() => {
  server = signedOutServer()
  server.reply(readAccount, sampleAccount())
  server.refuse(readSession, 401, 'session.unknown')
  // The screen that most of these open.
  server.reply(listTickets, { items: [], next: null })
})

afterEach(() => {
  vi.useRealTimers()
})

const sid = '0198c1de-0000-7000-8000-00000000000a'

function signedIn() {
  const token = tokenExpiringIn(900, 'Maya', sid)
  localStorage.setItem('auth_token', token)
  localStorage.setItem('user_data', JSON.stringify(maya))
  sessionStore.set({ status: 'in', user: null })
}

/** Signs in after a redirect to the sign-in screen. */
async function signIn(router: ReturnType<typeof openScreen>): Promise<void> {
  const email = await screen.findByLabelText('Email', undefined, { timeout: 5000 })
  expect(router.state.location.pathname).toBe('/login')
  server.reply(login, { user: maya, token: tokenExpiringIn(900), expiresAt: now })
  await userEvent.type(email, 'maya@studio.example')
  await userEvent.type(screen.getByLabelText('Password'), 'a long password')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

test('a signed-out user is asked to sign in and then returns to where they were going', async () => {
  const router = openScreen('/support?about=money')
  await signIn(router)
  await screen.findByRole('heading', { name: 'Support' }, { timeout: 5000 })
  expect(router.state.location.pathname + router.state.location.search).toBe('/support?about=money')
})

test('a headset code scanned on a signed-out phone is kept through sign-in', async () => {
  const router = openScreen('/pair?code=123456')
  await signIn(router)
  expect((await screen.findByDisplayValue('123456', undefined, { timeout: 5000 })).isConnected).toBe(true)
  expect(router.state.location.pathname + router.state.location.search).toBe('/pair?code=123456')
})

test('the pairing screen without a code is open to signed-out users', async () => {
  server.refuse(startPairing, 503, 'server.unavailable')
  const router = openScreen('/pair')
  await screen.findByRole('heading', { level: 1 }, { timeout: 5000 })
  expect(router.state.location.pathname).toBe('/pair')
})

test('a wrong password shows an error and keeps the typed e-mail', async () => {
  openScreen('/login')
  const email = await screen.findByLabelText('Email')
  server.refuse(login, 401, 'accounts.invalid-credentials')
  await userEvent.type(email, 'maya@studio.example')
  await userEvent.type(screen.getByLabelText('Password'), 'wrong')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Invalid credentials')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('maya@studio.example')
})

test('a stored token opens the shell at once; the cookie alone does so after one request', async () => {
  signedIn()
  openScreen('/support')
  await screen.findByRole('heading', { name: 'Support' }, { timeout: 5000 })
  cleanup()
  clearSession('none')
  sessionStore.set({ status: 'unknown', user: null })
  server.reply(readSession, { user: maya, token: tokenExpiringIn(900), expiresAt: now })
  openScreen('/support')
  await screen.findByRole('heading', { name: 'Support' }, { timeout: 5000 })
  expect(localStorage.getItem('auth_token')).not.toBeNull()
})

test('a signed-in user does not see the sign-in screen', async () => {
  server.refuse(readDashboard, 503, 'server.unavailable')
  signedIn()
  const router = openScreen('/auth/anything')
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
})

test('a user who cannot sign in, or reads a legal page signed out, can write to support', async () => {
  openScreen('/login')
  const link = await screen.findByRole('link', { name: 'Can’t sign in?' })
  cleanup()
  const router = openScreen(link.getAttribute('href') ?? '')
  await screen.findByRole('heading', { level: 1, name: 'Support' }, { timeout: 5000 })
  expect(router.state.location.pathname).toBe('/support')
  cleanup()
  openScreen('/privacy')
  const write = await screen.findByRole('link', { name: 'Write to support' }, { timeout: 5000 })
  expect(write.getAttribute('href')).toBe('/support?about=legal')
  cleanup()
  openScreen('/support?about=legal')
  await screen.findByRole('heading', { level: 1, name: 'Support' }, { timeout: 5000 })
})

test('legal pages are open to everyone, in a plain frame when signed out', async () => {
  openScreen('/terms')
  await screen.findByRole('heading', { level: 1, name: 'Terms of Service' }, { timeout: 5000 })
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy()
})

test('an unknown address shows the not-found screen', async () => {
  openScreen('/nowhere/at/all')
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
})

test('Logout ends the session everywhere and does not remember the current page', async () => {
  signedIn()
  sessionStore.set({ status: 'in', user: null })
  server.reply(logout, { done: true })
  const router = openScreen('/support')
  await userEvent.click(await screen.findByRole('button', { name: /Maya’s account/ }, { timeout: 5000 }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }, { timeout: 5000 }))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(router.state.location.state).toBeNull()
  expect(localStorage.getItem('auth_token')).toBeNull()
  expect(server.calls(logout).map(({ body }) => body)).toEqual([{ sid }])
  expect(localStorage.getItem('pending_sign_out')).toBeNull()
})

/** Lets the signed-out screens load what they load last, which finishes a sign-out without a reply. */
function finishesWhenIdle(): void {
  vi.stubGlobal('requestIdleCallback', (task: () => void) => setTimeout(task, 0))
  vi.stubGlobal('cancelIdleCallback', clearTimeout)
}

test('when another tab learns that the session is over, this one remembers where to return, too', async () => {
  saveSession({ user: maya, token: tokenExpiringIn(900), expiresAt: now })
  const router = openScreen('/support?about=money')
  await screen.findByRole('heading', { name: 'Support' }, { timeout: 5000 })
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage', { key: 'auth_token' }))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(router.state.location.state).toEqual({ from: '/support?about=money' })
})

test('someone whose session ended with a suspension reads until when and why in place of the app, everyone else that it is over', async () => {
  const endElsewhere = () => {
    saveSession({ user: maya, token: tokenExpiringIn(900), expiresAt: now })
    openScreen('/support')
    localStorage.clear()
    dispatchEvent(new StorageEvent('storage', { key: 'auth_token' }))
  }
  server.reply(readSuspension, { suspension: { until: null, reason: 'Stolen pictures' } })
  endElsewhere()
  await screen.findByText('Your account is suspended until further notice.', undefined, { timeout: 5000 })
  expect(screen.getByText('Reason: Stolen pictures')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Write to support' }).getAttribute('href')).toBe('/support?about=sign-in')
  cleanup()
  server.reply(readSuspension, { suspension: null })
  endElsewhere()
  await screen.findByText('Your session ended. Sign in again to continue.', undefined, { timeout: 5000 })
  cleanup()
  server.refuse(readSuspension, 503, 'server.unavailable')
  endElsewhere()
  await screen.findByText('Your session ended. Sign in again to continue.', undefined, { timeout: 5000 })
})

test.each(['/login', '/terms'])(
  'a sign-out that got no reply is finished on %s too, where nobody is let in',
  async (path) => {
    finishesWhenIdle()
    localStorage.setItem('pending_sign_out', '1')
    server.reply(logout, { done: true })
    const router = openScreen(path)
    await vi.waitFor(() => expect(localStorage.getItem('pending_sign_out')).toBeNull(), { timeout: 5000 })
    expect(server.calls(logout)).toHaveLength(1)
    expect(server.calls(readSession)).toEqual([])
    expect(router.state.location.pathname).toBe(path)
  },
)

test('a token that is renewed while a sign-out gets no reply signs nobody in again', async () => {
  signedIn()
  server.reply(renewToken, { token: tokenExpiringIn(900), expiresAt: now })
  const stale = tokenExpiringIn(10)
  localStorage.setItem('auth_token', stale)
  const renewal = refreshToken(stale)
  rememberPendingSignOut()
  clearSession('left')
  expect((await renewal).outcome).toBe('refused')
  expect(localStorage.getItem('auth_token')).toBeNull()
})

async function pressLogout(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: /Maya’s account/ }, { timeout: 5000 }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }, { timeout: 5000 }))
}

test('a sign-out that fails says why and is over here; the cookie signs nobody in until the server has confirmed it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true })
  signedIn()
  server.refuse(logout, 503, 'server.unavailable')
  server.reply(readSession, { user: maya, token: tokenExpiringIn(900, 'Maya', sid), expiresAt: now })
  const router = openScreen('/support')
  await pressLogout()
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  await screen.findByText('You’re signed out in this browser. The session ends as soon as the server can be reached.')
  expect(localStorage.getItem('auth_token')).toBeNull()
  cleanup()
  // The page is loaded again, first while the server is still away.
  finishesWhenIdle()
  for (const isBack of [false, true]) {
    if (isBack) server.reply(logout, { done: true })
    sessionStore.set({ status: 'unknown', user: null })
    const reloaded = openScreen('/support?about=money')
    await vi.waitFor(() => expect(reloaded.state.location.pathname).toBe('/login'))
    expect(sessionStore.get().status).toBe('out')
    if (!isBack) expect(localStorage.getItem('pending_sign_out')).toBe(sid)
    else {
      await vi.advanceTimersByTimeAsync(5_000)
      await vi.waitFor(() => expect(localStorage.getItem('pending_sign_out')).toBeNull())
    }
    cleanup()
  }
  sessionStore.set({ status: 'unknown', user: null })
  openScreen('/support')
  await vi.waitFor(() => expect(sessionStore.get().status).toBe('in'))
})

test.each([900, 10])(
  'a sign-out is remembered before it is sent, and over here without any reply, with a token for %s seconds',
  async (seconds) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    signedIn()
    const renewed = Promise.withResolvers<AccessToken>()
    server.reply(logout, () => new Promise<never>(() => undefined))
    server.reply(renewToken, () => renewed.promise)
    const router = openScreen('/support')
    await screen.findByRole('button', { name: /Maya’s account/ }, { timeout: 5000 })
    localStorage.setItem('auth_token', tokenExpiringIn(seconds, 'Maya', sid))
    await pressLogout()
    await vi.waitFor(() => expect(localStorage.getItem('pending_sign_out')).toBe(sid))
    expect(sessionStore.get().status).toBe('in')
    await vi.advanceTimersByTimeAsync(5_000)
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    renewed.resolve({ token: tokenExpiringIn(900, 'Maya', sid), expiresAt: now })
    await vi.advanceTimersByTimeAsync(0)
    expect([localStorage.getItem('auth_token'), localStorage.getItem('pending_sign_out')]).toEqual([null, sid])
  },
)

test('on a full disk the sign-out that failed is remembered where signing out has made room', async () => {
  signedIn()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const setItem = Storage.prototype.setItem
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (localStorage.length > 1) throw new DOMException('full', 'QuotaExceededError')
    setItem.call(this, key, value)
  })
  server.refuse(logout, 503, 'server.unavailable')
  const router = openScreen('/support')
  await pressLogout()
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  await vi.waitFor(() => expect(localStorage.getItem('pending_sign_out')).toBe(sid))
  vi.restoreAllMocks()
})

test('a session that cannot be read is reported to the console, and nobody is signed in', async () => {
  server.refuse(readSession, 500, 'internal')
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const router = openScreen('/support')
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(sessionStore.get().status).toBe('out')
  expect(logged.mock.calls[0]?.[0]).toBe('session read failed')
  logged.mockRestore()
})

test.each([true, false])(
  'with the token refresh switch at %s a timer renews an idle token ahead of its expiry, or the next call does',
  async (isOn) => {
    // The setting of a build, which is the same for all tests.
    build.tokenRefresh = isOn
    signedIn()
    server.reply(renewToken, { token: tokenExpiringIn(900, 'fresh'), expiresAt: now })
    openScreen('/support')
    await screen.findByRole('heading', { name: 'Support' }, { timeout: 5000 })
    cleanup()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    openScreen('/support')
    await screen.findByRole('heading', { name: 'Support' }, { timeout: 5000 })
    localStorage.setItem('auth_token', tokenExpiringIn(200))
    await vi.advanceTimersByTimeAsync(30_000)
    vi.useRealTimers()
    if (isOn) await vi.waitFor(() => expect(server.calls(renewToken)).toHaveLength(1))
    else expect(server.calls(renewToken)).toEqual([])
    build.tokenRefresh = false
  },
)

test('what was not sent is named before a sign-out discards it', async () => {
  signedIn()
  sessionStore.set({ status: 'in', user: maya })
  localStorage.setItem('draft 0198c1de-0000-7000-8000-000000000009', 'Could the stairs')
  server.reply(logout, { done: true })
  const router = openScreen('/support')
  await pressLogout()
  const dialog = await screen.findByRole('dialog', { name: 'Sign out and discard this?' }, { timeout: 5000 })
  expect(dialog.textContent).toContain('1 draft')
  await userEvent.click(screen.getByRole('button', { name: 'Stay signed in' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sessionStore.get().status).toBe('in')
  await pressLogout()
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }, { timeout: 5000 }))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(localStorage.getItem('draft 0198c1de-0000-7000-8000-000000000009')).toBeNull()
})
