import * as routes from '@veranda/contract/payments/routes.ts'
import { instant } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scheduleNightly } from '../../../platform/timers/nightly-timer.ts'
import { type PaymentsHarness, startPaymentsHarness } from '../testing/payments-harness.ts'
import { deleteOldReceipts } from './delete-old-receipts.ts'

let harness: PaymentsHarness
beforeAll(async () => {
  harness = await startPaymentsHarness()
})
afterAll(() => harness.testApp.close())

test('the receipts of both sides are deleted ten years after the end of their year, and the ledger stays', async () => {
  const { deps, clock, injectAs } = harness.testApp
  const fixture = await harness.createMilestone(50_000)
  await harness.startCharge(fixture, 'card_succeeds')
  await harness.runUntilIdle()
  await harness.approveMilestone(fixture)
  await harness.runUntilIdle()
  const countReceipts = async () => (await deps.db.selectFrom('receipts').select('id').execute()).length
  const readLedger = () =>
    deps.db.selectFrom('ledger_entries').selectAll().orderBy('transaction_id').orderBy('line').execute()
  expect(await countReceipts()).toBe(2)
  await scheduleNightly(deps, [deleteOldReceipts])

  const issuedIn = new Date(clock.now()).getUTCFullYear()
  const lastNoon = instant(Date.UTC(issuedIn + 10, 11, 31, 12))
  await harness.advance(lastNoon - clock.now())
  expect(await countReceipts()).toBe(2)
  const ledger = await readLedger()
  expect(ledger.length).toBeGreaterThan(3)

  await harness.advance(instant(Date.UTC(issuedIn + 11, 0, 1, 12)) - clock.now())
  expect(await countReceipts()).toBe(0)
  expect((await injectAs(fixture.creator, routes.listReceipts)).reply.items).toEqual([])
  expect(await readLedger()).toEqual(ledger)
  expect(await harness.ledgerViolations()).toEqual([])
})
