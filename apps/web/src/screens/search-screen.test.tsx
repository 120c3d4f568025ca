import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { listSkills, searchTalent } from '@veranda/contract/talent/routes.ts'
import { type SearchReply } from '@veranda/contract/talent/schemas.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { contractServer } from '../lib/testing/contract-server.ts'
import { idOf } from '../lib/testing/samples.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

beforeAll(() => loadScreen('/search'))

function sampleCard(n: number, more: Partial<SearchReply['items'][number]> = {}): SearchReply['items'][number] {
  return {
    id: idOf('9', n),
    name: `Creator ${n}`,
    avatar: null,
    headline: 'Stages and sets',
    skills: ['Lighting'],
    languages: ['en'],
    timeZone: 'Asia/Tokyo',
    priceFrom: { amount: 40_000, currency: 'EUR' },
    priceUnit: 'project',
    rating: { average: null, count: 0 },
    images: [],
    accepting: 'open',
    actions: ['request', 'message'],
    matched: [],
    ...more,
  }
}

function found(total: number, items: SearchReply['items'][number][], next: string | null = null): SearchReply {
  const facets = { skills: [{ name: 'Lighting', count: 2 }], languages: [] }
  return { items, next, total, facets, words: [], withoutFilters: [] }
}

test('the creators load and are listed, each linked to their page', async () => {
  const server = contractServer()
  const reply = Promise.withResolvers<SearchReply>()
  server.reply(searchTalent, () => reply.promise)
  renderScreen(server, '/search')
  expect(await screen.findByRole('status', { name: 'Loading creators' })).toBeTruthy()
  reply.resolve(found(2, [sampleCard(1, { name: 'Kenji Mori' }), sampleCard(2, { priceUnit: 'hour' })]))
  const link = await screen.findByRole('link', { name: 'Kenji Mori' })
  expect(link.getAttribute('href')).toBe(`/talent/${idOf('9')}`)
  expect(screen.getByText('2 creators')).toBeTruthy()
  expect(screen.getByText('from €400.00')).toBeTruthy()
  expect(screen.getByText('from €400.00 an hour')).toBeTruthy()
})

test('the filters of the address are searched with, shown, and taken away one by one', async () => {
  const server = contractServer()
  server.reply(searchTalent, found(1, [sampleCard(1)]))
  const { router } = renderScreen(server, '/search?q=stage&skill=Lighting&priceTo=50000&rating=4&unknown=1')
  const filters = within(await screen.findByRole('group', { name: 'Active filters' }))
  const query = { q: 'stage', skill: 'Lighting', currency: 'EUR', priceTo: 50_000, rating: 4, limit: 24 }
  await vi.waitFor(() => expect(server.calls(searchTalent)[0]?.query).toEqual(query))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Search by name, skill or package' }).value).toBe(
    'stage',
  )
  expect(filters.getByText('up to €500.00')).toBeTruthy()
  const skill = await screen.findByRole('button', { name: /^Lighting/, pressed: true })
  await userEvent.click(skill)
  await vi.waitFor(() => expect(router.state.location.search).toBe('?q=stage&currency=EUR&priceTo=50000&rating=4'))
  await vi.waitFor(() => expect(server.calls(searchTalent).at(-1)?.query).not.toHaveProperty('skill'))
  await userEvent.click(filters.getByRole('button', { name: 'Clear all' }))
  await vi.waitFor(() => expect(router.state.location.search).toBe('?q=stage&currency=EUR'))
})

test('what is typed is searched for when typing pauses, without a press, and the field keeps its focus', async () => {
  const server = contractServer()
  server.reply(searchTalent, ({ query: { q } }) => (q === 'avatar' ? found(1, [sampleCard(2)]) : found(0, [])))
  const { router } = renderScreen(server, '/search')
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Search by name, skill or package' })
  await userEvent.type(field, 'avatar')
  expect(await screen.findByRole('link', { name: 'Creator 2' })).toBeTruthy()
  expect(router.state.location.search).toBe('?q=avatar')
  expect(document.activeElement).toBe(field)
  expect(field.value).toBe('avatar')
  await router.navigate('/search?q=stage')
  await vi.waitFor(() => expect(field.value).toBe('stage'))
})

test('what is typed is searched for and is kept in the address', async () => {
  const server = contractServer()
  server.reply(searchTalent, ({ query: { q } }) => (q === 'avatar' ? found(1, [sampleCard(2)]) : found(0, [])))
  const { router } = renderScreen(server, '/search')
  await userEvent.type(
    await screen.findByRole('textbox', { name: 'Search by name, skill or package' }),
    'avatar{Enter}',
  )
  expect(await screen.findByRole('link', { name: 'Creator 2' })).toBeTruthy()
  expect(router.state.location.search).toBe('?q=avatar')
})

