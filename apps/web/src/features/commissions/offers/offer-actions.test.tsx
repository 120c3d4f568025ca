import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { acceptCounter, acceptOffer, declineCommission, returnOffer } from '@veranda/contract/commissions/routes.ts'
import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { readConfig } from '@veranda/contract/config/routes.ts'
import { LabelsProvider } from '@veranda/ui/labels.tsx'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryCache } from '../../../lib/api/query.ts'
import { type ContractServer, contractServer } from '../../../lib/testing/contract-server.ts'
import { sampleConfig } from '../../../lib/testing/samples.ts'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { sampleCommission, sampleOffer } from '../testing/sample-project.ts'
import { OfferActions } from './offer-actions.tsx'

let server: ContractServer

function show(actions: Commission['actions'], more: Partial<Commission> = { state: 'countered' }) {
  const commission = sampleCommission({
    version: 7,
    viewerRole: 'creator',
    offers: [sampleOffer(1), sampleOffer(2), sampleOffer(3, { by: 'client' })],
    currentOfferId: sampleOffer(3).id,
    formerOfferId: sampleOffer(1).id,
    actions,
    ...more,
  })
  const current = commission.offers.find(({ id }) => id === commission.currentOfferId)
  render(
    <QueryClientProvider client={queryCache}>
      <LabelsProvider labels={{ close: '', dismiss: '', busy: '', optional: '', remove: '' }}>
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
  server = contractServer()
  server.reply(readConfig, sampleConfig)
  server.reply(acceptCounter, sampleCommission())
  server.reply(returnOffer, sampleCommission())
  server.reply(declineCommission, sampleCommission())
})
afterEach(() => {
  cleanup()
  queryCache.clear()
})

test('the card has a button for each action that the server sent, and no other', async () => {
  show(['make-offer', 'accept-counter', 'return-offer', 'decline'])
  expect(await buttons()).toEqual(['Agree to these terms', 'Make another offer', 'Go back to version 1', 'Decline'])
  cleanup()
  show(['return-offer'])
  expect(await buttons()).toEqual(['Go back to version 1'])
  cleanup()
  show([])
  expect(await buttons()).toEqual([])
})

test.each([
  ['Agree to these terms', acceptCounter, 3],
  ['Go back to version 1', returnOffer, 1],
] as const)('“%s” takes the step on the version that it shows', async (name, step, number) => {
  show(['make-offer', 'accept-counter', 'return-offer', 'decline'])
  await userEvent.setup().click(await screen.findByRole('button', { name }))
  const { id: offerId, hash } = sampleOffer(number)
  const call = { params: { id: sampleCommission().id }, body: { offerId, hash, expected: 7 } }
  await vi.waitFor(() => expect(server.calls(step)).toEqual([call]))
})

test.each([
  ['requested', 'Request declined'],
  ['offered', 'Offer declined'],
  ['countered', 'Counter-offer declined'],
] as const)('what is declined while it is %s is named', async (state, title) => {
  const add = vi.spyOn(snackbars, 'add')
  show(['decline'], { state })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Decline' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Decline' }))
  await vi.waitFor(() => expect(add).toHaveBeenCalledWith({ title, tone: 'success' }))
})

test.each([
  ['client', 'Maya Torres’s reason'],
  ['creator', 'Your reason'],
] as const)('a refusal of the %s shows its reason to both sides', async (by, label) => {
  show([], { state: 'declined', expiresAt: null, ended: { by, reason: 'The budget went elsewhere.' } })
  expect(await screen.findByText(label)).toBeTruthy()
  expect(screen.getByText('The budget went elsewhere.')).toBeTruthy()
})

test('terms that changed since the page was opened are asked for again, in the version in force', async () => {
  const user = userEvent.setup()
  show(['accept-offer'], { state: 'offered', viewerRole: 'client' })
  await user.click(await screen.findByRole('button', { name: 'Accept this version' }))
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /version 1/ })
  await user.click(box)
  server.refuse(acceptOffer, 422, 'consent.outdated', { field: 'terms' })
  server.reply(readConfig, { ...sampleConfig, terms: 2 })
  // Two things have versions here: each is named.
  expect(box.labels?.[0]?.textContent).toBe('I agree to version 1 of the Terms of Service and to the Refund Policy.')
  expect(screen.getByRole('dialog', { name: 'Accept version 3 of the offer?' })).toBeTruthy()
  const accept = screen.getByRole('button', { name: 'Accept version 3 of the offer' })
  await user.click(accept)
  expect(await screen.findByRole('checkbox', { name: /version 2/, checked: false })).toBeTruthy()
  server.reply(acceptOffer, sampleCommission())
  await user.click(screen.getByRole('checkbox', { name: /version 2/ }))
  await user.click(accept)
  await vi.waitFor(() => expect(server.calls(acceptOffer).map(({ body }) => body?.terms)).toEqual([1, 2]))
})

test('a counter-offer that the creator agreed to asks the client to accept it', async () => {
  show(['accept-offer'], { state: 'offered', viewerRole: 'client' })
  expect((await screen.findByRole('heading')).textContent).toBe('Counter-offer agreed')
})
