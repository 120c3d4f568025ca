import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { approvePairing, findPairing } from '@veranda/contract/accounts/pairing/routes.ts'
import { readStepUp, reauthenticate } from '@veranda/contract/accounts/step-up/routes.ts'
import { type StepUp } from '@veranda/contract/accounts/step-up/schemas.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { contractServer } from '../lib/testing/contract-server.ts'
import { idOf, now } from '../lib/testing/samples.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

beforeAll(() => loadScreen('/pair'))

const inTenMinutes = () => new Date(Date.now() + 600_000).toISOString()
const numbers = () => screen.getByRole('group', { name: 'Which number does it show?' })
const choice = (number: string) =>
  within(numbers()).getByRole<HTMLButtonElement>('button', { name: `It shows ${number}` })

/** Enters a headset's code as a user whose step-up is as given. */
async function enterCode(stepUp: StepUp) {
  const server = contractServer()
  let current = stepUp
  server.reply(readStepUp, () => current)
  server.reply(reauthenticate, () => (current = { ...current, until: inTenMinutes() }))
  const device = { userAgent: null, ipAddress: '192.0.2.7', location: 'Lisbon, Portugal', createdAt: now }
  server.reply(findPairing, { id: idOf('f'), ...device, matches: ['11', '42', '77'] })
  server.reply(approvePairing, { done: true })
  renderScreen(server, '/pair?code=123456')
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }))
  await screen.findByText('Is this your device?')
  screen.getByText('Lisbon, Portugal')
  return server
}

test('the number can be chosen once the user has confirmed that it is them, also when a confirmation has run out', async () => {
  const server = await enterCode({ until: null, methods: ['password'] })
  const password = await screen.findByLabelText('Your password')
  expect(choice('42').disabled).toBe(true)
  expect(server.calls(readStepUp)).toMatchObject([{ query: { purpose: 'second-factor' } }])
  await userEvent.type(password, 'a long walk by the sea{Enter}')
  await vi.waitFor(() => expect(choice('42').disabled).toBe(false))
  server.refuse(approvePairing, 403, 'step-up.required')
  server.reply(readStepUp, { until: null, methods: ['password'] })
  await userEvent.click(choice('42'))
  await screen.findByLabelText('Your password')
  expect(choice('42').disabled).toBe(true)
})

test('a user who has just confirmed that it is them is not asked again', async () => {
  const server = await enterCode({ until: inTenMinutes(), methods: ['password'] })
  await vi.waitFor(() => expect(choice('42').disabled).toBe(false))
  expect(screen.queryByLabelText('Your password')).toBeNull()
  await userEvent.click(choice('42'))
  await screen.findByRole('heading', { name: 'Your headset is signed in' })
  expect(server.calls(approvePairing)).toMatchObject([{ params: { id: idOf('f') }, body: { match: '42' } }])
})
