import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type Dashboard } from '@veranda/contract/dashboard/schemas.ts'
import { listLedgerEntries } from '@veranda/contract/payments/routes.ts'
import { type AnchorProps, AnchorProvider } from '@veranda/ui/anchor.tsx'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { Suspense } from 'react'
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { MoneySummary } from '../features/dashboard/money-summary.tsx'
import { MonthsChart } from '../features/dashboard/months-chart.tsx'
import { LedgerEntriesDialog } from '../features/payments/ledger-entries-dialog.tsx'
import { queryCache } from '../lib/api/query.ts'
import { loadTranslations } from '../lib/i18n/i18n.ts'
import { contractServer } from '../lib/testing/contract-server.ts'

const eur = (amount: number) => ({ amount, currency: 'EUR' })
const money = [{ protected: eur(1_100), pending: eur(2_200), available: eur(3_300), paid: eur(4_400) }]
const months: Dashboard['months'][number] = {
  currency: 'EUR',
  items: [
    { month: '2026-10', spent: 0, earned: 700 },
    { month: '2026-11', spent: 5_500, earned: 0 },
  ],
}

function RouterAnchor({ href, ...rest }: AnchorProps) {
  return <Link to={href} {...rest} />
}

const withRouterLinks = (
  <AnchorProvider component={RouterAnchor}>
    <Outlet />
  </AnchorProvider>
)

function open(isCreator = false, shown: Dashboard['money'] = money) {
  const dashboard = (
    <>
      <MoneySummary money={shown} isCreator={isCreator} />
      <MonthsChart months={months} />
    </>
  )
  const routes = [
    { path: '/dashboard', element: dashboard },
    { path: '/payment', element: <LedgerEntriesDialog /> },
  ]
  const router = createMemoryRouter([{ element: withRouterLinks, children: routes }], {
    initialEntries: ['/dashboard'],
  })
  render(
    <QueryClientProvider client={queryCache}>
      <LabelsProvider labels={{ close: '', dismiss: '', busy: '', optional: '', remove: '' }}>
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
      </LabelsProvider>
    </QueryClientProvider>,
  )
}

beforeAll(() => loadTranslations('dashboard', 'dashboard/panels', 'payments', 'common', 'errors'))
afterEach(() => {
  cleanup()
  queryCache.clear()
})

test.each([
  ['€11.00', 'Protected funds', { of: 'both.protected', currency: 'EUR' }],
  ['€22.00', 'Pending', { of: 'creator.pending', currency: 'EUR' }],
  ['€33.00', 'Available', { of: 'creator.available', currency: 'EUR' }],
  ['€44.00', 'Paid', { of: 'both.paid', currency: 'EUR' }],
  ['€55.00', 'Spent in November 2026', { of: 'client.spent', currency: 'EUR', month: '2026-11' }],
  ['€7.00', 'Earned in October 2026', { of: 'creator.earned', currency: 'EUR', month: '2026-10' }],
])('%s on the dashboard opens the entries behind it', async (amount, title, query) => {
  const server = contractServer()
  server.reply(listLedgerEntries, { items: [], next: null, total: eur(123) })
  open()
  await userEvent.click(screen.getByRole('link', { name: amount, hidden: true }))
  const dialog = await screen.findByRole('dialog', { name: title })
  expect(await within(dialog).findByText('€1.23')).toBeTruthy()
  expect(server.calls(listLedgerEntries)).toEqual([{ query: { ...query, limit: 50 } }])
})

test('a month without money has no link', () => {
  open()
  expect(screen.getAllByText('€0.00').map((zero) => zero.closest('a'))).toEqual([null, null])
})

test.each([
  [false, 'For released work and sessions, our fee included'],
  [true, 'To your bank, and by you to others for released work, our fee included'],
])('every figure says what it is, with which fee (creator: %s)', (isCreator, paid) => {
  open(isCreator)
  const figures = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(figures.slice(0, 4)).toEqual([
    '€11.00Prices of unreleased work, without fees',
    '€22.00Released to you, after our fee',
    '€33.00Can be paid out, after our fee',
    `€44.00${paid}`,
  ])
})

const visibleTerms = () =>
  screen.getAllByRole('term').flatMap((term) => (term.closest('details') ? [] : [term.textContent]))

test('a client who has earned nothing sees their own sums, and those of a creator once they ask', async () => {
  const [sums] = money
  if (!sums) throw new Error('no sums')
  open(false, [{ ...sums, pending: eur(0), available: eur(0) }])
  expect(visibleTerms()).toEqual(['Protected funds', 'Paid'])
  const folded = screen.getByText('Earnings: nothing yet').closest('details')
  expect(folded?.open).toBe(false)
  await userEvent.click(screen.getByText('Earnings: nothing yet'))
  const earnings = within(screen.getByLabelText('Earnings in EUR'))
  expect(earnings.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Pending', 'Available'])
})

test('a client who has earned, and a creator, see all four sums', () => {
  open()
  expect(visibleTerms()).toEqual(['Protected funds', 'Pending', 'Available', 'Paid'])
  cleanup()
  open(true, [{ protected: eur(0), pending: eur(0), available: eur(0), paid: eur(0) }])
  expect(visibleTerms()).toEqual(['Protected funds', 'Pending', 'Available', 'Paid'])
})