test('the next page keeps the filters and comes after what is already there', async () => {
  const server = contractServer()
  server.reply(searchTalent, ({ query: { cursor } }) =>
    cursor === 'second' ? found(2, [sampleCard(2)]) : found(2, [sampleCard(1)], 'second'),
  )
  renderScreen(server, '/search?skill=Lighting')
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  await screen.findByRole('link', { name: 'Creator 2' })
  const results = within(screen.getByRole('list', { name: 'Results' }))
  expect(results.getAllByRole('link').map((link) => link.textContent)).toEqual(['Creator 1', 'Creator 2'])
  expect(server.calls(searchTalent)[1]?.query).toMatchObject({ skill: 'Lighting', cursor: 'second' })
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('several skills are chosen from the list and by typing, with the keyboard, and are all in the address', async () => {
  const server = contractServer()
  server.reply(searchTalent, found(1, [sampleCard(1)]))
  server.reply(listSkills, ({ query: { q } }) => ({
    items: q === 'rig' ? [{ name: 'Rigging', count: 3 }] : [{ name: 'Worlds', count: 9 }],
  }))
  const { router } = renderScreen(server, '/search')
  await userEvent.click(await screen.findByRole('button', { name: /^Lighting/ }))
  const field = screen.getByRole('combobox', { name: 'Add a skill' })
  await userEvent.type(field, 'rig')
  const option = await screen.findByRole('option', { name: /Rigging/ })
  await vi.waitFor(() => expect(field.getAttribute('aria-activedescendant')).toBe(option.id))
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(router.state.location.search).toBe('?skill=Lighting&skill=Rigging'))
  await vi.waitFor(() => expect(server.calls(searchTalent).at(-1)?.query.skill).toEqual(['Lighting', 'Rigging']))
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Remove Lighting' }))
  await vi.waitFor(() => expect(router.state.location.search).toBe('?skill=Rigging'))
})

test('hours are chosen in the reader’s own time zone, several at once, and are kept in the address', async () => {
  const server = contractServer()
  server.reply(searchTalent, found(1, [sampleCard(1)]))
  const { router } = renderScreen(server, '/search')
  await userEvent.click(await screen.findByRole('checkbox', { name: /Weekday evenings/ }))
  await vi.waitFor(() => expect(router.state.location.search).toBe('?hours=12345.1800-2100'))
  await userEvent.click(screen.getByRole('button', { name: 'Choose other hours' }))
  const days = within(screen.getByRole('group', { name: 'Every week' }))
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu']) await userEvent.click(days.getByRole('button', { name: day }))
  await userEvent.click(days.getByRole('button', { name: 'Sat' }))
  await userEvent.click(screen.getByRole('button', { name: 'Add hours' }))
  await vi.waitFor(() => expect(router.state.location.search).toBe('?hours=12345.1800-2100&hours=56.1800-2100'))
  const query = server.calls(searchTalent).at(-1)?.query
  expect(query?.hours).toEqual(['12345.1800-2100', '56.1800-2100'])
  expect(query?.timeZone).toBe('Europe/Lisbon')
  await userEvent.click(screen.getByRole('button', { name: /^Remove Free Mon/ }))
  await vi.waitFor(() => expect(router.state.location.search).toBe('?hours=56.1800-2100'))
})

test('a corrected word and the words that a creator has are said', async () => {
  const server = contractServer()
  server.reply(searchTalent, {
    ...found(2, [sampleCard(1, { matched: ['chiar', 'oak'] }), sampleCard(2, { matched: ['oak'] })]),
    words: [
      { typed: 'chiar', corrected: 'chair' },
      { typed: 'oak', corrected: null },
    ],
  })
  renderScreen(server, '/search?q=chiar%20oak')
  expect(await screen.findByText('No creator mentions “chiar”. Showing results for “chair”.')).toBeTruthy()
  expect(screen.getAllByText(/^Matches/).map(({ textContent }) => textContent)).toEqual(['Matches oak'])
})

test('when nobody matches, each filter that stands in the way can be dropped, with what there would be', async () => {
  const server = contractServer()
  const nobody: SearchReply = {
    ...found(0, []),
    withoutFilters: [{ filters: [{ filter: 'language', value: null }], total: 3 }],
  }
  server.reply(searchTalent, ({ query }) => (query.language === undefined ? found(3, [sampleCard(1)]) : nobody))
  const { router } = renderScreen(server, '/search?skill=Lighting&language=ja')
  await userEvent.click(await screen.findByRole('button', { name: 'Without Japanese: 3 creators' }))
  expect(await screen.findByRole('link', { name: 'Creator 1' })).toBeTruthy()
  expect(router.state.location.search).toBe('?skill=Lighting')
})

test('when nobody matches, all filters can be cleared', async () => {
  const server = contractServer()
  server.reply(searchTalent, ({ query }) => (query.rating ? found(0, []) : found(1, [sampleCard(1)])))
  const { router } = renderScreen(server, '/search?rating=5')
  expect(await screen.findByText('No creator matches all of that')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear all filters' }))
  expect(await screen.findByRole('link', { name: 'Creator 1' })).toBeTruthy()
  expect(router.state.location.search).toBe('')
})

test('after a failure the search is repeated on request', async () => {
  const server = contractServer()
  server.refuse(searchTalent, 500, 'internal')
  renderScreen(server, '/search')
  expect(await screen.findByText('Search failed')).toBeTruthy()
  server.reply(searchTalent, found(1, [sampleCard(1)]))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'Creator 1' })).toBeTruthy()
})
