import 'fake-indexeddb/auto'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { listCreatorServices } from '@veranda/contract/bookings/routes.ts'
import { listConversations, openDirectConversation, readConversation } from '@veranda/contract/conversations/routes.ts'
import { type Conversation } from '@veranda/contract/conversations/schemas.ts'
import { listCreatorReviews, readCreator } from '@veranda/contract/talent/routes.ts'
import { type Profile } from '@veranda/contract/talent/schemas.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { contractServer } from '../lib/testing/contract-server.ts'
import { idOf, kenji, now } from '../lib/testing/samples.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

const path = `/talent/${kenji.id}`
beforeAll(() => loadScreen(path))

const profile: Profile = {
  ...kenji,
  headline: 'Stages and sets',
  skills: ['Lighting'],
  languages: ['en'],
  timeZone: 'Asia/Tokyo',
  priceFrom: null,
  priceUnit: null,
  rating: { average: null, count: 0 },
  images: [],
  accepting: 'open',
  about: 'I build small theatres.',
  services: [],
  portfolio: [],
  reviews: { items: [], next: null },
  completedCount: 0,
  memberSince: now,
  stepsLeft: [],
  actions: ['request', 'message'],
}

/** Starts a server with a creator who has neither services nor reviews. */
function serverOfCreator() {
  const server = contractServer()
  server.reply(readCreator, profile)
  server.reply(listCreatorReviews, { items: [], next: null })
  server.reply(listCreatorServices, { creator: kenji, timeZone: 'Asia/Tokyo', actions: ['book'], items: [] })
  return server
}

test('the page of a creator loads and says who they are and how to go on', async () => {
  const server = serverOfCreator()
  const reply = Promise.withResolvers<Profile>()
  server.reply(readCreator, () => reply.promise)
  renderScreen(server, path)
  expect(await screen.findByRole('status', { name: 'Loading this page' })).toBeTruthy()
  reply.resolve(profile)
  expect(await screen.findByRole('heading', { level: 1, name: 'Kenji Mori' })).toBeTruthy()
  expect(screen.getByText('I build small theatres.')).toBeTruthy()
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }))
  expect(crumbs.getByText('Kenji Mori').getAttribute('aria-current')).toBe('page')
  const request = screen.getByRole('link', { name: 'Request a commission' })
  expect(request.getAttribute('href')).toBe(`/projects/new?creator=${kenji.id}`)
  expect(server.calls(readCreator)[0]?.params).toEqual({ id: kenji.id })
})

const sectionTitles = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)

test('sections without content are left out for visitors, and stand below the others on a creator’s own page', async () => {
  const server = serverOfCreator()
  const { router } = renderScreen(server, path)
  expect(await screen.findByRole('heading', { level: 2, name: 'About' })).toBeTruthy()
  expect(sectionTitles()).toEqual(['About', 'At a glance', 'Skills'])

  const editablePage = { ...profile, id: idOf('c'), actions: ['edit' as const] }
  server.reply(readCreator, editablePage)
  await router.navigate(`/talent/${editablePage.id}`)
  expect(await screen.findByText('No images yet.')).toBeTruthy()
  expect(sectionTitles().slice(0, 5)).toEqual(['Book a session', 'About', 'Portfolio', 'Packages', 'Reviews'])
  expect(await screen.findByText(/^No reviews yet\. They appear/)).toBeTruthy()
})

test('the local time of a creator has the city of their zone, or the name of a zone without a city', async () => {
  const server = serverOfCreator()
  const { router } = renderScreen(server, path)
  expect(await screen.findByText(/^\d+:\d\d( [AP]M)? in Tokyo$/u)).toBeTruthy()
  server.reply(readCreator, { ...profile, id: idOf('c'), timeZone: 'UTC' })
  await router.navigate(`/talent/${idOf('c')}`)
  expect(await screen.findByText(/^\d+:\d\d( [AP]M)? UTC$/u)).toBeTruthy()
})

test('a page without anything says so once', async () => {
  const server = serverOfCreator()
  server.reply(readCreator, { ...profile, about: '', skills: [] })
  renderScreen(server, path)
  expect(await screen.findByText('Kenji Mori hasn’t written anything here yet.')).toBeTruthy()
  expect(sectionTitles()).toEqual(['About', 'At a glance'])
})

