import 'fake-indexeddb/auto'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { listDevices } from '@veranda/contract/accounts/sessions/routes.ts'
import { listSecurityEvents } from '@veranda/contract/accounts/security-events/routes.ts'
import { login } from '@veranda/contract/accounts/sign-in/routes.ts'
import { listPasskeys, removePasskey, renamePasskey } from '@veranda/contract/accounts/passkeys/routes.ts'
import { type Passkey, type PasskeyList } from '@veranda/contract/accounts/passkeys/schemas.ts'
import {
  finishSignIn,
  readSecondFactor,
  readSignInChallenge,
  startTotp,
  turnOffTotp,
  turnOnTotp,
} from '@veranda/contract/accounts/second-factor/routes.ts'
import { type SecondFactor } from '@veranda/contract/accounts/second-factor/schemas.ts'
import { listIdentities } from '@veranda/contract/accounts/social/routes.ts'
import { readStepUp, reauthenticate, requestMailCode } from '@veranda/contract/accounts/step-up/routes.ts'
import { type StepUp } from '@veranda/contract/accounts/step-up/schemas.ts'
import { readConfig } from '@veranda/contract/config/routes.ts'
import { type SecondFactorMethod } from '@veranda/core/accounts/second-factor/second-factor.ts'
import { createMemoryRouter, type InitialEntry, RouterProvider } from 'react-router'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { routes } from '../app/router.tsx'
import { loadTranslations } from '../lib/i18n/i18n.ts'
import { sessionStore } from '../lib/session/session.ts'
import { contractServer, type ContractServer } from '../lib/testing/contract-server.ts'
import { tokenExpiringIn } from '../lib/testing/replies.ts'
import { idOf, maya, now, sampleConfig } from '../lib/testing/samples.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

const security = '/settings/security'
beforeAll(async () => {
  await Promise.all([loadScreen('/login'), loadScreen(security), loadTranslations('accounts/step-up')])
  await Promise.all([
    import('@veranda/ui/dialog-panel.tsx'),
    import('../features/accounts/sign-in/second-factor-form.tsx'),
  ])
})

let server: ContractServer
let stepUp: StepUp
let factor: SecondFactor
beforeEach(() => {
  server = contractServer()
  stepUp = { until: null, methods: ['password'] }
  factor = { totpSince: null, recoveryCodesLeft: 0, actions: ['turn-on'] }
})

const button = (name: string) => screen.findByRole('button', { name })
const press = async (name: string) => userEvent.click(await button(name))
const inTenMinutes = () => new Date(Date.now() + 600_000).toISOString()

// These tests are at 127.0.0.1.
const noPasskeys = 'Passkeys don’t work at 127.0.0.1: they need an address with a name, such as localhost.'

/** Opens the sign-in page of a user whose second step is due. */
async function beginSignIn(
  entry: InitialEntry = { pathname: '/login', state: { from: '/projects' } },
  methods: SecondFactorMethod[] = ['totp', 'recovery-code'],
) {
  sessionStore.set({ status: 'out', user: null, reason: 'none' })
  onTestFinished(() => {
    cleanup()
    localStorage.clear()
    sessionStore.set({ status: 'unknown', user: null })
  })
  server.reply(readConfig, { ...sampleConfig, demoEntry: false })
  server.reply(login, { secondFactor: { methods } })
  server.reply(readSignInChallenge, { methods, expiresAt: now })
  vi.stubGlobal('requestIdleCallback', () => 0)
  vi.stubGlobal('cancelIdleCallback', () => undefined)
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { media, matches: false }))
  vi.stubGlobal('scrollTo', () => undefined)
  const router = createMemoryRouter(routes, { initialEntries: [entry] })
  render(<RouterProvider router={router} />)
  await screen.findByText(noPasskeys)
  await userEvent.type(await screen.findByLabelText('Email'), 'maya@veranda.example')
  await userEvent.type(screen.getByLabelText('Password'), 'a long walk by the sea')
  await press('Sign in')
  await screen.findByRole('heading', { level: 1, name: 'One more step' })
  return router
}

