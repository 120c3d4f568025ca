import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { acceptChangeOrder } from '@veranda/contract/commissions/routes.ts'
import { type ChangeOrder } from '@veranda/contract/commissions/offers/schemas.ts'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { queryCache } from '../../../lib/api/query.ts'
import { type ContractServer, contractServer } from '../../../lib/testing/contract-server.ts'
import { eur, sampleCommission, sampleOffer } from '../testing/sample-project.ts'
import { ChangeOrderCard } from './change-order-card.tsx'
import { ChangeOrderHistory } from './change-order-history.tsx'

let server: ContractServer
const { content, rates, fees, author, createdAt } = sampleOffer(1)
const added = { title: 'Garden', description: 'With a pond', amount: 20_000, dueAt: '2027-01-10T10:00:00.000Z' }

function orderOf(more: Partial<ChangeOrder> = {}): ChangeOrder {
  return {
    id: '00000000-0000-7000-8000-000000000077',
    number: 1,
    version: 4,
    state: 'open',
    by: 'creator',
    author,
    reason: 'The garden belongs to it',
    hash: 'c'.repeat(64),
    before: content,
    content: { ...content, milestones: [...content.milestones, added] },
    origins: [0, null],
    rates,
    fees,
    clientPaysLater: eur(21_000),
    topUps: eur(0),
    formerId: null,
    createdAt,
    expiresAt: '2026-12-04T10:00:00.000Z',
    endedAt: null,
    answer: '',
    actions: [],
    ...more,
  }
}

function show(order: ChangeOrder) {
  const commission = sampleCommission({ changeOrders: [order] })
  render(
    <QueryClientProvider client={queryCache}>
      <LabelsProvider labels={{ close: '', dismiss: '', busy: '', optional: '', remove: '' }}>
        <MemoryRouter>
          <Suspense>
            <ChangeOrderCard commission={commission} />
            <ChangeOrderHistory commission={commission} />
          </Suspense>
        </MemoryRouter>
      </LabelsProvider>
    </QueryClientProvider>,
  )
}

beforeAll(() => loadTranslations('commissions', 'commissions/change-orders', 'common', 'errors', 'error-codes'))
beforeEach(() => {
  server = contractServer()
  server.reply(acceptChangeOrder, sampleCommission())
})
afterEach(() => {
  cleanup()
  queryCache.clear()
})

test('the buttons are the actions that the server sent', async () => {
  show(orderOf({ actions: ['accept-change-order', 'decline-change-order', 'counter-change-order'] }))
  await screen.findByRole('heading', { name: 'Change to the contract' })
  expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual(['Sign', 'Decline'])
  expect(screen.getByRole('link', { name: 'Propose something else' }).getAttribute('href')).toContain(
    'write=change-order',
  )
  cleanup()
  show(orderOf({ by: 'client', actions: ['withdraw-change-order'] }))
  await screen.findByRole('heading', { name: 'Change to the contract' })
  expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual(['Withdraw'])
})

test('what is added is read whole, with what it costs, and the exact text is signed', async () => {
  show(orderOf({ actions: ['accept-change-order'] }))
  await screen.findByText('The garden belongs to it')
  expect(screen.getByText('With a pond')).toBeTruthy()
  expect(screen.getByText('€210.00')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Sign' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('With a pond')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sign' }))
  expect(server.calls(acceptChangeOrder).map(({ body }) => body)).toEqual([{ hash: 'c'.repeat(64), expected: 4 }])
})

test('one that has ended is in the history with its answer, and can no longer be answered', async () => {
  show(orderOf({ state: 'declined', answer: 'Not now', endedAt: createdAt }))
  await screen.findByText('Not now')
  expect(screen.getByText('Declined')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
