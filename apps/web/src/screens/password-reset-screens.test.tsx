import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import {
  listSandboxMailTo,
  requestPasswordReset,
  resetPassword,
} from '@veranda/contract/accounts/password-reset/routes.ts'
import { readSession, renewToken } from '@veranda/contract/accounts/sessions/routes.ts'
import { readConfig } from '@veranda/contract/config/routes.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { refreshPublicConfig } from '../lib/public-config.ts'
import { sessionStore } from '../lib/session/session.ts'
import { type ContractServer } from '../lib/testing/contract-server.ts'
import { tokenExpiringIn } from '../lib/testing/replies.ts'
import { idOf, maya, now, sampleConfig } from '../lib/testing/samples.ts'
import { openScreen, signedOutServer } from './testing/render-signed-out.tsx'

let server: ContractServer

beforeEach(() => {
  server = signedOutServer()
})

const token = 'T'.repeat(43)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, { timeout: 5_000 })

test('from the sign-in form a user asks for a link, and the reply says the same for every address', async () => {
  const router = openScreen('/login')
  await userEvent.click(await screen.findByRole('link', { name: 'Forgot password?' }, { timeout: 5_000 }))
  await heading('Forgot your password?')
  expect(router.state.location.pathname).toBe('/forgot-password')
  const email = screen.getByLabelText<HTMLInputElement>('Email')
  expect([email.type, email.autocomplete]).toEqual(['email', 'username'])
  await press('Send link')
  expect(screen.getByRole('alert').textContent).toBe('Enter your email address.')
  expect(document.activeElement).toBe(email)
  server.reply(requestPasswordReset, { done: true })
  await userEvent.type(email, 'maya@studio.example{Enter}')
  await heading('Check your email')
  expect(screen.getByText(/^If there’s an account for maya@studio.example, a link is on its way/)).toBeTruthy()
  expect(document.activeElement?.id).toBe('main')
  expect(server.calls(requestPasswordReset)).toMatchObject([{ body: { email: 'maya@studio.example' } }])
  // Only a sandbox shows mail.
  expect(screen.queryByRole('button', { name: 'Show the email' })).toBeNull()
  await press('Try another address')
  await heading('Forgot your password?')
})

test('too many requests are refused above the form, and what was typed stays', async () => {
  openScreen('/forgot-password')
  await heading('Forgot your password?')
  server.refuse(requestPasswordReset, 429, 'request.too-many')
  await userEvent.type(screen.getByLabelText('Email'), 'maya@studio.example')
  await press('Send link')
  expect((await screen.findByRole('alert')).textContent).not.toBe('')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('maya@studio.example')
})

test('in a sandbox of one’s own the mail is one press away, and its link opens the form', async () => {
  server.reply(readConfig, { ...sampleConfig, mode: 'sandbox', openMailbox: true })
  await refreshPublicConfig()
  const router = openScreen('/forgot-password')
  await heading('Forgot your password?')
  server.reply(requestPasswordReset, { done: true })
  await userEvent.type(screen.getByLabelText('Email'), 'maya@studio.example')
  await press('Send link')
  await heading('Check your email')
  server.reply(listSandboxMailTo, { items: [] })
  await press('Show the email')
  expect((await screen.findByRole('status')).textContent).toContain('No email to this address yet')
  const text = `Hello Maya,\n\nhttp://localhost:4000/reset-password#${token}`
  server.reply(listSandboxMailTo, { items: [{ id: idOf('a'), at: now, subject: 'A link', text, calendar: null }] })
  await press('Show the email')
  await userEvent.click(await screen.findByRole('link', { name: 'Open the link' }))
  await heading('Choose a new password')
  expect(router.state.location.hash).toBe(`#${token}`)
})

test('opening the link calls nothing; the press sets the password and offers to sign in', async () => {
  const router = openScreen(`/reset-password#${token}`)
  await heading('Choose a new password')
  expect(server.calls(resetPassword)).toEqual([])
  const field = screen.getByLabelText<HTMLInputElement>('New password')
  expect([field.type, field.autocomplete]).toEqual(['password', 'new-password'])
  await userEvent.type(field, 'short')
  await press('Save password')
  expect(screen.getByRole('alert').textContent).toBe('Use at least 10 characters.')
  expect(document.activeElement).toBe(field)
  expect(server.calls(resetPassword)).toEqual([])
  server.refuse(resetPassword, 422, 'account.password-too-common', { field: 'password', detail: 'Too common.' })
  await userEvent.clear(field)
  await userEvent.type(field, 'password1234')
  await press('Save password')
  expect((await screen.findByRole('alert')).textContent).toContain('Too common.')
  server.reply(resetPassword, { done: true })
  await userEvent.clear(field)
  await userEvent.type(field, 'green heron lantern{Enter}')
  await heading('Password changed')
  expect(server.calls(resetPassword).at(-1)).toMatchObject({ body: { token, password: 'green heron lantern' } })
  expect(document.activeElement?.id).toBe('main')
  // Not in the history any more.
  await vi.waitFor(() => expect(router.state.location.hash).toBe(''))
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
  expect(sessionStore.get().status).not.toBe('in')
  // A second link in the same tab.
  await act(() => router.navigate(`/reset-password#${'U'.repeat(43)}`))
  await heading('Choose a new password')
})

test.each(['/reset-password', '/reset-password#broken', `/reset-password#${token}`])(
  'a link that is broken or no longer works (%s) leads to a new one',
  async (path) => {
    openScreen(path)
    if (path.endsWith(token)) {
      await heading('Choose a new password')
      server.refuse(resetPassword, 404, 'account.link-not-usable')
      await userEvent.type(screen.getByLabelText('New password'), 'green heron lantern')
      await press('Save password')
    }
    await heading('This link no longer works')
    expect(document.title).toContain('This link no longer works')
    await userEvent.click(screen.getByRole('link', { name: 'Send a new link' }))
    await heading('Forgot your password?')
  },
)

test.each([
  ['ended with the others', 'out'],
  ['that of another account', 'in'],
] as const)('a signed-in user can use the link; their session here was %s', async (_, status) => {
  localStorage.setItem('auth_token', tokenExpiringIn(900))
  localStorage.setItem('user_data', JSON.stringify(maya))
  sessionStore.set({ status: 'in', user: maya })
  openScreen(`/reset-password#${token}`)
  await heading('Choose a new password')
  server.reply(resetPassword, { done: true })
  server.refuse(renewToken, 401, 'request.not-signed-in')
  if (status === 'out') server.refuse(readSession, 401, 'request.not-signed-in')
  else server.reply(readSession, { user: maya, token: tokenExpiringIn(900), expiresAt: now })
  await userEvent.type(screen.getByLabelText('New password'), 'green heron lantern')
  await press('Save password')
  await heading('Password changed')
  await vi.waitFor(() => expect(server.calls(readSession)).toHaveLength(1))
  await vi.waitFor(() => expect(sessionStore.get().status).toBe(status))
})
