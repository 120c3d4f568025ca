import 'fake-indexeddb/auto'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { openProject, readProject, requestCommission } from '@veranda/contract/commissions/routes.ts'
import { readCreator } from '@veranda/contract/talent/routes.ts'
import { type Profile } from '@veranda/contract/talent/schemas.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { contractServer } from '../lib/testing/contract-server.ts'
import { idOf, kenji, now } from '../lib/testing/samples.ts'
import { sampleCommission, sampleProject } from '../features/commissions/testing/sample-project.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

const projectPath = `/projects/${idOf('a')}`
beforeAll(() => Promise.all([loadScreen('/projects/new'), loadScreen(projectPath)]))

const price = { amount: 90_000, currency: 'EUR' }
const service = {
  id: idOf('7'),
  title: 'Product model',
  description: '',
  price,
  unit: 'project',
  deliveryDays: 10,
  reviewRounds: 4,
} as const
const profile: Profile = {
  ...kenji,
  headline: 'Stages and sets',
  skills: [],
  languages: ['en'],
  timeZone: 'Asia/Tokyo',
  priceFrom: price,
  priceUnit: 'project',
  rating: { average: null, count: 0 },
  images: [],
  accepting: 'open',
  about: '',
  services: [service],
  portfolio: [],
  reviews: { items: [], next: null },
  completedCount: 0,
  memberSince: now,
  stepsLeft: [],
  actions: ['request', 'message'],
}

test('“Request this” carries the service through the wizard to the creator', async () => {
  const server = contractServer()
  server.reply(readCreator, profile)
  server.reply(openProject, sampleProject({ commissions: [] }))
  server.reply(requestCommission, sampleCommission({ state: 'requested', expiresAt: now, milestones: [] }))
  server.reply(readProject, sampleProject({ commissions: [] }))
  renderScreen(server, `/projects/new?creator=${kenji.id}&service=${service.id}`)
  expect(await screen.findByText('Your request to Kenji Mori')).toBeTruthy()
  expect(screen.getByText(/€945\.00 with the client fee/)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Product model')
  await userEvent.type(screen.getByLabelText('Brief'), 'A chair for our shop')
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByRole('heading', { name: 'Check and send' })).toBeTruthy()
  const review = within(screen.getByRole('main'))
  expect(review.getAllByText(/Product model/).length).toBeGreaterThan(1)
  await userEvent.type(screen.getByLabelText(/^Message/), 'By spring?')
  await userEvent.click(screen.getByRole('button', { name: 'Send request' }))
  await screen.findByText('Request sent')
  expect(server.calls(openProject)[0]?.body).toMatchObject({
    title: 'Product model',
    budget: { from: 90_000, to: 90_000, currency: 'EUR' },
  })
  const request = { creatorId: kenji.id, serviceId: service.id, message: 'By spring?' }
  expect(server.calls(requestCommission)[0]?.body).toMatchObject(request)
})

test('what is written for one creator, as the budget, does not appear in the request to another', async () => {
  const server = contractServer()
  const other = { ...profile, id: idOf('e'), name: 'Ola Other', services: [] }
  server.reply(readCreator, ({ params: { id } }) => (id === other.id ? other : profile))
  const { router } = renderScreen(server, `/projects/new?creator=${kenji.id}&step=budget`)
  await userEvent.type(await screen.findByLabelText('From'), '700')
  await router.navigate(`/projects/new?creator=${other.id}&step=budget`)
  expect(await screen.findByText('Your request to Ola Other')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('')
  // A package of the same creator begins with its own price.
  await router.navigate(`/projects/new?creator=${kenji.id}&service=${service.id}&step=budget`)
  await vi.waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('900.00'))
  await router.navigate(`/projects/new?creator=${kenji.id}&step=budget`)
  await vi.waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('700'))
})

test('a service that is no longer offered is not requested', async () => {
  const server = contractServer()
  server.reply(readCreator, { ...profile, services: [] })
  renderScreen(server, `/projects/new?creator=${kenji.id}&service=${service.id}`)
  // The creator stays, the service does not.
  expect(await screen.findByText('Your request to Kenji Mori')).toBeTruthy()
  expect(screen.getByText('Budget')).toBeTruthy()
  expect(screen.queryByText('Product model')).toBeNull()
})

test.each([
  ['the request', `${projectPath}?view=contract`],
  ['the offer form, to which its notification leads', `${projectPath}?view=contract&write=offer`],
])('%s shows the creator the service, the brief, the budget and the message', async (_, path) => {
  const server = contractServer()
  const { title, unit, deliveryDays, reviewRounds } = service
  const commission = sampleCommission({
    viewerRole: 'creator',
    state: 'requested',
    expiresAt: now,
    milestones: [],
    requestedService: { title, description: 'With two review rounds', price, unit, deliveryDays, reviewRounds },
    actions: ['make-offer', 'decline'],
  })
  const budget = { from: 80_000, to: 90_000, currency: 'EUR' }
  server.reply(readProject, sampleProject({ viewerRole: 'creator', budget, commissions: [commission] }))
  renderScreen(server, path)
  expect(await screen.findByRole('heading', { name: 'Request' })).toBeTruthy()
  expect(screen.getByText('A lobby that one can walk through.')).toBeTruthy()
  expect(screen.getByText('Will you build our lobby?')).toBeTruthy()
  expect(screen.getByText('€800.00')).toBeTruthy()
  expect(screen.getByText(/10 days · 4 review rounds/)).toBeTruthy()
  const amount = screen.queryByLabelText<HTMLInputElement>(/^Amount/)
  if (path.includes('write')) {
    expect(amount?.value).toBe('900.00')
    expect(screen.getByLabelText<HTMLSelectElement>('Review rounds').value).toBe('4')
    expect(screen.getByLabelText<HTMLTextAreaElement>('Scope').value).toBe('With two review rounds')
  } else expect(amount).toBeNull()
})
