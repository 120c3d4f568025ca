import { instant } from '@veranda/core/time/instant.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { checkLedger } from './check-ledger.ts'
import { type NewTransaction, postTransaction } from './post-transaction.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const postNow = (posting: Omit<NewTransaction, 'at' | 'currency'>) =>
  app.transact((tx) => postTransaction(tx, { ...posting, at: instant(Date.now()), currency: 'EUR' }))

function postCapture(milestoneId: string) {
  return postNow({
    cause: `capture:${milestoneId}`,
    kind: 'capture',
    milestoneId,
    entries: [
      { account: 'psp_clearing', debit: 105_000 },
      { account: `escrow:${milestoneId}`, credit: 100_000 },
      { account: `fee_deferred:${milestoneId}`, credit: 5_000 },
    ],
  })
}

test('a funded milestone has no findings', async () => {
  await postCapture(randomUUID())
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('escrow that leaves without a release or a refund is found, and named by its milestone', async () => {
  const milestoneId = randomUUID()
  await postCapture(milestoneId)
  await postNow({
    cause: `leak:${milestoneId}`,
    kind: 'unapplied',
    milestoneId,
    entries: [
      { account: `escrow:${milestoneId}`, debit: 700 },
      { account: `unapplied:${randomUUID()}`, credit: 700 },
    ],
  })
  expect(await checkLedger(app.deps.db)).toEqual([
    { rule: 'escrow-mismatch', about: `milestone ${milestoneId}`, amount: -700 },
  ])
})

test('escrow of something that its transaction does not name is an orphan', async () => {
  const cause = `stray:${randomUUID()}`
  const posted = await postNow({
    cause,
    kind: 'capture',
    entries: [
      { account: 'psp_clearing', debit: 1_234 },
      { account: `escrow:${randomUUID()}`, credit: 1_234 },
    ],
  })
  const id = posted.ok ? posted.value.id : ''
  expect(await checkLedger(app.deps.db)).toContainEqual({ rule: 'no orphan posting', about: id, amount: null })
})
