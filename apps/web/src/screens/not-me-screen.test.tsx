import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { refuseSession } from '@veranda/contract/accounts/new-device/routes.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { sessionStore } from '../lib/session/session.ts'
import { type ContractServer } from '../lib/testing/contract-server.ts'
import { tokenExpiringIn } from '../lib/testing/replies.ts'
import { maya } from '../lib/testing/samples.ts'
import { openScreen, signedOutServer } from './testing/render-signed-out.tsx'

let server: ContractServer

beforeEach(() => {
  server = signedOutServer()
})

const token = 'T'.repeat(43)
const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, { timeout: 5_000 })

test.each([
  [{ ended: true, sendsReset: true }, 'That device is signed out', /link to choose a new password/],
  [{ ended: false, sendsReset: true }, 'That device was already signed out', /link to choose a new password/],
  [{ ended: true, sendsReset: false }, 'That device is signed out', /Your account has no email address/],
])('opening the link calls nothing; one press by keyboard says what happened: %o', async (reply, title, next) => {
  const router = openScreen(`/not-me#${token}`)
  await heading('Wasn’t that you?')
  expect(server.calls(refuseSession)).toEqual([])
  server.reply(refuseSession, reply)
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('That wasn’t me')
  await userEvent.keyboard('{Enter}')
  await heading(title)
  expect(screen.getByText(next)).toBeDefined()
  expect(document.activeElement?.id).toBe('main')
  expect(server.calls(refuseSession)).toMatchObject([{ body: { token } }])
  // Not in the history any more.
  await vi.waitFor(() => expect(router.state.location.hash).toBe(''))
})

test('a link that no longer works says what to do instead', async () => {
  openScreen(`/not-me#${token}`)
  await heading('Wasn’t that you?')
  server.refuse(refuseSession, 404, 'account.link-not-usable')
  await userEvent.click(screen.getByRole('button', { name: 'That wasn’t me' }))
  await heading('This link no longer works')
  expect(screen.getByRole('link', { name: 'Open security settings' }).getAttribute('href')).toBe('/settings/security')
  cleanup()
  openScreen('/not-me')
  await heading('This link no longer works')
  expect(server.calls(refuseSession)).toHaveLength(1)
})

test('the link opens where its owner is signed in too', async () => {
  localStorage.setItem('auth_token', tokenExpiringIn(900))
  localStorage.setItem('user_data', JSON.stringify(maya))
  sessionStore.set({ status: 'in', user: maya })
  const router = openScreen(`/not-me#${token}`)
  await heading('Wasn’t that you?')
  expect(router.state.location.pathname).toBe('/not-me')
})