test('after the password a code is asked for, and the place where the user was going is kept', async () => {
  const router = await beginSignIn()
  expect(router.state.location).toMatchObject({ pathname: '/login/second-factor', state: { from: '/projects' } })
  const field = await screen.findByLabelText('Code from your authenticator app')
  expect([field.getAttribute('autocomplete'), field.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric'])
  await press('Sign in')
  expect(screen.getByRole('alert').textContent).toBe('Enter the code.')
  expect(document.activeElement).toBe(field)
  server.refuse(finishSignIn, 422, 'second-factor.wrong-code', { field: 'code', detail: 'This code is wrong.' })
  await userEvent.type(field, '123456')
  await press('Sign in')
  expect((await screen.findByRole('alert')).textContent).toContain('This code is wrong.')
  server.reply(finishSignIn, { user: maya, token: tokenExpiringIn(900), expiresAt: now })
  await userEvent.clear(field)
  await userEvent.type(field, '654321{Enter}')
  await vi.waitFor(() => expect(sessionStore.get().status).toBe('in'))
  expect(server.calls(finishSignIn).at(-1)).toMatchObject({ body: { method: 'totp', code: '654321' } })
})

test('after a provider that refused, the password and the code lead to the place asked for all the same', async () => {
  const router = await beginSignIn('/login?problem=denied&to=%2Fprojects%3Fa%3D1')
  server.reply(finishSignIn, { user: maya, token: tokenExpiringIn(900), expiresAt: now })
  await userEvent.type(await screen.findByLabelText('Code from your authenticator app'), '123456{Enter}')
  await vi.waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/projects', search: '?a=1' }))
})

test('a recovery code is one press away, and a sign-in that is over says so and leads back', async () => {
  await beginSignIn()
  await press('Use a recovery code')
  server.refuse(finishSignIn, 404, 'sign-in.challenge-ended')
  await userEvent.type(await screen.findByLabelText('Recovery code'), 'abcde-23456')
  await press('Sign in')
  await screen.findByText(/^This sign-in took too long/)
  expect(server.calls(finishSignIn)).toMatchObject([{ body: { method: 'recovery-code', code: 'abcde-23456' } }])
  expect(screen.queryByLabelText('Recovery code')).toBeNull()
  expect(screen.getByRole('link', { name: 'Back to sign in' }).getAttribute('href')).toBe('/login')
})

test('at an address without a name, the sign-in offers no passkey and says why', async () => {
  await beginSignIn('/login', ['passkey', 'totp'])
  await screen.findByLabelText('Code from your authenticator app')
  screen.getByText(noPasskeys)
  expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull()
})

/** Opens the security settings. */
async function openSecurity() {
  server.reply(listIdentities, { items: [], hasPassword: true })
  server.reply(listSecurityEvents, { items: [], next: null })
  server.reply(listDevices, { items: [] })
  server.reply(readSecondFactor, () => factor)
  server.reply(readStepUp, () => stepUp)
  server.reply(reauthenticate, () => (stepUp = { ...stepUp, until: inTenMinutes() }))
  renderScreen(server, security)
  await screen.findByRole('heading', { name: 'Sign-in codes' })
}

async function confirmByPassword(dialog: HTMLElement) {
  await userEvent.type(await within(dialog).findByLabelText('Your password'), 'a long walk by the sea')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Confirm' }))
}

test('codes are set up by confirming, scanning and a first code, and the recovery codes are shown once', async () => {
  server.reply(listPasskeys, { items: [], actions: ['add'] })
  await openSecurity()
  await press('Set up')
  const dialog = await screen.findByRole('dialog', { name: 'Sign-in codes' })
  server.reply(startTotp, {
    secret: 'ABCDEFGHIJKLMNOP',
    address: 'otpauth://totp/Veranda:maya?secret=ABCDEFGHIJKLMNOP',
  })
  await confirmByPassword(dialog)
  expect(await within(dialog).findByRole('img', { name: /QR code/ })).toBeTruthy()
  expect(within(dialog).getByLabelText<HTMLInputElement>('Key').value).toBe('ABCD EFGH IJKL MNOP')
  expect(server.calls(startTotp)).toHaveLength(1)
  const codes = Array.from({ length: 10 }, (_, n) => `abcde-2345${n}`)
  server.reply(turnOnTotp, () => {
    factor = { totpSince: now, recoveryCodesLeft: 10, actions: ['replace-recovery-codes', 'turn-off'] }
    // The password is no longer enough for the second factor.
    stepUp = { until: null, methods: ['totp', 'recovery-code'] }
    return { codes }
  })
  await userEvent.type(within(dialog).getByLabelText('Code from the app'), '123456')
  await userEvent.click(within(dialog).getByRole('checkbox', { name: /^Sign out all my other devices/ }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Turn on' }))
  const list = await within(dialog).findByRole('list', { name: 'Recovery codes' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(codes)
  expect(server.calls(turnOnTotp)).toMatchObject([{ body: { code: '123456', endOtherDevices: false } }])
  await userEvent.click(within(dialog).getByRole('button', { name: 'I’ve saved them' }))
  await screen.findByText('10 recovery codes left')
})

test('turning codes off asks for a second factor, by the way the user chooses', async () => {
  server.reply(listPasskeys, { items: [], actions: ['add'] })
  factor = { totpSince: now, recoveryCodesLeft: 2, actions: ['replace-recovery-codes', 'turn-off'] }
  stepUp = { until: null, methods: ['totp', 'recovery-code'] }
  await openSecurity()
  await press('Turn off')
  const dialog = await screen.findByRole('dialog', { name: 'Turn off sign-in codes?' })
  const turnOff = () => within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Turn off' })
  await within(dialog).findByLabelText('Code from your authenticator app')
  expect(turnOff().disabled).toBe(true)
  expect(server.calls(readStepUp).at(-1)).toMatchObject({ query: { purpose: 'second-factor' } })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Use a recovery code' }))
  await userEvent.type(within(dialog).getByLabelText('Recovery code'), 'abcde-23456')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Confirm' }))
  expect(server.calls(reauthenticate)).toMatchObject([{ body: { method: 'recovery-code', code: 'abcde-23456' } }])
  await vi.waitFor(() => expect(turnOff().disabled).toBe(false))
  server.reply(turnOffTotp, () => {
    factor = { totpSince: null, recoveryCodesLeft: 0, actions: ['turn-on'] }
    return { done: true as const }
  })
  await userEvent.click(turnOff())
  await screen.findByText('Sign-in codes are off')
  await button('Set up')
})

test('without a password, who cannot use their passkey here confirms by a code by mail', async () => {
  server.reply(listPasskeys, { items: [], actions: ['add'] })
  stepUp = { until: null, methods: ['passkey', 'mail-code'] }
  await openSecurity()
  await press('Set up')
  const dialog = await screen.findByRole('dialog', { name: 'Sign-in codes' })
  await within(dialog).findByText(noPasskeys)
  server.reply(requestMailCode, { done: true })
  server.reply(startTotp, { secret: 'ABCDEFGHIJKLMNOP', address: 'otpauth://totp/Veranda:maya' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Email me a code' }))
  await userEvent.type(await within(dialog).findByLabelText('Code from the email'), '123456{Enter}')
  expect(server.calls(reauthenticate)).toMatchObject([{ body: { method: 'mail-code', code: '123456' } }])
})

test('who has a passkey alone reads where to go on', async () => {
  server.reply(listPasskeys, { items: [], actions: ['add'] })
  stepUp = { until: null, methods: ['passkey'] }
  await openSecurity()
  await press('Set up')
  const dialog = await screen.findByRole('dialog', { name: 'Sign-in codes' })
  await within(dialog).findByText(noPasskeys)
  within(dialog).getByText(/^Nothing else here can confirm that it’s you\. Go on where your passkey works/)
  expect(within(dialog).queryByText(/TikTok/)).toBeNull()
})

const samplePasskey = (name: string): Passkey => ({
  id: idOf('c'),
  name,
  createdAt: now,
  lastUsedAt: null,
  backedUp: true,
  actions: ['rename', 'remove'],
})

test('the last passkey and the codes that it needs have no button that the server would refuse, and sentences say why', async () => {
  server.reply(listPasskeys, { items: [{ ...samplePasskey('Touch key'), actions: ['rename'] }], actions: ['add'] })
  factor = { totpSince: now, recoveryCodesLeft: 9, actions: ['replace-recovery-codes'] }
  await openSecurity()
  await button('Rename Touch key')
  await button('New recovery codes')
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull()
  screen.getByText(/your only way to sign in, so it can’t be removed$/)
  screen.getByText(/^Your passkey needs these codes to sign you in/)
})

test('passkeys are listed, renamed and removed; at an address without a name none is added, and a sentence says why', async () => {
  const passkey = samplePasskey('Chrome on macOS')
  let items = [passkey, { ...passkey, id: idOf('d'), name: 'Phone' }]
  server.reply(listPasskeys, (): PasskeyList => ({ items, actions: ['add'] }))
  stepUp = { until: inTenMinutes(), methods: ['password'] }
  await openSecurity()
  const list = await screen.findByRole('list', { name: 'Passkeys' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(2)
  screen.getByText(/^Passkeys need an address with a name, such as localhost\. .* 127\.0\.0\.1/)
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  await press('Rename Phone')
  server.reply(renamePasskey, ({ body }) => {
    items = items.map((one) => (one.name === 'Phone' ? { ...one, name: body.name } : one))
    return { ...passkey, name: body.name }
  })
  const name = await screen.findByLabelText('Name')
  await userEvent.clear(name)
  await press('Save')
  expect((await screen.findByRole('alert')).textContent).toBe('Enter a name.')
  await userEvent.type(name, 'Old phone{Enter}')
  await press('Remove Old phone')
  server.refuse(removePasskey, 409, 'passkey.last-sign-in-method', { detail: 'It is your only way in.' })
  await press('Remove passkey')
  await screen.findByText('It is your only way in.')
  server.reply(removePasskey, () => {
    items = items.slice(0, 1)
    return { done: true as const }
  })
  await press('Remove passkey')
  await vi.waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1))
})
