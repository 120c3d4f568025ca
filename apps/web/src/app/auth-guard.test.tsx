import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, sessionStore } from '../lib/session/session.ts'
import { jsonReply, problemReply, tokenExpiringIn } from '../lib/testing.ts'
import { routes } from './router.tsx'

const user = {
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
const config = {
  mode: 'sandbox',
  version: '1.0.0',
  demoEntry: false,
  terms: 1,
  languages: ['en'],
  now: '2026-11-21T12:00:00.000Z',
  providers: [],
  pushKey: null,
}

/** The server's replies by method and path; anything else is a 404. */
let replies: Record<string, () => Response>

beforeEach(() => {
  localStorage.clear()
  sessionStore.set({ status: 'unknown', user: null })
  replies = {
    'GET /api/config': () => jsonReply(config),
    'GET /api/accounts/session': () => problemReply(401, 'session.unknown'),
    'GET /api/accounts/me': () =>
      jsonReply({
        ...user,
        timeZone: 'Europe/Lisbon',
        language: 'en',
        theme: 'system',
        isCreator: false,
        admin: false,
      }),
  }
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const reply = replies[`${init.method} ${url.split('?')[0]}`]
    return reply ? reply() : problemReply(404, 'request.unknown-route')
  })
  vi.stubGlobal('scrollTo', () => undefined)
})

afterEach(() => {
  cleanup()
  clearSession('left')
  vi.unstubAllGlobals()
})

function open(path: string) {
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  render(<RouterProvider router={router} />)
  return router
}

function signedIn() {
  const token = tokenExpiringIn(900)
  localStorage.setItem('auth_token', token)
  localStorage.setItem('user_data', JSON.stringify(user))
  sessionStore.set({ status: 'in', user: null })
}

/** Signs in after a redirect to the sign-in screen. */
async function signIn(router: ReturnType<typeof open>): Promise<void> {
  const email = await screen.findByLabelText('E-mail', undefined, { timeout: 5000 })
  expect(router.state.location.pathname).toBe('/login')
  replies['POST /api/accounts/login'] = () => jsonReply({ user, token: tokenExpiringIn(900), expiresAt: config.now })
  await userEvent.type(email, 'maya@studio.example')
  await userEvent.type(screen.getByLabelText('Password'), 'a long password')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

test('a signed-out user is asked to sign in and then returns to where they were going', async () => {
  const router = open('/support?about=money')
  await signIn(router)
  await screen.findByRole('heading', { name: 'Support' }, { timeout: 5000 })
  expect(router.state.location.pathname + router.state.location.search).toBe('/support?about=money')
})

test('a headset code scanned on a signed-out phone is kept through sign-in', async () => {
  const router = open('/pair?code=123456')
  await signIn(router)
  expect((await screen.findByDisplayValue('123456', undefined, { timeout: 5000 })).isConnected).toBe(true)
  expect(router.state.location.pathname + router.state.location.search).toBe('/pair?code=123456')
})

test('the pairing screen without a code is open to signed-out users', async () => {
  const router = open('/pair')
  await screen.findByRole('heading', { level: 1 }, { timeout: 5000 })
  expect(router.state.location.pathname).toBe('/pair')
})

test('a wrong password shows an error and keeps the typed e-mail', async () => {
  open('/login')
  const email = await screen.findByLabelText('E-mail')
  replies['POST /api/accounts/login'] = () => problemReply(401, 'accounts.invalid-credentials')
  await userEvent.type(email, 'maya@studio.example')
  await userEvent.type(screen.getByLabelText('Password'), 'wrong')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Invalid credentials')
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('maya@studio.example')
})

test('a stored token opens the shell at once; the cookie alone does so after one request', async () => {
  signedIn()
  open('/support')
  await screen.findByRole('heading', { name: 'Support' }, { timeout: 5000 })
  cleanup()
  clearSession('none')
  sessionStore.set({ status: 'unknown', user: null })
  replies['GET /api/accounts/session'] = () => jsonReply({ user, token: tokenExpiringIn(900), expiresAt: config.now })
  open('/support')
  await screen.findByRole('heading', { name: 'Support' }, { timeout: 5000 })
  expect(localStorage.getItem('auth_token')).not.toBeNull()
})

test('a signed-in user does not see the sign-in screen', async () => {
  signedIn()
  const router = open('/auth/anything')
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
})

test('a user who cannot sign in, or reads a legal page signed out, can write to support', async () => {
  open('/login')
  const link = await screen.findByRole('link', { name: 'Cannot sign in?' })
  cleanup()
  const router = open(link.getAttribute('href') ?? '')
  await screen.findByRole('heading', { level: 1, name: 'Support' }, { timeout: 5000 })
  expect(router.state.location.pathname).toBe('/support')
  cleanup()
  open('/privacy')
  const write = await screen.findByRole('link', { name: 'Write to support' }, { timeout: 5000 })
  expect(write.getAttribute('href')).toBe('/support?about=legal')
  cleanup()
  open('/support?about=legal')
  await screen.findByRole('heading', { level: 1, name: 'Support' }, { timeout: 5000 })
})

test('legal pages are open to everyone, in a plain frame when signed out', async () => {
  open('/terms')
  await screen.findByRole('heading', { level: 1, name: 'Terms of Service' }, { timeout: 5000 })
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy()
})

test('an unknown address shows the not-found screen', async () => {
  open('/nowhere/at/all')
  expect(await screen.findByRole('heading', { name: 'There is no page here' })).toBeTruthy()
})

test('Logout ends the session everywhere and does not remember the current page', async () => {
  signedIn()
  sessionStore.set({ status: 'in', user: null })
  replies['POST /api/accounts/logout'] = () => jsonReply({ done: true })
  const router = open('/support')
  await userEvent.click(await screen.findByRole('button', { name: /Account of/ }, { timeout: 5000 }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }, { timeout: 5000 }))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(router.state.location.state).toBeNull()
  expect(localStorage.getItem('auth_token')).toBeNull()
})
