import {
  confirmEmailChange,
  requestEmailChange,
  undoEmailChange,
} from '@veranda/contract/accounts/email-change/routes.ts'
import { listSecurityEvents } from '@veranda/contract/accounts/security-events/routes.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import {
  changePayoutAccount,
  confirmPayoutAccount,
  listPayouts,
  readBalances,
  readPayoutAccount,
  requestPayout,
} from '@veranda/contract/payments/routes.ts'
import { day } from '@veranda/core/time/instant.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountsFeature } from '../features/accounts/feature.ts'
import { openTestSession } from '../features/accounts/testing/open-test-session.ts'
import { notificationsFeature } from '../features/notifications/feature.ts'
import { type PaymentsHarness, startPaymentsHarness } from '../features/payments/testing/payments-harness.ts'
import { type TestUser } from './test-app.ts'

const ibans = { owner: 'DE89 3704 0044 0532 0130 00', thief: 'GB82 WEST 1234 5698 7654 32' }

let harness: PaymentsHarness
beforeAll(async () => {
  harness = await startPaymentsHarness([accountsFeature, notificationsFeature])
})
afterAll(() => harness.testApp.close())

/** Creates a creator with 900.00 to pay out. */
async function creatorWithEarnings(): Promise<TestUser> {
  const fixture = await harness.createMilestone()
  await harness.startCharge(fixture, 'card_succeeds')
  await harness.runUntilIdle()
  await harness.approveMilestone(fixture)
  await harness.runUntilIdle()
  await harness.advance(5 * day)
  return fixture.creator
}

async function changeAccount(by: TestUser, iban: string): Promise<void> {
  const { testApp } = harness
  await testApp.stepUp(by)
  const body = { holder: 'Kenji Arai', iban }
  expect((await testApp.injectAs(by, changePayoutAccount, { body })).status).toBe(200)
}

async function tokenTo(email: string, page: string): Promise<string> {
  const mails = (await harness.testApp.deps.gateways.mail.listMailbox?.(email, 50)) ?? []
  const tokens = mails.map(({ text }) => new RegExp(String.raw`/${page}#([\w-]{43})`).exec(text)?.[1])
  return tokens.find(Boolean) ?? ''
}

/** Changes the address of a user, who goes on in their session; returns the token of the link that undoes it. */
async function changeAddress(user: TestUser): Promise<string> {
  const { testApp } = harness
  const email = `${randomUUID()}@elsewhere.test`
  await testApp.stepUp(user)
  await testApp.injectAs(user, requestEmailChange, { body: { email } })
  await harness.runUntilIdle()
  const body = { token: await tokenTo(email, 'verify-email') }
  expect((await testApp.injectAs(user, confirmEmailChange, { body })).status).toBe(200)
  await harness.runUntilIdle()
  return tokenTo(user.email, 'undo-email')
}

/** Opens another session of a user, as after a new password. */
async function signInAgain(user: TestUser): Promise<TestUser> {
  return { ...user, ...(await openTestSession(harness.testApp.deps, user.id)) }
}

const undo = async (token: string) => (await harness.testApp.injectAs(null, undoEmailChange, { body: { token } })).reply

async function ask(user: TestUser, amount = 10_000) {
  await harness.testApp.stepUp(user)
  return harness.testApp.injectAs(user, requestPayout, { body: { amount, currency: 'EUR' } })
}

const steps = async (user: TestUser) => (await harness.testApp.injectAs(user, readPayoutAccount)).reply.actions
const offered = async (user: TestUser) =>
  (await harness.testApp.injectAs(user, readBalances)).reply.items.flatMap(({ actions }) => actions)
const states = async (user: TestUser) =>
  (await harness.testApp.injectAs(user, listPayouts, { query: {} })).reply.items.map(({ state }) => state)

