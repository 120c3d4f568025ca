import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { readStepUp, reauthenticate } from '@veranda/contract/accounts/step-up/routes.ts'
import { type StepUp } from '@veranda/contract/accounts/step-up/schemas.ts'
import {
  listEscrow,
  listLedgerEntries,
  listPaymentMethods,
  listPayouts,
  listReceipts,
  listRefunds,
  readBalances,
  readPayoutAccount,
  changePayoutAccount,
  confirmPayoutAccount,
  redirectRefund,
  requestPayout,
} from '@veranda/contract/payments/routes.ts'
import {
  type Balances,
  type EscrowList,
  type LedgerEntry,
  type PayoutAccountReply,
} from '@veranda/contract/payments/schemas.ts'
import { type Refund } from '@veranda/contract/payments/refunds/schemas.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { contractServer } from '../lib/testing/contract-server.ts'
import { idOf, maya, now } from '../lib/testing/samples.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

beforeAll(() => loadScreen('/payment'))

const eur = (amount: number) => ({ amount, currency: 'EUR' })
const balances: Balances = {
  items: [
    { key: 'client.protected', amount: eur(120_000), actions: [] },
    { key: 'client.paid', amount: eur(50_000), actions: [] },
  ],
}

const entry: LedgerEntry = {
  id: '1',
  transactionId: idOf('7'),
  kind: 'capture',
  account: 'escrow',
  effect: eur(120_000),
  subject: { kind: 'milestone', projectId: idOf('a'), milestoneId: idOf('c'), title: 'Lighting' },
  at: now,
}

/** Starts a server for a user without any money. */
function serverWithoutMoney() {
  const server = contractServer()
  server.reply(readBalances, { items: [] })
  server.reply(listEscrow, { items: [] })
  server.reply(listReceipts, { items: [], next: null })
  server.reply(listPayouts, { items: [], next: null })
  server.reply(listRefunds, { items: [], next: null })
  server.reply(listPaymentMethods, { items: [], sandbox: false, movesClock: false })
  server.reply(readPayoutAccount, { account: { kind: 'test', last4: '0000' }, actions: ['change'] })
  return server
}

test('a refund that the card refused is sent to a bank account, and what is paid is listed', async () => {
  const server = serverWithoutMoney()
  const failed: Refund = {
    id: idOf('d'),
    state: 'failed',
    amount: eur(10_500),
    title: 'An hour of review',
    milestone: null,
    bookingId: idOf('d'),
    unapplied: false,
    requestedAt: now,
    paidAt: null,
    bankLast4: null,
    actions: ['redirect'],
  }
  const paid: Refund = { ...failed, id: idOf('e'), title: 'Lighting', state: 'paid', paidAt: now, actions: [] }
  server.reply(listRefunds, { items: [failed, paid], next: null })
  server.reply(readStepUp, { until: new Date(Date.now() + 60_000).toISOString(), methods: ['password'] })
  server.reply(redirectRefund, { done: true })
  renderScreen(server, '/payment')
  const list = within(await screen.findByRole('list', { name: 'Refunds' }))
  expect(list.getByText('Refused by your card')).toBeTruthy()
  expect(list.getByText('Refunded')).toBeTruthy()
  await userEvent.click(list.getByRole('button', { name: 'Send it to a bank account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send it to a bank account' }))
  await userEvent.type(dialog.getByLabelText('IBAN'), 'DE89370400440532013000')
  server.reply(listRefunds, { items: [{ ...failed, state: 'requested', bankLast4: '3000', actions: [] }], next: null })
  await userEvent.click(dialog.getByRole('button', { name: 'Send the refund' }))
  expect(await list.findByText(/to the account ending in 3000/)).toBeTruthy()
  expect(server.calls(redirectRefund)[0]?.params).toEqual({ id: failed.id })
})