test('a session is offered only where there is something to book', async () => {
  const server = serverOfCreator()
  const { router } = renderScreen(server, path)
  expect(await screen.findByRole('link', { name: 'Request a commission' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Book a session' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Book a session' })).toBeNull()
  expect(server.calls(listCreatorServices)).toHaveLength(0)

  const bookable = { ...profile, id: idOf('c'), actions: ['request' as const, 'book' as const, 'message' as const] }
  server.reply(readCreator, bookable)
  await router.navigate(`/talent/${bookable.id}`)
  const book = await screen.findByRole('link', { name: 'Book a session' })
  expect(book.getAttribute('href')).toBe(`/talent/${bookable.id}#book`)
  expect(screen.getByRole('heading', { name: 'Book a session' })).toBeTruthy()
})

test('a creator who takes no work cannot be asked for a commission, but can be written to', async () => {
  const server = serverOfCreator()
  server.reply(readCreator, { ...profile, accepting: 'closed', actions: ['message'] })
  renderScreen(server, path)
  expect(await screen.findByText(/^Kenji Mori isn’t taking new work/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Request a commission' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Message' })).toHaveProperty('disabled', false)
})

test.each([
  ['with the action to request', ['request', 'message'], 1],
  ['without it', ['message'], 0],
  ['on their own page', ['edit'], 0],
] as const)('a package service can be requested %s', async (_, actions, links) => {
  const server = serverOfCreator()
  const price = { amount: 90_000, currency: 'EUR' }
  const service = {
    id: idOf('d'),
    title: 'A stage set',
    description: '',
    price,
    unit: 'project',
    deliveryDays: 14,
    reviewRounds: 3,
  } as const
  // Only the actions decide, whatever the other fields say.
  server.reply(readCreator, { ...profile, services: [service], actions: [...actions] })
  renderScreen(server, path)
  expect(await screen.findByRole('heading', { name: 'A stage set' })).toBeTruthy()
  expect(screen.getByText('€900.00')).toBeTruthy()
  expect(screen.getByText('delivery in 14 days · 3 review rounds')).toBeTruthy()
  expect(screen.getByText('€945.00 with the client fee')).toBeTruthy()
  expect(screen.queryAllByRole('link', { name: /A stage set/ })).toHaveLength(links)
})

test('a creator whose page does not list it cannot be written to', async () => {
  const server = serverOfCreator()
  server.reply(readCreator, { ...profile, actions: ['request'] })
  renderScreen(server, path)
  expect(await screen.findByRole('link', { name: 'Request a commission' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Message' })).toBeNull()
})

test('a page that does not exist leads to the search', async () => {
  const server = contractServer()
  server.refuse(readCreator, 404, 'creator.not-found')
  renderScreen(server, path)
  expect(await screen.findByRole('heading', { name: 'Creator not found' })).toBeTruthy()
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'Find a creator' }).getAttribute('href')).toBe('/search')
})

test('after a failure the page is loaded again on request', async () => {
  const server = serverOfCreator()
  server.refuse(readCreator, 500, 'internal')
  renderScreen(server, path)
  expect(await screen.findByText('Couldn’t load this page')).toBeTruthy()
  server.reply(readCreator, profile)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Kenji Mori' })).toBeTruthy()
})

test('Message leads a user without an address to where one is added', async () => {
  const server = serverOfCreator()
  server.refuse(openDirectConversation, 403, 'account.email-missing')
  renderScreen(server, path)
  await userEvent.click(await screen.findByRole('button', { name: 'Message' }))
  const link = await screen.findByRole('link', { name: 'Add your address' })
  expect(link.getAttribute('href')).toBe('/settings')
})

test('Message opens the conversation with the creator; a refusal says why and stays on the page', async () => {
  const server = serverOfCreator()
  server.refuse(openDirectConversation, 403, 'conversation.refused', { detail: 'They do not take messages.' })
  server.reply(listConversations, { items: [], next: null })
  server.refuse(readConversation, 404, 'conversation.not-found')
  const { router } = renderScreen(server, path)
  await userEvent.click(await screen.findByRole('button', { name: 'Message' }))
  expect(await screen.findByText('They do not take messages.')).toBeTruthy()
  expect(router.state.location.pathname).toBe(path)
  server.reply(openDirectConversation, ({ body }): Conversation => ({
    id: idOf('f'),
    kind: 'direct',
    project: null,
    members: [{ ...kenji, id: body.userId, hasPage: true }],
    last: null,
    head: 0,
    read: 0,
    unread: 0,
    updatedAt: now,
  }))
  await userEvent.click(screen.getByRole('button', { name: 'Message' }))
  await vi.waitFor(() => expect(router.state.location.search).toBe(`?conversation=${idOf('f')}`), { timeout: 4000 })
  expect(router.state.location.pathname).toBe('/messages')
  expect(await screen.findByText('Conversation not found')).toBeTruthy()
})
