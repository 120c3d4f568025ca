import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { readCreator, searchTalent } from '@veranda/contract/talent/routes.ts'
import { type SearchReply } from '@veranda/contract/talent/schemas.ts'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { Suspense } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queryCache } from '../../../lib/api/query.ts'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { contractServer } from '../../../lib/testing/contract-server.ts'
import { CreatorPicker, type CreatorPickerProps } from './creator-picker.tsx'

function sampleCard(
  name: string,
  digit: number,
  actions: SearchReply['items'][number]['actions'],
): SearchReply['items'][number] {
  return {
    id: `0198c1de-0000-7000-8000-00000000000${digit}`,
    name,
    avatar: null,
    headline: 'Stages and sets',
    skills: [],
    languages: ['en'],
    timeZone: 'Asia/Tokyo',
    priceFrom: { amount: 40_000, currency: 'EUR' },
    priceUnit: 'project',
    rating: { average: null, count: 0 },
    images: [],
    accepting: 'open',
    actions,
    matched: [],
  }
}

beforeAll(() => loadTranslations('commissions', 'common', 'errors', 'error-codes'))
afterEach(() => {
  cleanup()
  queryCache.clear()
})

function open(value: string | null, brief?: CreatorPickerProps['brief']) {
  render(
    <QueryClientProvider client={queryCache}>
      <LabelsProvider labels={{ close: '', dismiss: '', busy: '', optional: '', remove: '' }}>
        <Suspense>
          <CreatorPicker value={value} onChange={() => undefined} {...(brief ? { brief } : {})} />
        </Suspense>
      </LabelsProvider>
    </QueryClientProvider>,
  )
}

test('a creator who was chosen before is shown alone, and others on request', async () => {
  const server = contractServer()
  const chosen = sampleCard('Ola Open', 1, ['request', 'message'])
  const page = { about: '', services: [], portfolio: [], reviews: { items: [], next: null }, completedCount: 0 }
  server.reply(readCreator, { ...chosen, ...page, memberSince: '2026-01-02T10:00:00.000Z', stepsLeft: [] })
  server.reply(searchTalent, {
    items: [sampleCard('Sam Stranger', 2, ['request'])],
    next: null,
    total: 1,
    facets: { skills: [], languages: [] },
    words: [],
    withoutFilters: [],
  })
  open(chosen.id)
  const option = await screen.findByRole<HTMLInputElement>('radio', { name: /Ola Open/ })
  expect(option.checked).toBe(true)
  expect(screen.queryByText('Sam Stranger')).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Choose someone else' }))
  expect(await screen.findByRole('radio', { name: /Sam Stranger/ })).toBeTruthy()
})

test('each creator has a link to their page, which opens beside what was written and is no part of the choice', async () => {
  const cards = [sampleCard('Ola Open', 1, ['request', 'message']), sampleCard('Cleo Closed', 2, ['message'])]
  const facets = { skills: [], languages: [] }
  contractServer().reply(searchTalent, { items: cards, next: null, total: 2, facets, words: [], withoutFilters: [] })
  open(null)
  const link = await screen.findByRole('link', { name: 'See page of Ola Open (opens in a new tab)' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([`/talent/${cards[0]?.id}`, '_blank'])
  expect(screen.getByRole('link', { name: /^See page of Cleo Closed/ })).toBeTruthy()
  const choice = screen.getByRole<HTMLInputElement>('radio', { name: /Ola Open/ })
  expect(choice.labels?.[0]?.contains(link)).toBe(false)
})

test('only a creator whose card offers a request can be chosen, and the others say why not', async () => {
  contractServer().reply(searchTalent, {
    items: [
      sampleCard('Ola Open', 1, ['request', 'message']),
      sampleCard('Cleo Closed', 2, ['message']),
      sampleCard('Sam Self', 3, ['edit']),
    ],
    next: null,
    total: 3,
    facets: { skills: [], languages: [] },
    words: [],
    withoutFilters: [],
  })
  open(null)
  await screen.findByText('Ola Open')
  const options = screen.getAllByRole<HTMLInputElement>('radio')
  expect(options.map(({ disabled }) => disabled)).toEqual([false, true, true])
  expect(options[1]?.labels?.[0]?.textContent).toContain('Not taking work')
  expect(options[2]?.labels?.[0]?.textContent).toContain('This is you')
})

test('who has the skills of the brief comes first, with the price against the budget, and all can be seen', async () => {
  const server = contractServer()
  const far = { ...sampleCard('Dora Dear', 1, ['request']), skills: ['Rigging', 'Modelling'] }
  const dear = { ...far, priceFrom: { amount: 90_000, currency: 'EUR' } }
  const near = { ...sampleCard('Nils Near', 2, ['request']), skills: ['modelling', 'Rigging'] }
  const some = { ...sampleCard('Sam Some', 3, ['request']), skills: ['Rigging'], priceUnit: 'hour' as const }
  const reply = { next: null, total: 3, facets: { skills: [], languages: [] }, words: [], withoutFilters: [] }
  const cards = [some, dear, near].map((card) => ({ ...card, matched: [] }))
  server.reply(searchTalent, ({ query }) => ({ ...reply, items: query?.q ? cards : [...cards].reverse() }))
  open(null, { skills: ['Modelling', 'Rigging'], budget: { from: 30_000, to: 50_000, currency: 'EUR' } })
  await screen.findByText('Best matches for Modelling and Rigging')
  const names = () =>
    screen.getAllByRole('radio').map((radio) => radio.parentElement?.querySelector('strong')?.textContent)
  await screen.findByText('Nils Near')
  expect(names()).toEqual(['Nils Near', 'Dora Dear', 'Sam Some'])
  const textOf = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name }).labels?.[0]?.textContent
  expect(textOf(/Nils Near/)).toMatch(/Has Modelling and Rigging.*from €400\.00within your budget/)
  expect(textOf(/Dora Dear/)).toContain('above your budget')
  expect(textOf(/Sam Some/)).toMatch(/from €400\.00 an hour$/)
  expect(textOf(/Sam Some/)).toContain('Has Rigging')
  expect(server.calls(searchTalent)[0]?.query).toMatchObject({ q: 'Modelling Rigging' })
  await userEvent.click(screen.getByRole('button', { name: 'Show all creators' }))
  expect(await screen.findByText('All creators')).toBeTruthy()
  await vi.waitFor(() => expect(server.calls(searchTalent).at(-1)?.query?.q).toBeUndefined())
})