test('the balances load, and each opens the entries behind it', async () => {
  const server = serverWithoutMoney()
  const reply = Promise.withResolvers<Balances>()
  server.reply(readBalances, () => reply.promise)
  server.reply(listLedgerEntries, { items: [entry], next: null, total: eur(120_000) })
  const { router } = renderScreen(server, '/payment')
  expect(await screen.findByRole('status', { name: 'Loading your balances' })).toBeTruthy()
  reply.resolve(balances)
  await userEvent.click(await screen.findByRole('link', { name: '€1,200.00' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Protected funds' }))
  expect(await dialog.findByText(/Payment received/)).toBeTruthy()
  expect(router.state.location.search).toBe('?of=client.protected&currency=EUR')
})

test('the page begins with sentences; the figures are behind "Show all balances", zeros included', async () => {
  const server = serverWithoutMoney()
  server.reply(readBalances, { items: [...balances.items, { key: 'client.refunding', amount: eur(0), actions: [] }] })
  renderScreen(server, '/payment')
  const side = within(await screen.findByRole('region', { name: 'What you pay' }))
  const sentences = side.getByText(/is protected until/).closest('p')
  expect(sentences?.textContent.trim()).toBe(
    '€1,200.00 is protected until you approve the work. This is the price, without our fee. You’ve paid €500.00 for released work and sessions so far, our fee included.',
  )
  expect(side.queryByRole('term')).toBeNull()
  await userEvent.click(side.getByRole('button', { name: 'Show all balances' }))
  expect(side.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Protected funds',
    'Refunds',
    'Paid',
  ])
})

test('the address selects the entries, and closing them returns to the balances', async () => {
  const server = serverWithoutMoney()
  server.reply(readBalances, balances)
  server.reply(listLedgerEntries, { items: [entry], next: null, total: eur(120_000) })
  const { router } = renderScreen(server, '/payment?of=client.spent&currency=EUR&month=2026-11')
  const dialog = within(await screen.findByRole('dialog', { name: 'Spent in November 2026' }))
  const link = await dialog.findByRole('link', { name: 'Lighting' })
  expect(link.getAttribute('href')).toBe(`/projects/${idOf('a')}?milestone=${idOf('c')}`)
  expect(dialog.getByText('€1,200.00')).toBeTruthy()
  expect(server.calls(listLedgerEntries)).toMatchObject([
    { query: { of: 'client.spent', currency: 'EUR', month: '2026-11', limit: 50 } },
  ])
  await userEvent.click(dialog.getAllByRole('button', { name: 'Close' })[0] ?? document.body)
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location).toMatchObject({ pathname: '/payment', search: '' })
})

const release: LedgerEntry = { ...entry, id: '2', kind: 'release' }

test('the entries of one milestone are selected by its id, page by page', async () => {
  const server = serverWithoutMoney()
  server.reply(listLedgerEntries, ({ query: { cursor } }) =>
    cursor === undefined
      ? { items: [entry], next: 'second', total: null }
      : { items: [release], next: null, total: null },
  )
  renderScreen(server, `/payment?milestone=${idOf('c')}`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Money of this milestone' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Show more' }))
  expect(await dialog.findByText(/^Release/)).toBeTruthy()
  expect(dialog.getByText(/^Payment received/)).toBeTruthy()
  expect(server.calls(listLedgerEntries).map(({ query }) => query.milestoneId)).toEqual([idOf('c'), idOf('c')])
})

test('without money each part says so', async () => {
  renderScreen(serverWithoutMoney(), '/payment')
  expect(await screen.findByText('No money has moved yet')).toBeTruthy()
  expect(await screen.findByText('Nothing is protected right now')).toBeTruthy()
  expect(await screen.findByText('No receipts yet')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('after a failure the balances are loaded again on request, and the rest is there meanwhile', async () => {
  const server = serverWithoutMoney()
  server.refuse(readBalances, 500, 'internal')
  renderScreen(server, '/payment')
  expect(await screen.findByText('Couldn’t load your balances')).toBeTruthy()
  expect(await screen.findByText('No receipts yet')).toBeTruthy()
  server.reply(readBalances, balances)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: '€1,200.00' })).toBeTruthy()
})

test.each([
  { actions: ['request' as const], disabled: false },
  { actions: [], disabled: true },
])('a payout can be requested of balances with the action: %j', async ({ actions, disabled }) => {
  const server = serverWithoutMoney()
  server.reply(readBalances, { items: [{ key: 'creator.available', amount: eur(90_000), actions }] })
  renderScreen(server, '/payment')
  expect(await screen.findByRole('button', { name: 'Pay out' })).toHaveProperty('disabled', disabled)
})

const pendingItem = (amount: number, movesAt: string | null): EscrowList['items'][number] => ({
  title: 'Chair model',
  milestone: { id: idOf('c'), projectId: idOf('a'), project: 'Reading chair' },
  bookingId: null,
  counterparty: { id: idOf('9'), name: 'Ada Lindqvist', avatar: null },
  side: 'creator',
  amount: eur(amount),
  place: 'pending',
  movesAt,
  chargeback: null,
})

