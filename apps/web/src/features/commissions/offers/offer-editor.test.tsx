import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { counterOffer } from '@veranda/contract/commissions/routes.ts'
import { readConfig } from '@veranda/contract/config/routes.ts'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { type ReactNode, Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryCache } from '../../../lib/api/query.ts'
import { contractServer } from '../../../lib/testing/contract-server.ts'
import { now, sampleConfig } from '../../../lib/testing/samples.ts'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { sampleCommission, sampleOffer, sampleProject } from '../testing/sample-project.ts'
import { CommissionContract } from './commission-contract.tsx'
import { OfferEditor } from './offer-editor.tsx'

const offer = sampleOffer(1)
const forClient = sampleCommission({ offers: [offer], currentOfferId: offer.id, actions: ['counter-offer'] })
const forCreator = sampleCommission({ viewerRole: 'creator' })

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
  // The samples' due dates are in its future; an editor drops those that have passed.
  vi.setSystemTime(now)
  contractServer().reply(readConfig, sampleConfig)
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  queryCache.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a counter-offer shows what it changes before it is sent, and that the rest stays', async () => {
  const user = userEvent.setup()
  show(
    <OfferEditor
      project={sampleProject()}
      commission={forClient}
      base={offer}
      kind="counter"
      onClose={() => undefined}
    />,
  )
  const difference = within(await screen.findByRole('group', { name: 'What you change' }))
  difference.getByText('Nothing yet. What you don’t change stays as in version 1.')
  const scope = screen.getByRole('textbox', { name: /^Scope/ })
  await user.type(scope, ' With a bench.')
  await user.selectOptions(screen.getByRole('combobox', { name: /^Review rounds/ }), '3')
  difference.getByText('2 changes')
  difference.getByText('Everything else stays as in version 1.')
  expect(difference.getByText('With a bench.', { exact: false, selector: 'ins' })).toBeTruthy()
  await user.clear(scope)
  expect(difference.getByText(/^Complete the scope/)).toBeTruthy()
})

test('once a version is sent, its author is shown the card that says so', async () => {
  const user = userEvent.setup()
  const server = contractServer()
  server.reply(readConfig, sampleConfig)
  server.reply(counterOffer, forClient)
  show(<CommissionContract project={sampleProject()} commission={forClient} />)
  // A version of a deliverable is a “Version 1” too.
  expect(await screen.findByRole('heading', { name: /^Contract version 1/ })).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Make a counter-offer' }))
  await user.type(await screen.findByRole('textbox', { name: /^Why/ }), 'Fewer rounds')
  await user.click(screen.getByRole('button', { name: 'Send counter-offer' }))
  await vi.waitFor(() => expect(document.activeElement?.id).toBe('offer'))
})

test('a request that is too long for its place can be shown whole', async () => {
  let measure = () => undefined
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => undefined) {
        measure = callback
      }
      observe() {
        measure()
      }
      disconnect() {
        measure = () => undefined
      }
    },
  )
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(900)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(200)
  show(
    <OfferEditor project={sampleProject()} commission={forCreator} base={undefined} kind="offer" onClose={undefined} />,
  )
  const more = await screen.findByRole('button', { name: 'Show the whole request', expanded: false })
  await userEvent.click(more)
  expect(screen.getByRole('button', { name: 'Show less of the request', expanded: true })).toBeTruthy()
  expect(screen.getByRole('group', { name: 'Request' }).closest('[data-whole]')).toBeTruthy()
})

test('a request that fits has no button to show more of it', () => {
  show(
    <OfferEditor project={sampleProject()} commission={forCreator} base={undefined} kind="offer" onClose={undefined} />,
  )
  expect(screen.queryByRole('button', { name: 'Show the whole request' })).toBeNull()
})
