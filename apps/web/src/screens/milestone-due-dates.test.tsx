import 'fake-indexeddb/auto'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { readStepUp } from '@veranda/contract/accounts/step-up/routes.ts'
import { readProject } from '@veranda/contract/commissions/routes.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { listPaymentMethods } from '@veranda/contract/payments/routes.ts'
import { beforeAll, expect, test } from 'vitest'
import { sampleCommission, sampleMilestone, sampleProject } from '../features/commissions/testing/sample-project.ts'
import { contractServer } from '../lib/testing/contract-server.ts'
import { idOf } from '../lib/testing/samples.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

const path = `/projects/${idOf('a')}?view=milestones`
beforeAll(() => loadScreen(path))

async function openMilestone(viewerRole: Commission['viewerRole'], shown: Partial<Milestone>) {
  const server = contractServer()
  const commission = sampleCommission({ viewerRole, milestones: [sampleMilestone(shown)] })
  server.reply(readProject, sampleProject({ viewerRole, commissions: [commission] }))
  server.reply(listPaymentMethods, { items: [], sandbox: true, movesClock: true })
  renderScreen(server, path)
  await screen.findByRole('heading', { level: 2, name: 'Lighting' })
  return server
}

const { due } = sampleMilestone()
const overdue = { ...due, isOverdue: true, refundRightAt: '2999-12-27T10:00:00.000Z' }

test('both sides read that a milestone is overdue and what comes next, and only its actions are buttons', async () => {
  await openMilestone('client', { state: 'in_progress', due: overdue, actions: ['move-due-date'] })
  expect(screen.getByText(/^Overdue since/)).toBeTruthy()
  expect(screen.getByText(/you can give notice, and 48 hours later take your money back/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Move the due date' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /notice|Take your money|more time/ })).toBeNull()
})

test('a request for more time shows its date and reason, and is allowed or declined', async () => {
  const extension = {
    dueAt: '2027-01-05T10:00:00.000Z',
    reason: 'The finish needs another coat',
    at: overdue.refundRightAt,
  }
  const actions = ['grant-extension', 'decline-extension'] as const
  await openMilestone('client', { state: 'in_progress', due: { ...overdue, extension }, actions: [...actions] })
  expect(screen.getByText('Kenji Mori asks for more time')).toBeTruthy()
  expect(screen.getByText('The finish needs another coat')).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Allow until .*5 Jan|^Allow until .*Jan 5/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Decline' })).toBeTruthy()
})

test('before the client takes the money back, they see to the cent what each side gets', async () => {
  const allocated = { price: 33_333, clientFee: 1_667, creatorFee: 3_333 }
  const server = await openMilestone('client', {
    state: 'in_progress',
    due: { ...overdue, noticeEndsAt: '2020-01-01T10:00:00.000Z' },
    allocated,
    actions: ['claim-refund'],
  })
  server.reply(readStepUp, { until: null, methods: ['password'] })
  expect(screen.getByText('You can take your money back')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Take your money back' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('€700.00')).toBeTruthy()
  expect(dialog.getByText('€600.00')).toBeTruthy()
  expect(dialog.getByText('€0.00')).toBeTruthy()
  // Above the threshold it waits for the step-up.
  expect(await dialog.findByRole('button', { name: 'Take it back' })).toHaveProperty('disabled', true)
})

test('added review rounds are shown apart from the agreed ones', async () => {
  await openMilestone('creator', { state: 'submitted', round: 2, rounds: 3, extraRounds: 1, actions: ['add-round'] })
  expect(screen.getByText('Review rounds: 2 used, 2 agreed, 1 added by Kenji Mori')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add a review round' })).toBeTruthy()
})