test.each([
  {
    pending: [pendingItem(54_000, '2026-12-01T08:00:00Z')],
    sentence: '€540.00, after our fee, is released and becomes available on Tue, Dec 1.',
    reason: 'Nothing to pay out yet. €540.00 becomes available on Tue, Dec 1.',
  },
  {
    pending: [
      pendingItem(44_000, '2026-12-01T08:00:00Z'),
      { ...pendingItem(4_000, '2026-12-01T09:00:00Z'), milestone: null, bookingId: idOf('d') },
      { ...pendingItem(6_000, '2026-12-04T08:00:00Z'), milestone: null, bookingId: idOf('b') },
    ],
    sentence: '€540.00, after our fee, is released and becomes available between Tue, Dec 1 and Fri, Dec 4.',
    reason: 'Nothing to pay out yet. €480.00 becomes available on Tue, Dec 1.',
  },
  {
    pending: [pendingItem(54_000, null)],
    sentence: '€540.00, after our fee, is released and becomes available within days.',
    reason: 'Nothing to pay out yet. €540.00 becomes available when the client’s payment has settled.',
  },
])('while nothing can be paid out, the button says when: $reason', async ({ pending, sentence, reason }) => {
  const server = serverWithoutMoney()
  server.reply(readBalances, {
    items: [
      { key: 'creator.available', amount: eur(0), actions: [] },
      { key: 'creator.pending', amount: eur(54_000), actions: [] },
    ],
  })
  server.reply(listEscrow, { items: pending })
  renderScreen(server, '/payment')
  const button = await screen.findByRole('button', { name: 'Pay out' })
  expect(button).toHaveProperty('disabled', true)
  const text = await screen.findByText(reason)
  expect(button.getAttribute('aria-describedby')).toBe(text.id)
  expect(
    screen
      .getByText(/is released and/)
      .closest('p')
      ?.textContent.trim(),
  ).toBe(sentence)
})

test('while all money is protected, the payout says what it waits for', async () => {
  const server = serverWithoutMoney()
  server.reply(readBalances, { items: [{ key: 'creator.protected', amount: eur(30_000), actions: [] }] })
  renderScreen(server, '/payment')
  expect(await screen.findByText(/^Nothing to pay out yet\. €300\.00 is protected until/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'POST /api/sandbox/clock' })).toBeNull()
})

test('in the sandbox the payouts say what the product’s clock shows, and how it is moved ahead', async () => {
  const server = serverWithoutMoney()
  server.reply(readBalances, { items: [{ key: 'creator.pending', amount: eur(30_000), actions: [] }] })
  server.reply(listPaymentMethods, { items: [], sandbox: true, movesClock: true })
  renderScreen(server, '/payment')
  const link = await screen.findByRole('link', { name: 'POST /api/sandbox/clock' })
  expect(link.getAttribute('href')).toBe('/api/docs')
  expect(link.closest('p')?.textContent).toMatch(/its own clock, now at \w+/)
})

test('a payout is sent only after the user has confirmed who they are', async () => {
  const server = serverWithoutMoney()
  server.reply(readBalances, { items: [{ key: 'creator.available', amount: eur(90_000), actions: ['request'] }] })
  let until: string | null = null
  const stepUp = () => ({ until, methods: ['password' as const] })
  server.reply(readStepUp, stepUp)
  server.reply(reauthenticate, () => {
    until = new Date(Date.now() + 300_000).toISOString()
    return stepUp()
  })
  server.reply(requestPayout, {
    id: idOf('d'),
    amount: eur(90_000),
    state: 'requested',
    failure: null,
    paidAt: null,
    requestedAt: now,
  })
  renderScreen(server, '/payment')
  await userEvent.click(await screen.findByRole('button', { name: 'Pay out' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('It reaches your bank in about a day. We don’t charge for payouts.')).toBeTruthy()
  const send = dialog.getByRole('button', { name: /€900\.00/ })
  expect(send).toHaveProperty('disabled', true)
  await userEvent.click(await dialog.findByRole('button', { name: 'confirm it’s you' }))
  expect(document.activeElement).toBe(dialog.getByLabelText('Your password'))
  await userEvent.type(await dialog.findByLabelText('Your password'), 'a long walk by the sea')
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }))
  await vi.waitFor(() => expect(send).toHaveProperty('disabled', false))
  expect(server.calls(requestPayout)).toEqual([])
  await userEvent.click(send)
  await vi.waitFor(() => expect(server.calls(requestPayout)).toMatchObject([{ body: eur(90_000) }]))
})

const bank = { kind: 'bank', holder: 'Kenji Arai', country: 'DE', last4: '3000', changedAt: now } as const

