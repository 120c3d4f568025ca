import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { readSecondFactor } from '@veranda/contract/accounts/second-factor/routes.ts'
import { listPasskeys } from '@veranda/contract/accounts/passkeys/routes.ts'
import { listDevices } from '@veranda/contract/accounts/sessions/routes.ts'
import { listSecurityEvents } from '@veranda/contract/accounts/security-events/routes.ts'
import { listIdentities } from '@veranda/contract/accounts/social/routes.ts'
import { readStepUp } from '@veranda/contract/accounts/step-up/routes.ts'
import { afterEach, expect, test } from 'vitest'
import { contractServer } from '../lib/testing/contract-server.ts'
import { renderScreen } from './testing/render-screen.tsx'
import { openScreen, signedOutServer } from './testing/render-signed-out.tsx'

afterEach(cleanup)

/** Returns type, name and `autocomplete` of the fields that a password manager reads in the form around a field. */
function fieldsAround(field: HTMLElement): string[] {
  const inputs = [...(field.closest('form')?.querySelectorAll('input') ?? [])]
  return inputs
    .filter(({ type }) => type !== 'checkbox')
    .map(({ type, name, autocomplete }) => `${type} ${name}: ${autocomplete}`)
}

test('a password manager fills in the sign-in, and a passkey is offered in its first field', async () => {
  signedOutServer()
  openScreen('/login')
  const field = await screen.findByLabelText('Password', undefined, { timeout: 5_000 })
  expect(fieldsAround(field)).toEqual(['email email: username webauthn', 'password password: current-password'])
})

/** Opens the security settings of a user with or without a password. */
function openSecurity(hasPassword: boolean) {
  const server = contractServer()
  server.reply(listIdentities, { items: [], hasPassword })
  server.reply(listPasskeys, { items: [], actions: ['add'] })
  server.reply(listDevices, { items: [] })
  server.reply(listSecurityEvents, { items: [], next: null })
  server.reply(readSecondFactor, { totpSince: null, recoveryCodesLeft: 0, actions: ['turn-on'] })
  server.reply(readStepUp, { until: null, methods: ['password'] })
  renderScreen(server, '/settings/security')
}

test('a changed password is saved for its account', async () => {
  openSecurity(true)
  expect(fieldsAround(await screen.findByLabelText('Current password'))).toEqual([
    'email username: username',
    'password current-password: current-password',
    'password new-password: new-password',
  ])
})

test('a first password is saved for its account, and the confirmation before it is filled in and can be shown', async () => {
  openSecurity(false)
  expect(fieldsAround(await screen.findByLabelText('New password'))).toEqual([
    'email username: username',
    'password new-password: new-password',
  ])
  const confirmation = await screen.findByLabelText<HTMLInputElement>('Your password')
  expect(fieldsAround(confirmation)).toEqual(['email username: username', 'password password: current-password'])
  // Any length is taken: units of the browser are not the characters of the rule.
  expect(confirmation.maxLength).toBe(-1)
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(confirmation.type).toBe('text')
})
