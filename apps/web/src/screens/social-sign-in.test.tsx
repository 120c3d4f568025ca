import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { readSession } from '@veranda/contract/accounts/sessions/routes.ts'
import { readPendingIdentity, registerByIdentity } from '@veranda/contract/accounts/social/routes.ts'
import { readConfig } from '@veranda/contract/config/routes.ts'
import { socialProviders } from '@veranda/core/accounts/social/social-provider.ts'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { routes } from '../app/router.tsx'
import { refreshPublicConfig } from '../lib/public-config.ts'
import { clearSession, sessionStore } from '../lib/session/session.ts'
import { type ContractServer, contractServer } from '../lib/testing/contract-server.ts'
import { sampleConfig } from '../lib/testing/samples.ts'

let server: ContractServer

beforeEach(() => {
  localStorage.clear()
  sessionStore.set({ status: 'unknown', user: null })
  server = contractServer()
  vi.stubGlobal('scrollTo', () => undefined)
  // The sign-in page's scene is loaded once the browser is idle.
  vi.stubGlobal('requestIdleCallback', () => 0)
  vi.stubGlobal('cancelIdleCallback', () => undefined)
})
afterEach(() => {
  cleanup()
  clearSession('left')
})

async function open(path: string, config: Partial<typeof sampleConfig> = { socialProviders: [...socialProviders] }) {
  server.reply(readConfig, { ...sampleConfig, ...config })
  await refreshPublicConfig()
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  render(<RouterProvider router={router} />)
  await screen.findByRole('heading', { level: 1 }, { timeout: 5_000 })
  return router
}

const linksOf = () =>
  screen.queryAllByRole('link').filter(({ textContent }) => /^(Google|TikTok|Instagram)$/.test(textContent))

test.each(['/login', '/register'])(
  '%s leads to the providers there are, with the place to come back to',
  async (path) => {
    await open(`${path}?to=%2Fsearch%3Fq%3Dchair%23top`, { socialProviders: ['google', 'instagram'] })
    expect(linksOf().map((link) => link.getAttribute('href'))).toEqual([
      '/api/auth/google?to=%2Fsearch%3Fq%3Dchair%23top',
      '/api/auth/instagram?to=%2Fsearch%3Fq%3Dchair%23top',
    ])
  },
)

test('where there is no provider, there is no button', async () => {
  await open('/login', { socialProviders: [] })
  expect(linksOf()).toEqual([])
  expect(screen.queryByText('or')).toBeNull()
})

test('a place of another website is not passed on', async () => {
  await open('/login?to=%2F%2Fevil.example')
  expect(linksOf()[0]?.getAttribute('href')).toBe('/api/auth/google')
})

test('a problem of ours is said, and any other text of an address is not', async () => {
  await open('/login?problem=email-taken')
  expect((await screen.findByRole('status')).textContent).toContain(
    'There’s already an account with that email address',
  )
  cleanup()
  await open('/login?problem=Call%20this%20number')
  expect(screen.queryByRole('status')).toBeNull()
  expect(document.body.textContent).not.toContain('Call this number')
})

test('what is left of a way to a provider that took too long is a way back', async () => {
  server.refuse(readPendingIdentity, 404, 'account.identity-not-pending')
  await open('/register?with=google')
  await screen.findByText('This took too long. Start again from the sign-in page.')
  expect(screen.queryByRole('button', { name: 'Create account' })).toBeNull()
  expect(server.calls(registerByIdentity)).toEqual([])
})

test('a browser without a session is sent back to sign in, with the place that was asked for', async () => {
  server.refuse(readSession, 401, 'request.not-signed-in')
  const router = await open('/auth/done?to=%2Fsearch')
  await waitFor(() =>
    expect(router.state.location.pathname + router.state.location.search).toBe('/login?problem=expired&to=%2Fsearch'),
  )
})

test('a session that cannot be read is asked for again by a press', async () => {
  server.refuse(readSession, 503, 'server.unavailable')
  await open('/auth/done')
  const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 5_000 })
  const before = server.calls(readSession).length
  await userEvent.click(again)
  await waitFor(() => expect(server.calls(readSession).length).toBeGreaterThan(before))
})