test('a creator sees where their money goes, and changes it after a step-up; a mistyped IBAN is not sent', async () => {
  const user = userEvent.setup()
  const server = serverWithoutMoney()
  server.reply(readBalances, { items: [{ key: 'creator.available', amount: eur(90_000), actions: ['request'] }] })
  const until = new Date(Date.now() + 300_000).toISOString()
  server.reply(readStepUp, { until, methods: ['password'] })
  const reply: PayoutAccountReply = { account: bank, actions: ['change'] }
  server.reply(changePayoutAccount, () => {
    server.reply(readPayoutAccount, reply)
    return reply
  })
  renderScreen(server, '/payment')
  expect(await screen.findByText('Test account ending in 0000')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add bank account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Where should your money go?' }))
  const save = dialog.getByRole('button', { name: 'Save account' })
  await vi.waitFor(() => expect(save).toHaveProperty('disabled', false))
  const holder = dialog.getByRole('textbox', { name: 'Account holder' })
  await user.clear(holder)
  await user.type(holder, 'Kenji Arai')
  const iban = dialog.getByRole('textbox', { name: 'IBAN' })
  await user.type(iban, 'DE89 3704 0044 0532 0130 01')
  await user.click(save)
  expect(dialog.getByText('Check this IBAN. Its digits don’t fit together.')).toBeTruthy()
  expect(server.calls(changePayoutAccount)).toEqual([])
  await user.clear(iban)
  await user.type(iban, 'DE89 3704 0044 0532 0130 00')
  await user.click(save)
  expect(await screen.findByText('Kenji Arai, DE, ending in 3000')).toBeTruthy()
  expect(server.calls(changePayoutAccount)).toMatchObject([
    { body: { holder: 'Kenji Arai', iban: 'DE89 3704 0044 0532 0130 00' } },
  ])
  await user.click(screen.getByRole('button', { name: 'Pay out' }))
  expect(await screen.findByText(/^To:/)).toBeTruthy()
})

test('while payouts are stopped nothing can be paid out, a sentence says why, and the account is confirmed after a step-up', async () => {
  const user = userEvent.setup()
  const server = serverWithoutMoney()
  server.reply(readBalances, { items: [{ key: 'creator.available', amount: eur(90_000), actions: [] }] })
  server.reply(readPayoutAccount, { account: bank, actions: ['confirm', 'change'] })
  server.reply(readStepUp, { until: null, methods: ['password'] })
  const until = new Date(Date.now() + 300_000).toISOString()
  server.reply(reauthenticate, () => {
    server.reply(readStepUp, { until, methods: ['password'] })
    return { until, methods: ['password'] } satisfies StepUp
  })
  server.reply(confirmPayoutAccount, () => {
    server.reply(readBalances, { items: [{ key: 'creator.available', amount: eur(90_000), actions: ['request'] }] })
    server.reply(readPayoutAccount, { account: bank, actions: ['change'] })
    return { account: bank, actions: ['change'] } satisfies PayoutAccountReply
  })
  renderScreen(server, '/payment')
  await screen.findByText('Confirm your payout account first, or change it.')
  expect(screen.getByRole('button', { name: 'Pay out' })).toHaveProperty('disabled', true)
  await user.click(await screen.findByRole('button', { name: 'Confirm account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Is this your account?' }))
  expect(dialog.getByText('Kenji Arai, DE, ending in 3000')).toBeTruthy()
  const confirm = dialog.getByRole('button', { name: 'Confirm account' })
  expect(confirm).toHaveProperty('disabled', true)
  await user.type(await dialog.findByLabelText('Your password'), 'a long walk by the sea')
  await user.click(dialog.getByRole('button', { name: 'Confirm' }))
  await vi.waitFor(() => expect(confirm).toHaveProperty('disabled', false))
  await user.click(confirm)
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Pay out' })).toHaveProperty('disabled', false))
  expect(screen.queryByText('Payouts are stopped')).toBeNull()
  expect(server.calls(confirmPayoutAccount)).toHaveLength(1)
})

test('a client who offers something has a payout account to see', async () => {
  const server = serverWithoutMoney()
  server.reply(readBalances, balances)
  server.reply(readPayoutAccount, { account: { kind: 'test', last4: '0000' }, actions: ['change'] })
  renderScreen(server, '/payment', { offersServices: true })
  expect(await screen.findByText('Payout account')).toBeTruthy()
})

test('who offers nothing and earns nothing has no payout account to see, whatever their role', async () => {
  const server = serverWithoutMoney()
  server.reply(readBalances, balances)
  renderScreen(server, '/payment', { user: { ...maya, role: 'creator' }, offersServices: false })
  await screen.findByRole('region', { name: 'What you pay' })
  expect(screen.queryByText('Payout account')).toBeNull()
})
