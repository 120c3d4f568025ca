import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type Commission } from '@veranda/contract/commissions/schemas.ts'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryCache } from '../../../lib/api/query.ts'
import { jsonReply } from '../../../lib/testing.ts'
import { loadTranslations } from '../../../lib/i18n.ts'
import { OfferActions } from './offer-actions.tsx'

/** Requests that the server received: path and body. */
let sent: [string, unknown][] = []

const user = (name: string) => ({ id: name, name, avatar: null })
const offer = (number: number) => ({ id: `offer-${number}`, number, hash: String(number).repeat(64) })

function show(more: Partial<Commission>) {
  const commission = {
    id: 'c',
    version: 7,
    state: 'countered',
    viewerRole: 'creator',
    client: user('Maya'),
    creator: user('Kenji'),
    offers: [offer(1), offer(2), offer(3)],
    currentOfferId: 'offer-3',
    formerOfferId: 'offer-1',
    expiresAt: null,
    ...more,
    // Fields that the card does not read are left out.
  } as unknown as Commission
  const current = commission.offers.find(({ id }) => id === commission.currentOfferId)
  render(
    <QueryClientProvider client={queryCache}>
      <LabelsProvider labels={{ close: '', dismiss: '', busy: '', optional: '', remove: '', notices: '' }}>
        <MemoryRouter>
          <Suspense>
            <OfferActions commission={commission} offer={current} onEdit={() => undefined} />
          </Suspense>
        </MemoryRouter>
      </LabelsProvider>
    </QueryClientProvider>,
  )
}

const buttons = async () => {
  await screen.findByRole('heading')
  return screen.queryAllByRole('button').map((button) => button.textContent)
}

beforeAll(() => loadTranslations('commissions', 'common', 'errors', 'error-codes'))
beforeEach(() => {
  sent = []
  vi.stubGlobal(
    'fetch',
    vi.fn(async (input: RequestInfo | URL, init: RequestInit = {}) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://veranda.test')
      // Command bodies are JSON strings.
      if (init.method === 'POST') sent.push([pathname, JSON.parse(init.body as string)])
      return jsonReply({})
    }),
  )
})
afterEach(() => {
  cleanup()
  queryCache.clear()
  vi.unstubAllGlobals()
})

test('the card has a button for each action that the server sent, and no other', async () => {
  show({ actions: ['make-offer', 'accept-counter', 'return-offer', 'decline'] })
  expect(await buttons()).toEqual(['Offer these terms', 'Answer with another offer', 'Back to version 1', 'Decline'])
  cleanup()
  show({ actions: ['return-offer'] })
  expect(await buttons()).toEqual(['Back to version 1'])
  cleanup()
  show({ actions: [] })
  expect(await buttons()).toEqual([])
})

test.each([
  ['Offer these terms', 'accept-counter', 3],
  ['Back to version 1', 'return-offer', 1],
] as const)('“%s” takes the step %s on version %d, which it shows', async (name, action, number) => {
  show({ actions: ['make-offer', 'accept-counter', 'return-offer', 'decline'] })
  await userEvent.setup().click(await screen.findByRole('button', { name }))
  const { id: offerId, hash } = offer(number)
  await vi.waitFor(() => expect(sent).toEqual([[`/api/commissions/c/${action}`, { offerId, hash, expected: 7 }]]))
})
