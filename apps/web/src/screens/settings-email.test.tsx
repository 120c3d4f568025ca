import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { readDeletion } from '@veranda/contract/accounts/deletion/routes.ts'
import { requestEmailChange } from '@veranda/contract/accounts/email-change/routes.ts'
import { readDataExport } from '@veranda/contract/accounts/export/routes.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { readStepUp, reauthenticate, startGoogleStepUp } from '@veranda/contract/accounts/step-up/routes.ts'
import { type StepUp } from '@veranda/contract/accounts/step-up/schemas.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { contractServer } from '../lib/testing/contract-server.ts'
import { maya, sampleAccount } from '../lib/testing/samples.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

const path = '/settings'
beforeAll(async () => {
  await loadScreen(path)
  // Loaded here, so that no test waits for it.
  await import('@veranda/ui/dialog-panel.tsx')
})

async function openDialog(email: string | null, button: string, methods: StepUp['methods'] = ['password']) {
  const server = contractServer()
  server.reply(readDeletion, { at: null, obstacles: [], actions: ['schedule'] })
  server.reply(readDataExport, { state: 'none' })
  renderScreen(server, path, { user: { ...maya, email } })
  server.reply(readAccount, sampleAccount({ email }))
  let until: string | null = null
  const stepUp = (): StepUp => ({ until, methods })
  server.reply(readStepUp, stepUp)
  server.reply(reauthenticate, () => {
    until = new Date(Date.now() + 300_000).toISOString()
    return stepUp()
  })
  server.reply(requestEmailChange, { done: true })
  await userEvent.click(await screen.findByRole('button', { name: button }))
  return { server, dialog: await screen.findByRole('dialog') }
}

const textOf = (key: string) => new RegExp(key)

test('an address is changed after the password, by a link to the new one, and the reply is the same for all', async () => {
  const { server, dialog } = await openDialog('maya@studio.example', 'Change address')
  const send = () => within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Send link' })
  const password = await within(dialog).findByLabelText('Your password')
  expect(send().disabled || send().ariaDisabled === 'true').toBe(true)
  await userEvent.type(password, 'purple otter canoe{Enter}')
  await within(dialog).findByText(textOf('Confirmed until'))
  const field = within(dialog).getByLabelText<HTMLInputElement>('New email address')
  expect([field.type, field.autocomplete]).toEqual(['email', 'email'])
  await userEvent.type(field, 'not an address')
  await userEvent.click(send())
  expect(within(dialog).getByRole('alert').textContent).toBe('Enter a valid email address.')
  expect(document.activeElement).toBe(field)
  server.refuse(requestEmailChange, 422, 'account.email-unchanged', { field: 'email', detail: 'It is yours already.' })
  await userEvent.clear(field)
  await userEvent.type(field, 'maya@studio.example{Enter}')
  expect((await within(dialog).findByRole('alert')).textContent).toContain('It is yours already.')
  server.reply(requestEmailChange, { done: true })
  await userEvent.clear(field)
  await userEvent.type(field, ' maya@elsewhere.example {Enter}')
  const sent = await screen.findByText(textOf('We’ve sent an email to maya@elsewhere.example'))
  expect(document.activeElement).toBe(sent)
  expect(server.calls(requestEmailChange).at(-1)).toMatchObject({ body: { email: 'maya@elsewhere.example' } })
  await userEvent.click(
    within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Close' })[0] ?? document.body,
  )
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Change address'))
})

test('a user without an address and without any way to confirm adds one at once', async () => {
  const { server, dialog } = await openDialog(null, 'Add your address', [])
  expect(screen.getByText(textOf('you can look around, but not publish'))).toBeTruthy()
  await vi.waitFor(() => expect(within(dialog).queryByText('Confirm it’s you')).toBeNull())
  await userEvent.type(within(dialog).getByLabelText('Email'), 'tok@studio.example{Enter}')
  await screen.findByText(textOf('We’ve sent an email to tok@studio.example'))
  expect(server.calls(requestEmailChange)).toMatchObject([{ body: { email: 'tok@studio.example' } }])
})

test('a user who has only Google goes there before they add an address, and comes back to this page', async () => {
  const { server, dialog } = await openDialog(null, 'Add your address', ['google'])
  server.refuse(startGoogleStepUp, 429, 'request.too-many', { detail: 'Too many attempts.' })
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Go to Google' }))
  await within(dialog).findByText(textOf('Too many attempts'))
  expect(server.calls(startGoogleStepUp)).toMatchObject([{ body: { to: '/settings' } }])
  const send = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Send link' })
  expect(send.disabled || send.ariaDisabled === 'true').toBe(true)
})
