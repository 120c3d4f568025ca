import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { confirmEmailChange, undoEmailChange } from '@veranda/contract/accounts/email-change/routes.ts'
import { readSession, renewToken } from '@veranda/contract/accounts/sessions/routes.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { sessionStore } from '../lib/session/session.ts'
import { type ContractServer } from '../lib/testing/contract-server.ts'
import { tokenExpiringIn } from '../lib/testing/replies.ts'
import { maya, now } from '../lib/testing/samples.ts'
import { openScreen, signedOutServer } from './testing/render-signed-out.tsx'

let server: ContractServer

beforeEach(() => {
  server = signedOutServer()
})

const token = 'T'.repeat(43)
const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, { timeout: 5_000 })

function signIn() {
  localStorage.setItem('auth_token', tokenExpiringIn(900))
  localStorage.setItem('user_data', JSON.stringify(maya))
  sessionStore.set({ status: 'in', user: maya })
}

const pages = [
  {
    path: '/verify-email',
    route: confirmEmailChange,
    title: 'Confirm your new email address',
    press: 'Confirm address',
    done: 'Your email address is confirmed',
  },
  {
    path: '/undo-email',
    route: undoEmailChange,
    title: 'Get your email address back',
    press: 'Restore address',
    done: 'Your email address is back',
  },
] as const

test.each(pages)(
  'opening $path calls nothing; one press by keyboard does it',
  async ({ path, route, title, press, done }) => {
    const router = openScreen(`${path}#${token}`)
    await heading(title)
    expect(server.calls(route)).toEqual([])
    server.reply(confirmEmailChange, { done: true })
    server.reply(undoEmailChange, { done: true, payoutsStopped: false })
    await userEvent.tab()
    expect(document.activeElement?.textContent).toBe(press)
    await userEvent.keyboard('{Enter}')
    await heading(done)
    expect(document.activeElement?.id).toBe('main')
    expect(server.calls(route)).toMatchObject([{ body: { token } }])
    // Not in the history any more.
    await vi.waitFor(() => expect(router.state.location.hash).toBe(''))
  },
)

test.each(pages)('a link to $path that no longer works, or whose address is taken, says what to do', async (page) => {
  for (const [status, code, said] of [
    [404, 'account.link-not-usable', 'This link no longer works'],
    [409, 'account.email-taken', 'This address is taken'],
  ] as const) {
    openScreen(`${page.path}#${token}`)
    await heading(page.title)
    server.refuse(page.route, status, code)
    await userEvent.click(screen.getByRole('button', { name: page.press }))
    await heading(said)
    cleanup()
  }
  openScreen(page.path)
  await heading('This link no longer works')
  expect(server.calls(page.route)).toHaveLength(2)
})

test('a press by anyone but the user who asked changes nothing, and says to sign in first', async () => {
  const router = openScreen(`/verify-email#${token}`)
  await heading('Confirm your new email address')
  server.refuse(confirmEmailChange, 403, 'account.link-of-other-user')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm address' }))
  await heading('Sign in to confirm')
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
  // The link still works, so it stays in the address.
  expect(router.state.location.hash).toBe(`#${token}`)
})

const stopped = /^Your payout account was changed in that time, too\./

test('a signed-in user sees the new address at once, and is signed out by an undo', async () => {
  signIn()
  openScreen(`/verify-email#${token}`)
  await heading('Confirm your new email address')
  server.reply(confirmEmailChange, { done: true })
  const moved = { ...maya, email: 'maya@elsewhere.example' }
  server.reply(readSession, { user: moved, token: tokenExpiringIn(900), expiresAt: now })
  await userEvent.click(screen.getByRole('button', { name: 'Confirm address' }))
  await heading('Your email address is confirmed')
  await vi.waitFor(() => expect(sessionStore.get().user?.email).toBe('maya@elsewhere.example'))
  cleanup()
  openScreen(`/undo-email#${token}`)
  await heading('Get your email address back')
  server.reply(undoEmailChange, { done: true, payoutsStopped: false })
  server.refuse(readSession, 401, 'request.not-signed-in')
  server.refuse(renewToken, 401, 'request.not-signed-in')
  await userEvent.click(screen.getByRole('button', { name: 'Restore address' }))
  await heading('Your email address is back')
  expect(screen.queryByText(stopped)).toBeNull()
  await vi.waitFor(() => expect(sessionStore.get().status).toBe('out'))
})

test('an undo after which nothing is paid out says what to do about it', async () => {
  openScreen(`/undo-email#${token}`)
  await heading('Get your email address back')
  server.reply(undoEmailChange, { done: true, payoutsStopped: true })
  server.refuse(readSession, 401, 'request.not-signed-in')
  server.refuse(renewToken, 401, 'request.not-signed-in')
  await userEvent.click(screen.getByRole('button', { name: 'Restore address' }))
  await heading('Your email address is back')
  expect(screen.getByText(stopped)).toBeTruthy()
})
