import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { changePassword } from '@veranda/contract/accounts/passwords/routes.ts'
import { endOtherDevices, listDevices } from '@veranda/contract/accounts/sessions/routes.ts'
import { listSecurityEvents } from '@veranda/contract/accounts/security-events/routes.ts'
import { type SecurityEvent } from '@veranda/contract/accounts/security-events/schemas.ts'
import { listPasskeys } from '@veranda/contract/accounts/passkeys/routes.ts'
import { readSecondFactor } from '@veranda/contract/accounts/second-factor/routes.ts'
import { listIdentities } from '@veranda/contract/accounts/social/routes.ts'
import { readStepUp } from '@veranda/contract/accounts/step-up/routes.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { contractServer } from '../lib/testing/contract-server.ts'
import { idOf, now } from '../lib/testing/samples.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

const path = '/settings/security'
beforeAll(async () => {
  await loadScreen(path)
  // Loaded here, so that no test waits for it.
  await import('@veranda/ui/dialog-panel.tsx')
})

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const deviceOf = (n: number) => ({
  id: idOf('d', n),
  current: n === 1,
  userAgent: firefox,
  createdAt: now,
  lastSeenAt: now,
  endsAt: now,
})
const eventOf = (n: number, more: Partial<SecurityEvent> = {}): SecurityEvent => ({
  id: idOf('e', n),
  type: 'account.signed-in',
  at: now,
  userAgent: firefox,
  ipAddress: '192.0.2.7',
  location: null,
  count: 1,
  ...more,
})

function openSecurity({ devices = 1, hasPassword = true } = {}) {
  const server = contractServer()
  let [count, password] = [devices, hasPassword]
  server.reply(listDevices, () => ({ items: Array.from({ length: count }, (_, i) => deviceOf(i + 1)) }))
  server.reply(endOtherDevices, () => {
    count = 1
    return { done: true } as const
  })
  server.reply(listIdentities, () => ({ items: [], hasPassword: password }))
  server.reply(changePassword, () => {
    password = true
    return { done: true } as const
  })
  server.reply(readSecondFactor, { totpSince: null, recoveryCodesLeft: 0, actions: ['turn-on'] })
  server.reply(listPasskeys, { items: [], actions: ['add'] })
  server.reply(listSecurityEvents, ({ query }) =>
    query.cursor === undefined
      ? {
          items: [
            eventOf(1, { type: 'account.sign-in-failed', count: 3 }),
            eventOf(2, { location: 'Lisbon, Portugal' }),
          ],
          next: 'older',
        }
      : { items: [eventOf(3, { type: 'account.registered' })], next: null },
  )
  renderScreen(server, path)
  return server
}

test('recent activity names what happened, on which device, how often, and goes further back', async () => {
  openSecurity()
  const list = await screen.findByRole('list', { name: 'Recent activity' })
  await within(list).findByText('Sign-in failed')
  const rows = within(list).getAllByRole('listitem')
  expect(rows[0]?.textContent).toMatch(/^Sign-in failed3 attempts · Firefox on Linux · 192\.0\.2\.7 · /)
  expect(rows[1]?.textContent).toMatch(/^Signed inFirefox on Linux · 192\.0\.2\.7 · Lisbon, Portugal · /)
  await userEvent.click(screen.getByRole('button', { name: 'Show older' }))
  await within(list).findByText('Account created')
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
})

test('all other devices are signed out at once, after a question', async () => {
  openSecurity({ devices: 3 })
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out all other devices' }))
  const dialog = await screen.findByRole('dialog', { name: 'Sign out 2 other devices?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out others' }))
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Sign out all other devices' })).toBeNull())
  expect(within(screen.getByRole('list', { name: 'Devices' })).getAllByRole('listitem')).toHaveLength(1)
})

test('a user without a password adds one once they have confirmed that it is them', async () => {
  const server = openSecurity({ hasPassword: false })
  server.reply(readStepUp, { until: new Date(Date.now() + 300_000).toISOString(), methods: ['mail-code'] })
  const field = await screen.findByLabelText('New password')
  expect(screen.queryByLabelText('Current password')).toBeNull()
  await userEvent.type(field, 'short')
  const add = screen.getByRole('button', { name: 'Add password' })
  await vi.waitFor(() => expect(add.ariaDisabled ?? 'false').toBe('false'))
  await userEvent.click(add)
  expect(server.calls(changePassword)).toEqual([])
  await userEvent.clear(field)
  await userEvent.type(field, 'purple otter canoe{Enter}')
  await screen.findByLabelText('Current password')
  expect(server.calls(changePassword)).toMatchObject([{ body: { next: 'purple otter canoe' } }])
})

test('a provider is linked or unlinked as the server allows, and the only way to sign in has no button', async () => {
  const server = openSecurity()
  server.reply(readStepUp, { until: null, methods: ['mail-code'] })
  server.reply(listIdentities, {
    hasPassword: false,
    items: [
      { provider: 'google', linkedAt: now, actions: [] },
      { provider: 'tiktok', linkedAt: now, actions: ['unlink'] },
      { provider: 'instagram', linkedAt: null, actions: ['link'] },
    ],
  })
  expect(await screen.findByRole('button', { name: 'Unlink TikTok' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Link Instagram' })).toBeTruthy()
  expect(screen.getByText('Your only way to sign in, so it can’t be unlinked.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /link Google/i })).toBeNull()
})
