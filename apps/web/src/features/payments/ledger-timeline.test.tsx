import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { shownAccounts } from '@veranda/core/ledger/party-view.ts'
import { transactionKinds } from '@veranda/core/ledger/transaction.ts'
import { listLedgerEntries } from '@veranda/contract/payments/routes.ts'
import { type LedgerEntry } from '@veranda/contract/payments/schemas.ts'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { queryCache } from '../../lib/api/query.ts'
import { loadTranslations } from '../../lib/i18n/i18n.ts'
import { contractServer } from '../../lib/testing/contract-server.ts'
import { LedgerTimeline } from './ledger-timeline.tsx'

/** Returns an entry of the nth transaction. */
function entryOf(n: number, kind: LedgerEntry['kind'], account: LedgerEntry['account'], amount: number) {
  const effect = { amount, currency: 'EUR' }
  const transactionId = `0199c1a0-0000-7000-8000-${String(n).padStart(12, '0')}`
  const about = { subject: null, at: '2026-11-23T10:00:00.000Z' }
  return { id: `${transactionId}.${account}`, transactionId, kind, account, effect, ...about } satisfies LedgerEntry
}

async function openTimeline(items: readonly LedgerEntry[]): Promise<HTMLElement[]> {
  contractServer().reply(listLedgerEntries, { items: [...items], next: null, total: null })
  render(
    <QueryClientProvider client={queryCache}>
      <MemoryRouter>
        <Suspense>
          <LedgerTimeline projectId="0199c1a0-0000-7000-8000-00000000000a" />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const [list] = await screen.findAllByRole('list')
  return within(list ?? document.body).getAllByRole('listitem')
}

beforeAll(() => loadTranslations('payments', 'common', 'errors'))
afterEach(() => {
  cleanup()
  queryCache.clear()
})

test('a payment shows where the money came from and where it went, with signs', async () => {
  const [step] = await openTimeline([
    entryOf(1, 'capture', 'card', -105_000),
    entryOf(1, 'capture', 'escrow', 100_000),
    entryOf(1, 'capture', 'fee_deferred', 5_000),
  ])
  expect(step?.textContent).toContain('Payment received')
  const lines = within(step ?? document.body).getAllByRole('listitem')
  expect(lines.map((line) => line.textContent)).toEqual([
    'Your payment method−€1,050.00',
    'Protected funds+€1,000.00',
    'Client fee, protected+€50.00',
  ])
})

test('every kind of transaction and every account has a label of its own', async () => {
  const kinds = transactionKinds.map((kind, index) => entryOf(index, kind, 'escrow', 1))
  const accounts = shownAccounts.map((account, index) => entryOf(100 + index, 'capture', account, 1))
  await openTimeline([...kinds, ...accounts])
  expect(document.body.textContent).not.toMatch(/Entry|kind\.|account\./)
  const heads = screen.getAllByText((_, element) => element?.tagName === 'STRONG').map((head) => head.textContent)
  expect(new Set(heads.slice(0, transactionKinds.length)).size).toBe(transactionKinds.length)
})
