// @vitest-environment jsdom
// @vitest-environment-options { "url": "http://localhost/" }
import 'fake-indexeddb/auto'
import { screen } from '@testing-library/react'
import { listPasskeys } from '@veranda/contract/accounts/passkeys/routes.ts'
import { readSecondFactor } from '@veranda/contract/accounts/second-factor/routes.ts'
import { listSecurityEvents } from '@veranda/contract/accounts/security-events/routes.ts'
import { listDevices } from '@veranda/contract/accounts/sessions/routes.ts'
import { listIdentities } from '@veranda/contract/accounts/social/routes.ts'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { contractServer, type ContractServer } from '../lib/testing/contract-server.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

const security = '/settings/security'
let server: ContractServer
beforeAll(() => loadScreen(security))
beforeEach(() => {
  server = contractServer()
  server.reply(listIdentities, { items: [], hasPassword: true })
  server.reply(listSecurityEvents, { items: [], next: null })
  server.reply(listDevices, { items: [] })
  server.reply(readSecondFactor, { totpSince: null, recoveryCodesLeft: 0, actions: ['turn-on'] })
  const parse = () => undefined
  vi.stubGlobal('isSecureContext', true)
  const parsers = { parseCreationOptionsFromJSON: parse, parseRequestOptionsFromJSON: parse }
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, parsers),
  )
})

const full = 'An account can have 20 passkeys. Remove one to add another.'

test('who can have another passkey has a button for it, and no sentence on the maximum', async () => {
  server.reply(listPasskeys, { items: [], actions: ['add'] })
  renderScreen(server, security)
  await screen.findByRole('button', { name: 'Add a passkey' })
  expect(screen.queryByText(full)).toBeNull()
})

test('who has the maximum reads it where the button would be', async () => {
  server.reply(listPasskeys, { items: [], actions: [] })
  renderScreen(server, security)
  await screen.findByText(full)
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
})
