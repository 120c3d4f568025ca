import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { readConfig } from '@veranda/contract/config/routes.ts'
import { currentRates, reviewWindowDays } from '@veranda/core/money/rates.ts'
import { day } from '@veranda/core/time/instant.ts'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { type ReactNode, Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { queryCache } from '../../../lib/api/query.ts'
import { contractServer } from '../../../lib/testing/contract-server.ts'
import { sampleConfig } from '../../../lib/testing/samples.ts'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { sampleCommission, sampleOffer, sampleProject } from '../testing/sample-project.ts'
import { AcceptOfferDialog } from './accept-offer-dialog.tsx'
import { OfferDetails } from './offer-details.tsx'
import { OfferEditor } from './offer-editor.tsx'

const offer = sampleOffer(1)
const forClient = sampleCommission({ offers: [offer], currentOfferId: offer.id, actions: ['accept-offer'] })
const forCreator = sampleCommission({ viewerRole: 'creator' })
const expected = `is due within ${currentRates.changesDueMs / day} days.`

function show(content: ReactNode) {
  render(
    <QueryClientProvider client={queryCache}>
      <LabelsProvider labels={{ close: '', dismiss: '', busy: '', optional: '', remove: '' }}>
        <MemoryRouter>
          <Suspense>{content}</Suspense>
        </MemoryRouter>
      </LabelsProvider>
    </QueryClientProvider>,
  )
}

beforeAll(() => loadTranslations('commissions', 'common', 'errors', 'error-codes'))
beforeEach(() => {
  contractServer().reply(readConfig, sampleConfig)
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  queryCache.clear()
})

test('the client reads before accepting that an unanswered version is approved and released, and when', async () => {
  show(<AcceptOfferDialog commission={forClient} offer={offer} open onClose={() => undefined} />)
  const dialog = within(await screen.findByRole('dialog', undefined, { timeout: 5_000 }))
  const sentence = dialog.getByText(
    'You have 7 days to answer each version. Without an answer, it’s approved automatically and the money is released to Kenji Mori.',
  )
  expect(sentence).toBeTruthy()
  dialog.getByText(expected, { exact: false })
  expect(dialog.queryByText(/You can pay out/), 'of the creator alone').toBeNull()
})

test('the offer itself names both times, for the side that reads it, and no time for changes without a round', () => {
  show(<OfferDetails commission={forCreator} offer={offer} />)
  screen.getByText(/has 7 days to answer each version\. Without an answer, .* released to you\.$/)
  screen.getByText('You can pay out the money 5 days after it’s released.')
  screen.getByText(expected, { exact: false })
  cleanup()
  show(
    <OfferDetails
      commission={forCreator}
      offer={{ ...offer, content: { ...offer.content, reviewRounds: 0, reviewWindowDays: 3 } }}
    />,
  )
  screen.getByText(/has 3 days to answer each version/)
  expect(screen.queryByText(expected, { exact: false })).toBeNull()
})

test('an offer says of both amounts of a milestone whose they are', () => {
  show(<OfferDetails commission={forCreator} offer={offer} />)
  expect(screen.getByText('€1,000.00').nextSibling?.textContent).toBe('Price, before fees')
  expect(screen.getByText('€900.00').parentElement?.textContent).toBe('You receive €900.00')
})

test('the creator reads it before sending an offer, with the review window that is chosen there', async () => {
  show(
    <OfferEditor project={sampleProject()} commission={forCreator} base={undefined} kind="offer" onClose={undefined} />,
  )
  screen.getByText(new RegExp(`has ${reviewWindowDays.default} days to answer each version`))
  await userEvent
    .setup()
    .selectOptions(screen.getByRole('combobox', { name: /^Review window/ }), String(reviewWindowDays.max))
  expect(screen.getByText(new RegExp(`has ${reviewWindowDays.max} days to answer each version`))).toBeTruthy()
})
