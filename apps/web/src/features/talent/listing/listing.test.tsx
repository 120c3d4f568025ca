import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { answerWorkConsent, askWorkConsent, listWorkConsents } from '@veranda/contract/talent/consents/routes.ts'
import { changeListing, readListing } from '@veranda/contract/talent/listing/routes.ts'
import { type Listing } from '@veranda/contract/talent/listing/schemas.ts'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queryCache } from '../../../lib/api/query.ts'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { contractServer } from '../../../lib/testing/contract-server.ts'
import { idOf, kenji } from '../../../lib/testing/samples.ts'
import { ListingCard } from './listing-card.tsx'
import { WorkConsents } from '../consents/work-consents.tsx'

beforeAll(() => loadTranslations('talent/listing', 'common', 'errors'))
afterEach(() => {
  cleanup()
  queryCache.clear()
})

const show = (what: React.ReactNode) =>
  render(<QueryClientProvider client={queryCache}>{what}</QueryClientProvider>, { wrapper: MemoryRouter })

const client: Listing['works'][number]['clients'][number] = {
  projectId: idOf('5'),
  project: 'Library',
  client: 'Maya Torres',
  state: null,
  actions: ['ask'],
}
const listing: Listing = {
  handle: null,
  suggestion: 'kenji-arai',
  listed: false,
  unlistedReason: null,
  projects: [{ id: idOf('5'), title: 'Library', client: 'Maya Torres' }],
  works: [{ id: idOf('8'), title: 'Bench', image: '/api/files/x', isPublic: false, clients: [client], actions: [] }],
}

test('the page is off at first, says what becomes public, and is switched on with the address in sight', async () => {
  const server = contractServer()
  server.reply(readListing, listing)
  server.reply(changeListing, { ...listing, listed: true, handle: 'kenji' })
  show(<ListingCard />)
  const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: /Show my page to everyone/ })
  expect(toggle.checked).toBe(false)
  expect(screen.getByText(/search engines included/)).toBeTruthy()
  const handle = screen.getByRole('textbox', { name: 'Handle' })
  await userEvent.clear(handle)
  await userEvent.type(handle, 'kenji')
  await userEvent.click(toggle)
  await vi.waitFor(() => expect(server.calls(changeListing)[0]?.body).toEqual({ listed: true, handle: 'kenji' }))
})

test('the rule of the gallery is said once, with the way to it, whether or not there are works', async () => {
  const server = contractServer()
  server.reply(readListing, { ...listing, works: [] })
  show(<ListingCard />)
  const gallery = await screen.findByRole('link', { name: 'gallery' })
  expect(gallery.getAttribute('href')).toBe('/explore')
  expect(gallery.parentElement?.textContent).toMatch(
    /while your page is public, all steps to be found are done, and at least one work is shown\.$/,
  )
  expect(screen.getAllByText(/gallery/)).toHaveLength(1)
  expect(screen.getByText('No works to show yet. Add one to your portfolio first.')).toBeTruthy()
})

test('a refused handle says why at the field', async () => {
  const server = contractServer()
  server.reply(readListing, { ...listing, handle: 'kenji-arai', listed: true })
  server.refuse(changeListing, 409, 'handle.taken', { field: 'handle', detail: 'Taken by someone.' })
  show(<ListingCard />)
  const handle = await screen.findByRole('textbox', { name: 'Handle' })
  await userEvent.type(handle, '2')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(handle.getAttribute('aria-invalid')).toBe('true'))
})

test('a work for a client shows that it needs their permission, and asks for it once', async () => {
  const server = contractServer()
  server.reply(readListing, listing)
  const asked = {
    ...listing,
    works: listing.works.map((one) => ({ ...one, clients: [{ ...client, state: 'asked' as const, actions: [] }] })),
  }
  server.reply(askWorkConsent, asked)
  show(<ListingCard />)
  expect(await screen.findByText(/needs their permission/)).toBeTruthy()
  server.reply(readListing, asked)
  await userEvent.click(screen.getByRole('button', { name: 'Ask Maya Torres to show Bench' }))
  expect(await screen.findByText(/waiting for their answer/)).toBeTruthy()
  expect(server.calls(askWorkConsent)[0]).toMatchObject({ params: { id: idOf('8') }, body: { projectId: idOf('5') } })
  expect(screen.queryByRole('button', { name: /^Ask/ })).toBeNull()
})

test('a client is asked about, and named for, a work only where the server offers it', async () => {
  const server = contractServer()
  const [work] = listing.works
  if (!work) throw new Error('no work')
  const own = { ...work, id: idOf('9'), title: 'Stool', clients: [] }
  server.reply(readListing, {
    ...listing,
    works: [
      { ...work, clients: [{ ...client, actions: [] }] },
      own,
      { ...own, id: idOf('a'), actions: ['name-client'] },
    ],
  })
  server.reply(askWorkConsent, listing)
  show(<ListingCard />)
  await screen.findByText(/needs their permission/)
  expect(screen.queryByRole('button', { name: /^Ask/ })).toBeNull()
  const [select, ...more] = screen.getAllByRole('combobox', { name: 'The project Stool was made for' })
  if (!select) throw new Error('no select')
  expect(more).toEqual([])
  await userEvent.selectOptions(select, idOf('5'))
  await vi.waitFor(() => expect(server.calls(askWorkConsent)[0]).toMatchObject({ params: { id: idOf('a') } }))
})

test('a client answers in the project that it is about, with what strangers would see', async () => {
  const server = contractServer()
  const question = {
    id: idOf('7'),
    creator: { id: kenji.id, name: kenji.name, avatar: null },
    projectId: idOf('5'),
    project: 'Library',
    title: 'Bench',
    image: '/api/files/x',
    state: 'asked' as const,
    version: 3,
    actions: ['grant' as const, 'decline' as const],
  }
  server.reply(listWorkConsents, {
    items: [question, { ...question, id: idOf('6'), projectId: idOf('4'), title: 'Other' }],
  })
  server.reply(answerWorkConsent, { ...question, state: 'granted', actions: ['withdraw'] })
  show(<WorkConsents projectId={idOf('5')} />)
  expect(await screen.findByText(/would like to show “Bench”/)).toBeTruthy()
  expect(screen.queryByText(/Other/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Allow' }))
  await vi.waitFor(() =>
    expect(server.calls(answerWorkConsent)[0]).toMatchObject({
      params: { id: idOf('7') },
      body: { answer: 'grant', expected: 3 },
    }),
  )
})
