import * as routes from '@veranda/contract/payments/routes.ts'
import { day, minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PaymentGateway } from '../../gateways/payments/payments.ts'
import { paymentsFeature } from './feature.ts'
import { type Story, tellStory } from './testing/story.ts'

let story: Story
beforeAll(async () => {
  story = await tellStory()
})
afterAll(() => story.t.close())

/** Runs the job of a queue again, over a provider that may die with us right after it has done its part. */
async function again(queue: string, data: object, dies = false): Promise<void> {
  const { provider, t } = story
  const done = new Set(['charge', 'refund', 'transfer', 'payout'])
  const dying: PaymentGateway = new Proxy<PaymentGateway>(provider, {
    get(target, name: keyof PaymentGateway) {
      const call = target[name]
      if (!done.has(name) || typeof call !== 'function') return call
      return async (asked: never) => {
        // Each of these four takes one argument.
        await (call as (asked: never) => Promise<unknown>)(asked)
        throw new Error('the process died')
      }
    },
  })
  const feature = paymentsFeature(() => (dies ? dying : provider))
  const job = feature.jobs?.find((one) => one.queue === queue)
  await job?.run(data, t.deps)
}

test('a crash right after the provider did its part, at each step, changes nothing of the end', async () => {
  const deal = await story.deal()
  const { client, creator, facts } = deal
  const lost = await story.start(deal, 'card_second_factor')
  await story.t.app.relay.pass()
  await expect(again('payments-charge-card', { chargeId: lost }, true)).rejects.toThrow('died')
  await story.rest()
  const read = (id: string) => story.t.injectAs(client, routes.readCharge, { params: { id } })
  expect((await read(lost)).reply.state).toBe('needs_confirmation')
  await story.later(15 * minute)
  await story.provider.confirm({ reference: lost, code: '123456' })
  await story.deliver()
  await story.t.app.relay.pass()
  await story.t.app.relay.pass()
  const refund = { reference: lost, charge: lost, amount: deal.charged, currency: 'EUR' }
  await expect(again('payments-refund', refund, true)).rejects.toThrow('died')
  await story.rest()
  await again('payments-refund', refund)
  await story.rest()
  expect((await read(lost)).reply.state).toBe('refunded')

  const chargeId = await story.start(deal, 'card_succeeds')
  await story.rest()
  await again('payments-charge-card', { chargeId })
  await story.approve(deal)
  await story.rest()
  story.t.clock.setShift(story.t.clock.shift() + 5 * day)
  await story.deliver()
  await story.t.app.due.pass()
  const { milestoneId } = facts
  await expect(again('payments-transfer', { id: milestoneId }, true)).rejects.toThrow('died')
  await story.rest()
  await again('payments-transfer', { id: milestoneId })
  const body = { amount: 90_000, currency: 'EUR' }
  const payout = (await story.t.injectAs(creator, routes.requestPayout, { body, key: 'all' })).reply
  await expect(again('payments-send-payout', { payoutId: payout.id }, true)).rejects.toThrow('died')
  // The bank is quicker than our second try.
  story.t.clock.setShift(story.t.clock.shift() + day)
  await story.deliver()
  await story.rest()
  await again('payments-send-payout', { payoutId: payout.id })
  await story.rest()

  const { items } = (await story.t.injectAs(creator, routes.listPayouts)).reply
  expect(items).toMatchObject([{ state: 'paid', amount: { amount: 90_000 } }])
  const ledger = await story.ledger()
  const rest = [...ledger].filter(([account, sum]) => sum !== 0 && account.includes(':'))
  expect(rest).toEqual([])
  expect([...ledger.values()].reduce((sum, one) => sum + one, 0)).toBe(0)
  expect(await story.violations()).toEqual([])
  const objects = await story.t.deps.db.selectFrom('sandbox_payment_objects').select('kind').execute()
  expect(objects.map((object) => object.kind).toSorted()).toEqual(['charge', 'charge', 'payout', 'refund', 'transfer'])
})

test('what the provider holds for us is what the ledger says', async () => {
  await story.later(20 * day)
  const ledger = await story.ledger()
  const objects = await story.t.deps.db.selectFrom('sandbox_payment_objects').selectAll().execute()
  const sum = (kind: string, state: string) =>
    objects.filter((one) => one.kind === kind && one.state === state).reduce((total, one) => total + one.amount, 0)
  const fees = -(ledger.get('psp_fee') ?? 0)
  expect(ledger.get('psp_clearing')).toBe(0)
  expect(0 - (ledger.get('psp_available') ?? 0)).toBe(
    sum('charge', 'captured') - sum('refund', 'paid') - sum('transfer', 'paid') - fees,
  )
})
