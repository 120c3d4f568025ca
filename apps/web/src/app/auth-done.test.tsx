import { screen } from '@testing-library/react'
import { logout, readSession } from '@veranda/contract/accounts/sessions/routes.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { sessionStore } from '../lib/session/session.ts'
import { type ContractServer } from '../lib/testing/contract-server.ts'
import { maya, now, sampleAccount } from '../lib/testing/samples.ts'
import { tokenExpiringIn } from '../lib/testing/replies.ts'
import { openScreen, signedOutServer } from '../screens/testing/render-signed-out.tsx'

const leftSid = '0198c1de-0000-7000-8000-00000000000a'
const newSid = '0198c1de-0000-7000-8000-00000000000b'

let server: ContractServer

beforeEach(() => {
  server = signedOutServer()
  server.reply(readAccount, sampleAccount())
  server.refuse(readDashboard, 503, 'server.unavailable')
  server.reply(logout, { done: true })
})

/** Comes back from a provider with the cookie of the session `sid`, after a sign-out that got no reply. */
function comeBack(sid: string, pending: string, path = '/auth/done?to=%2Fsearch') {
  localStorage.setItem('pending_sign_out', pending)
  server.reply(readSession, { user: maya, token: tokenExpiringIn(900, 'Maya', sid), expiresAt: now })
  return openScreen(path)
}

test.each([
  ['of which the user signed out', leftSid],
  ['of an unknown id', '1'],
])('coming back to a session %s signs nobody in, and has the server end it', async (_, pending) => {
  const router = comeBack(leftSid, pending)
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'), { timeout: 5000 })
  expect(router.state.location.search).toBe('?to=%2Fsearch')
  await vi.waitFor(() => expect(localStorage.getItem('pending_sign_out')).toBeNull())
  expect(server.calls(logout)).toHaveLength(1)
  expect(sessionStore.get().status).toBe('unknown')
  expect(localStorage.getItem('auth_token')).toBeNull()
})

test.each(['/auth/done', '/dashboard'])('on %s a new session is taken up after a sign-out of another', async (path) => {
  const router = comeBack(newSid, leftSid, path)
  await vi.waitFor(() => expect(sessionStore.get().status).toBe('in'), { timeout: 5000 })
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
  expect(localStorage.getItem('pending_sign_out')).toBeNull()
  expect(server.calls(logout)).toEqual([])
})

test('what finishes a sign-out waits while the session of the cookie may be a new one', async () => {
  vi.stubGlobal('requestIdleCallback', (task: () => void) => setTimeout(task, 0))
  server.refuse(readSession, 503, 'server.unavailable')
  localStorage.setItem('pending_sign_out', leftSid)
  const router = openScreen('/auth/done')
  await screen.findByRole('button', { name: 'Try again' }, { timeout: 5000 })
  await screen.findByRole('region', undefined, { timeout: 5000 })
  expect(server.calls(logout)).toEqual([])
  await router.navigate('/login')
  await vi.waitFor(() => expect(server.calls(logout).map(({ body }) => body)).toEqual([{ sid: leftSid }]))
})
