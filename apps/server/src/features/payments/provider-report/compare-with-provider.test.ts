import { requestPayout } from '@veranda/contract/payments/routes.ts'
import { asId } from '@veranda/core/ids.ts'
import { refundPaid } from '@veranda/core/ledger/transaction-builders.ts'
import { minor } from '@veranda/core/money/money.ts'
import { bookingDelayMs } from '@veranda/core/payments/provider-report.ts'
import { day } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postTransaction } from '../../../platform/ledger/post-transaction.ts'
import { type PaymentsHarness, startPaymentsHarness } from '../testing/payments-harness.ts'
import { compareWithProvider, compareWithProviderNightly, countProviderDifferences } from './compare-with-provider.ts'

let harness: PaymentsHarness
beforeAll(async () => {
  harness = await startPaymentsHarness()
})
afterAll(() => harness.testApp.close())

const compare = () => {
  const { db, clock, gateways } = harness.testApp.deps
  return compareWithProvider({ db, now: clock.now() }, gateways.payments)
}

/** Moves money of every kind: a charge, its settlement, a chargeback, a release, a transfer and a payout. */
async function moveMoney(): Promise<void> {
  const disputed = await harness.createMilestone()
  await harness.startCharge(disputed, 'card_charges_back')
  const paid = await harness.createMilestone()
  await harness.startCharge(paid, 'card_succeeds')
  await harness.runUntilIdle()
  await harness.approveMilestone(paid)
  await harness.runUntilIdle()
  await harness.advance(10 * day)
  await harness.testApp.stepUp(paid.creator)
  const body = { amount: 50_000, currency: 'EUR' }
  expect((await harness.testApp.injectAs(paid.creator, requestPayout, { body, key: 'payout' })).status).toBe(201)
  await harness.runUntilIdle()
  await harness.advance(2 * day)
}

test('the books have what the provider reports, and a planted cent is found and named on either side, at night too', async () => {
  await moveMoney()
  expect(await compare()).toEqual([])
  const kinds = await harness.testApp.deps.gateways.payments.listMovements(harness.testApp.deps.clock.now())
  expect(new Set(kinds.map(({ kind }) => kind))).toEqual(
    new Set(['charge', 'processor-fee', 'settlement', 'chargeback', 'transfer', 'payout']),
  )

  // At the provider: every object and every report, one after the other.
  const { db } = harness.testApp.deps
  const objects = await sql<{ id: string; kind: string; reference: string }>`
    select id, kind, reference from sandbox_payment_objects where kind in ('charge', 'transfer')`.execute(db)
  for (const { id, kind, reference } of objects.rows) {
    const plant = (cent: number) =>
      sql`update sandbox_payment_objects set amount = amount + ${cent} where id = ${id}`.execute(db)
    await plant(1)
    expect(await compare(), `${kind} ${id}`).toMatchObject([{ kind, reference, currency: 'EUR' }])
    await plant(-1)
  }
  const reports = await sql<{ id: string; type: string; field: string }>`
    select id, type, case type when 'charge.captured' then 'fee' else 'amount' end as field
    from sandbox_payment_webhooks where type in ('charge.captured', 'charge.settled', 'charge.disputed', 'payout.paid')`.execute(
    db,
  )
  for (const { id, type, field } of reports.rows) {
    const plant = (cent: number) =>
      sql`update sandbox_payment_webhooks
        set payload = jsonb_set(payload, array['data', ${field}::text], to_jsonb((payload -> 'data' ->> ${field}::text)::bigint + ${cent}))
        where id = ${id}`.execute(db)
    await plant(1)
    expect(await compare(), type).toHaveLength(1)
    await plant(-1)
  }
  expect(await compare()).toEqual([])

  // In the books: a refund that the provider never paid.
  const { client } = await harness.createMilestone()
  await harness.testApp.transact((tx) =>
    postTransaction(tx, {
      ...refundPaid({ client: client.id }, minor(1), 'psp_available'),
      cause: 'refund-paid:planted',
      currency: 'EUR',
      at: harness.testApp.deps.clock.now(),
      parties: { client: asId(client.id) },
    }),
  )
  const planted = { kind: 'refund', reference: 'planted', currency: 'EUR', booked: -1, reported: 0 }
  expect(await compare()).toEqual([planted])

  const { deps } = harness.testApp
  await harness.testApp.transact((tx) => compareWithProviderNightly.run({ tx, deps }))
  await harness.testApp.runUntilIdle()
  const figures = await harness.testApp.transact((tx) => countProviderDifferences(tx, deps.clock.now()))
  expect(figures).toMatchObject([{ name: 'veranda_provider_differences', samples: [{ value: 1 }] }])
})

test('a charge whose webhook has not arrived is no difference for an hour, and then it is one', async () => {
  const before = await compare()
  const fixture = await harness.createMilestone()
  await harness.startCharge(fixture, 'card_succeeds')
  // The job charges the card; no webhook is sent.
  await harness.testApp.runUntilIdle()
  expect(await compare()).toEqual(before)
  await harness.testApp.advance(bookingDelayMs)
  expect((await compare()).length).toBeGreaterThan(before.length)
  await harness.runUntilIdle()
  expect(await compare()).toEqual(before)
})
