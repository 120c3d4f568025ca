import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { cancelDeletion, readDeletion, scheduleDeletion } from '@veranda/contract/accounts/deletion/routes.ts'
import { type AccountDeletion } from '@veranda/contract/accounts/deletion/schemas.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { readStepUp, reauthenticate } from '@veranda/contract/accounts/step-up/routes.ts'
import { readDataExport } from '@veranda/contract/accounts/export/routes.ts'
import { type StepUp } from '@veranda/contract/accounts/step-up/schemas.ts'
import { beforeAll, expect, test } from 'vitest'
import { contractServer } from '../lib/testing/contract-server.ts'
import { sampleAccount } from '../lib/testing/samples.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

const path = '/settings'
beforeAll(async () => {
  await loadScreen(path)
  // Loaded here, so that no test waits for it.
  await import('@veranda/ui/dialog-panel.tsx')
  await import('../features/accounts/deletion/delete-account-card.tsx')
})

function open(first: AccountDeletion) {
  let current = first
  const server = contractServer()
  server.reply(readDataExport, { state: 'none' })
  server.reply(readAccount, sampleAccount())
  server.reply(readDeletion, () => current)
  server.reply(
    scheduleDeletion,
    () => (current = { at: '2027-03-29T10:00:00.000Z', obstacles: [], actions: ['cancel'] }),
  )
  server.reply(cancelDeletion, () => (current = { at: null, obstacles: [], actions: ['schedule'] }))
  let until: string | null = null
  const stepUp = (): StepUp => ({ until, methods: ['password'] })
  server.reply(readStepUp, stepUp)
  server.reply(reauthenticate, () => {
    until = new Date(Date.now() + 300_000).toISOString()
    return stepUp()
  })
  renderScreen(server, path)
  return server
}

test('an account is deleted after the password and a typed word, the date is shown, and it can be kept', async () => {
  const server = open({ at: null, obstacles: [], actions: ['schedule'] })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
  const dialog = await screen.findByRole('dialog')
  const submit = () => within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Delete account' })
  const password = await within(dialog).findByLabelText('Your password')
  expect(submit().disabled || submit().ariaDisabled === 'true').toBe(true)
  await userEvent.type(password, 'purple otter canoe{Enter}')
  await within(dialog).findByText(/Confirmed until/)
  await userEvent.click(submit())
  const field = within(dialog).getByLabelText('Type “delete” to confirm')
  expect(within(dialog).getByRole('alert').textContent).toBe('Type “delete”.')
  expect(document.activeElement).toBe(field)
  expect(server.calls(scheduleDeletion)).toHaveLength(0)
  await userEvent.type(field, 'Delete{Enter}')
  const keep = await screen.findByRole('button', { name: 'Keep my account' })
  expect(screen.getByText(/Your account will be deleted on/).textContent).toContain('29')
  expect(server.calls(scheduleDeletion)).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull()
  await userEvent.click(keep)
  expect(await screen.findByRole('button', { name: 'Delete account' })).toBeTruthy()
  expect(server.calls(cancelDeletion)).toHaveLength(1)
})

test('what stands in the way is listed, each with its sum and a link to where it is dealt with, and there is no button', async () => {
  open({
    at: null,
    obstacles: [
      { kind: 'commissions', count: 2, amounts: [] },
      { kind: 'bookings', count: 1, amounts: [] },
      { kind: 'escrow', count: 1, amounts: [{ amount: 100_000, currency: 'EUR' }] },
      {
        kind: 'balance',
        count: 2,
        amounts: [
          { amount: 90_000, currency: 'EUR' },
          { amount: 500, currency: 'JPY' },
        ],
      },
    ],
    actions: [],
  })
  const list = await screen.findByRole('list', { name: 'Before your account can be deleted:' })
  const links = within(list).getAllByRole<HTMLAnchorElement>('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/projects', '/appointments', '/payment', '/payment'])
  expect(links.map(({ textContent }) => textContent)).toMatchObject([
    expect.stringContaining('2 commissions under way'),
    expect.stringContaining('1 open booking'),
    expect.stringContaining('€1,000.00 in protected funds'),
    expect.stringMatching(/€900\.00 · .*500 not paid out yet/),
  ])
  expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull()
})

test('nothing deletes or keeps an account while the server offers neither', async () => {
  open({ at: null, obstacles: [], actions: [] })
  await screen.findByText(/^Your profile, page, portfolio/)
  expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull()
})
