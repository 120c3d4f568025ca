import * as routes from '@veranda/contract/payments/routes.ts'
import { day, minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PaymentGateway } from '../../gateways/payments/payment-gateway.ts'
import { paymentsFeature } from './feature.ts'
import { type PaymentsHarness, startPaymentsHarness } from './testing/payments-harness.ts'

let harness: PaymentsHarness
beforeAll(async () => {
  harness = await startPaymentsHarness()
})
afterAll(() => harness.testApp.close())

/** Runs a job again with a provider that may crash the process right after doing its part. */
async function runJob(queue: string, data: object, crashes = false): Promise<void> {
  const { provider, testApp } = harness
  const sideEffects = new Set(['charge', 'refund', 'transfer', 'payout'])
  const crashingGateway: PaymentGateway = new Proxy<PaymentGateway>(provider, {
    get(target, name: keyof PaymentGateway) {
      const call = target[name]
      if (!sideEffects.has(name) || typeof call !== 'function') return call
      return async (asked: never) => {
        // Each of these four takes one argument.
        await (call as (asked: never) => Promise<unknown>)(asked)
        throw new Error('the process died')
      }
    },
  })
  const feature = paymentsFeature(() => (crashes ? crashingGateway : provider))
  const job = feature.jobs?.find((one) => one.queue === queue)
  await job?.run(data, testApp.deps)
}

test('a crash right after the provider did its part, at each step, does not change the result', async () => {
  const fixture = await harness.createMilestone()
  const { client, creator, facts } = fixture
  const expiredCharge = await harness.startCharge(fixture, 'card_second_factor')
  await harness.testApp.app.outboxRelay.runOnce()
  await expect(runJob('payments-charge-card', { chargeId: expiredCharge }, true)).rejects.toThrow('died')
  await harness.runUntilIdle()
  const read = (id: string) => harness.testApp.injectAs(client, routes.readCharge, { params: { id } })
  expect((await read(expiredCharge)).reply.state).toBe('needs_confirmation')
  await harness.advance(15 * minute)
  await harness.provider.confirm({ reference: expiredCharge, code: '123456' })
  await harness.deliverWebhooks()
  await harness.testApp.app.outboxRelay.runOnce()
  await harness.testApp.app.outboxRelay.runOnce()
  const refund = { reference: expiredCharge, charge: expiredCharge, amount: fixture.chargedAmount, currency: 'EUR' }
  await expect(runJob('payments-refund', refund, true)).rejects.toThrow('died')
  await harness.runUntilIdle()
  await runJob('payments-refund', refund)
  await harness.runUntilIdle()
  expect((await read(expiredCharge)).reply.state).toBe('refunded')

  const chargeId = await harness.startCharge(fixture, 'card_succeeds')
  await harness.runUntilIdle()
  await runJob('payments-charge-card', { chargeId })
  await harness.approveMilestone(fixture)
  await harness.runUntilIdle()
  harness.testApp.clock.setShift(harness.testApp.clock.shift() + 5 * day)
  await harness.deliverWebhooks()
  await harness.testApp.app.timers.runOnce()
  const { milestoneId } = facts
  await expect(runJob('payments-transfer', { id: milestoneId }, true)).rejects.toThrow('died')
  await harness.runUntilIdle()
  await runJob('payments-transfer', { id: milestoneId })
  const body = { amount: 90_000, currency: 'EUR' }
  await harness.testApp.stepUp(creator)
  const payout = (await harness.testApp.injectAs(creator, routes.requestPayout, { body, key: 'all' })).reply
  await expect(runJob('payments-send-payout', { payoutId: payout.id }, true)).rejects.toThrow('died')
  // The bank is faster than our second attempt.
  harness.testApp.clock.setShift(harness.testApp.clock.shift() + day)
  await harness.deliverWebhooks()
  await harness.runUntilIdle()
  await runJob('payments-send-payout', { payoutId: payout.id })
  await harness.runUntilIdle()

  const { items } = (await harness.testApp.injectAs(creator, routes.listPayouts)).reply
  expect(items).toMatchObject([{ state: 'paid', amount: { amount: 90_000 } }])
  const ledger = await harness.accountSums()
  const openAccounts = [...ledger].filter(([account, sum]) => sum !== 0 && account.includes(':'))
  expect(openAccounts).toEqual([])
  expect([...ledger.values()].reduce((sum, one) => sum + one, 0)).toBe(0)
  expect(await harness.ledgerViolations()).toEqual([])
  const objects = await harness.testApp.deps.db.selectFrom('sandbox_payment_objects').select('kind').execute()
  expect(objects.map((object) => object.kind).toSorted()).toEqual(['charge', 'charge', 'payout', 'refund', 'transfer'])
})

test("the provider's balance equals the ledger's", async () => {
  await harness.advance(20 * day)
  const ledger = await harness.accountSums()
  const objects = await harness.testApp.deps.db.selectFrom('sandbox_payment_objects').selectAll().execute()
  const sum = (kind: string, state: string) =>
    objects.filter((one) => one.kind === kind && one.state === state).reduce((total, one) => total + one.amount, 0)
  const fees = -(ledger.get('psp_fee') ?? 0)
  expect(ledger.get('psp_clearing')).toBe(0)
  expect(0 - (ledger.get('psp_available') ?? 0)).toBe(
    sum('charge', 'captured') - sum('refund', 'paid') - sum('transfer', 'paid') - fees,
  )
})
