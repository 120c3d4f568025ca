import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { listSandboxMailTo } from '@veranda/contract/accounts/password-reset/routes.ts'
import { registerUser, verifyRegistration } from '@veranda/contract/accounts/registration/routes.ts'
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

function open(path: string, state?: object) {
  const [pathname = '', hash] = path.split('#')
  const entry = { pathname, hash: hash === undefined ? '' : `#${hash}`, state }
  return openScreen(entry)
}

async function fillAndSend(email = 'mira@studio.example') {
  await userEvent.type(screen.getByLabelText('Your name'), 'Mira Okafor')
  await userEvent.type(screen.getByLabelText('Email'), email)
  // As a password manager does.
  await userEvent.click(screen.getByLabelText('Password'))
  await userEvent.paste('purple otter canoe')
  await userEvent.click(screen.getByRole('checkbox'))
  await press('Create account')
}

test('a registration ends with the mail, which can be sent again, and typing is kept for another address', async () => {
  server.reply(registerUser, { done: true })
  open('/register', { from: '/search?q=a%20desk#first' })
  await heading('Create an account')
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
  expect(['Your name', 'Email', 'Password'].map((label) => field(label).autocomplete)).toEqual([
    'name',
    'username',
    'new-password',
  ])
  await fillAndSend()
  await heading('Check your email')
  expect(screen.getByText(/We’ve sent an email to mira@studio.example/).textContent).toContain('within 24 hours')
  expect(document.activeElement?.id).toBe('main')
  expect(sessionStore.get().status).not.toBe('in')
  const sent = {
    name: 'Mira Okafor',
    email: 'mira@studio.example',
    password: 'purple otter canoe',
    returnTo: '/search?q=a%20desk#first',
  }
  expect(server.calls(registerUser)).toMatchObject([{ body: sent }])
  // Only a sandbox shows mail.
  expect(screen.queryByRole('button', { name: 'Show the email' })).toBeNull()
  await press('Send it again')
  expect((await screen.findByRole('status')).textContent).toContain('Sent again')
  expect(server.calls(registerUser)).toMatchObject([{ body: sent }, { body: sent }])
  await press('Use another address')
  await heading('Create an account')
  expect(document.activeElement?.id).toBe('main')
  expect([field('Your name').value, field('Email').value]).toEqual(['Mira Okafor', 'mira@studio.example'])
})

// A browser takes the tab out of an address.
test.each(['//evil.example/x', '/\t/evil.example/x'])(
  'a place of another origin is not remembered: %j',
  async (from) => {
    server.reply(registerUser, { done: true })
    open('/register', { from })
    await heading('Create an account')
    await fillAndSend()
    await heading('Check your email')
    expect(server.calls(registerUser)[0]?.body).not.toHaveProperty('returnTo')
  },
)

test('in a sandbox of one’s own the mail is one press away, and its link opens the page of the press', async () => {
  server.reply(readConfig, { ...sampleConfig, mode: 'sandbox', openMailbox: true })
  await refreshPublicConfig()
  server.reply(registerUser, { done: true })
  const router = open('/register')
  await heading('Create an account')
  await fillAndSend()
  await heading('Check your email')
  const text = `Hello,\n\nhttp://localhost:4000/verify#${token}`
  server.reply(listSandboxMailTo, { items: [{ id: idOf('a'), at: now, subject: 'A link', text, calendar: null }] })
  await press('Show the email')
  await userEvent.click(await screen.findByRole('link', { name: 'Open the link' }))
  await heading('Confirm your email address')
  expect([router.state.location.pathname, router.state.location.hash]).toEqual(['/verify', `#${token}`])
})

test('opening the link calls nothing; the press signs in and goes on to the place asked for', async () => {
  const router = open(`/verify#${token}`)
  await heading('Confirm your email address')
  expect(server.calls(verifyRegistration)).toEqual([])
  const user = { ...maya, email: 'mira@studio.example' }
  // A screen outside the shell, which would read more.
  const reply = { user, token: tokenExpiringIn(900), expiresAt: now, returnTo: '/forgot-password?x=1#a' }
  server.reply(verifyRegistration, reply)
  await press('Confirm and sign in')
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/forgot-password'))
  expect([router.state.location.search, router.state.location.hash]).toEqual(['?x=1', '#a'])
  expect(server.calls(verifyRegistration)).toMatchObject([{ body: { token } }])
  expect(sessionStore.get()).toMatchObject({ status: 'in', user: { email: 'mira@studio.example' } })
  // The link is not for the history of the browser.
  expect(router.state.historyAction).toBe('REPLACE')
})

test('in another browser the page asks for the password of the registration', async () => {
  open(`/verify#${token}`)
  await heading('Confirm your email address')
  server.refuse(verifyRegistration, 409, 'account.password-needed', { field: 'password' })
  await press('Confirm and sign in')
  const field = await screen.findByLabelText<HTMLInputElement>('Password you chose')
  expect(screen.getByText(/You registered in another browser/)).toBeTruthy()
  expect([field.type, field.autocomplete]).toEqual(['password', 'current-password'])
  expect(document.activeElement?.id).toBe('main')
  expect(screen.queryByRole('alert')).toBeNull()
  await press('Confirm and sign in')
  expect(screen.getByRole('alert').textContent).toBe('Enter the password you chose.')
  expect(document.activeElement).toBe(field)
  const wrong = { field: 'password', detail: 'This isn’t the password.' }
  server.refuse(verifyRegistration, 422, 'account.registration-password-wrong', wrong)
  await userEvent.type(field, 'purple otter canoe{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('This isn’t the password.')
  expect(server.calls(verifyRegistration).at(-1)).toMatchObject({ body: { token, password: 'purple otter canoe' } })
})

test.each([
  [`/verify#${token}`, 404, 'account.link-not-usable', 'This link no longer works', 'Register again'],
  [`/verify#${token}`, 409, 'account.email-taken', 'There’s already an account', 'Sign in'],
  ['/verify#broken', 0, '', 'This link no longer works', 'Register again'],
  ['/verify', 0, '', 'This link no longer works', 'Register again'],
])('%s that is refused (%i %s) says what to do', async (path, status, code, title, link) => {
  open(path)
  if (status > 0) {
    await heading('Confirm your email address')
    server.refuse(verifyRegistration, status, code)
    await press('Confirm and sign in')
  }
  await heading(title)
  expect(screen.getByRole('link', { name: link })).toBeTruthy()
})

test('the strength of a new password is said in words, as the rule of the server sees it', async () => {
  open('/register')
  await heading('Create an account')
  const password = screen.getByLabelText('Password')
  const strength = screen.getByRole('status')
  expect(strength.textContent).toBe('')
  for (const [typed, said] of [
    ['short', 'not accepted yet'],
    ['qwertyuiop12', 'not accepted yet'],
    ['otter canoe', 'acceptable'],
    ['otter canoe 14', 'good'],
    ['purple otter canoe lantern', 'strong'],
  ] as const) {
    await userEvent.clear(password)
    await userEvent.type(password, typed)
    expect(strength.textContent).toBe(`Strength: ${said}`)
  }
})