test('an undo after a changed payout account stops payouts, also the requested ones, until the owner confirms the account', async () => {
  const { testApp } = harness
  const thief = await creatorWithEarnings()
  const token = await changeAddress(thief)
  await changeAccount(thief, ibans.thief)
  expect((await ask(thief, 20_000)).status).toBe(201)
  expect(await undo(token)).toEqual({ done: true, payoutsStopped: true })
  await harness.runUntilIdle()
  const owner = await signInAgain(thief)
  expect([await steps(owner), await offered(owner), await states(owner)]).toEqual([
    ['confirm', 'change'],
    [],
    ['requested'],
  ])
  expect((await ask(owner)).problem).toMatchObject({ status: 409, code: 'payout.account-unconfirmed' })
  const notifications = (await testApp.injectAs(owner, listNotifications, { query: {} })).reply.items
  expect(notifications.find(({ title }) => title === 'Your former email address is back')).toMatchObject({
    message: expect.stringMatching(/^Your payout account was changed .* Nothing is paid out until you confirm/),
    data: { actionUrl: '/payment#payout-account' },
  })

  await testApp.deps.db.deleteFrom('step_ups').where('user_id', '=', owner.id).execute()
  expect((await testApp.injectAs(owner, confirmPayoutAccount)).problem.code).toBe('step-up.required')
  expect(await steps(owner)).toContain('confirm')
  await testApp.stepUp(owner)
  expect((await testApp.injectAs(owner, confirmPayoutAccount)).reply).toMatchObject({
    account: { last4: '5432' },
    actions: ['change'],
  })
  await harness.runUntilIdle()
  await harness.advance(day)
  expect(await states(owner)).toEqual(['paid'])
  expect((await ask(owner)).status).toBe(201)
  // Confirming again changes and records nothing.
  await testApp.injectAs(owner, confirmPayoutAccount)
  const { items } = (await testApp.injectAs(owner, listSecurityEvents, { query: {} })).reply
  expect(items.filter(({ type }) => type === 'account.payout-account-confirmed')).toHaveLength(1)
  expect(await harness.ledgerViolations()).toEqual([])
})

test('another account, which the owner enters after the undo, lets payouts go on as well', async () => {
  const thief = await creatorWithEarnings()
  await changeAccount(thief, ibans.thief)
  await harness.advance(6 * day)
  // Six days before the change of the address, when the thief had the account already.
  expect(await undo(await changeAddress(thief))).toEqual({ done: true, payoutsStopped: true })
  await harness.runUntilIdle()
  const owner = await signInAgain(thief)
  expect((await ask(owner)).problem.code).toBe('payout.account-unconfirmed')
  await changeAccount(owner, ibans.owner)
  expect([await steps(owner), (await ask(owner)).status]).toEqual([['change'], 201])
})

test('an undo stops no payouts to an account that the owner has had for longer', async () => {
  const user = await creatorWithEarnings()
  await changeAccount(user, ibans.owner)
  await harness.advance(8 * day)
  expect(await undo(await changeAddress(user))).toEqual({ done: true, payoutsStopped: false })
  await harness.runUntilIdle()
  const owner = await signInAgain(user)
  expect([await steps(owner), await offered(owner), (await ask(owner)).status]).toEqual([['change'], ['request'], 201])
})

test('an account that is being changed while its session is ended stops payouts too', async () => {
  const { testApp, provider } = harness
  const thief = await creatorWithEarnings()
  const token = await changeAddress(thief)
  await testApp.stepUp(thief)
  const { changePayoutAccount: change } = provider
  try {
    // The provider takes its time, and the owner undoes the change of the address meanwhile.
    provider.changePayoutAccount = async (request) => {
      await change(request)
      expect(await undo(token)).toEqual({ done: true, payoutsStopped: false })
    }
    await testApp.injectAs(thief, changePayoutAccount, { body: { holder: 'Kenji Arai', iban: ibans.thief } })
  } finally {
    provider.changePayoutAccount = change
  }
  await harness.runUntilIdle()
  const owner = await signInAgain(thief)
  expect([await steps(owner), (await ask(owner)).status]).toEqual([['confirm', 'change'], 409])
})
