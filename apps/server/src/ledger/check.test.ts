import { instant } from '@veranda/core/time/instant.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../testing/test-app.ts'
import { checkLedger } from './check.ts'
import { type NewPosting, post } from './post.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const write = (posting: Omit<NewPosting, 'at' | 'currency'>) =>
  app.transact((tx) => post(tx, { ...posting, at: instant(Date.now()), currency: 'EUR' }))

function funded(milestoneId: string) {
  return write({
    cause: `capture:${milestoneId}`,
    kind: 'T1',
    milestoneId,
    entries: [
      { account: 'psp_clearing', debit: 105_000 },
      { account: `held:${milestoneId}`, credit: 100_000 },
      { account: `fee_deferred:${milestoneId}`, credit: 5_000 },
    ],
  })
}

test('a funded milestone is in order', async () => {
  await funded(randomUUID())
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('held money that leaves by no release and no refund is found, and named by its milestone', async () => {
  const milestoneId = randomUUID()
  await funded(milestoneId)
  await write({
    cause: `leak:${milestoneId}`,
    kind: 'T0',
    milestoneId,
    entries: [
      { account: `held:${milestoneId}`, debit: 700 },
      { account: `unapplied:${randomUUID()}`, credit: 700 },
    ],
  })
  expect(await checkLedger(app.deps.db)).toEqual([
    { rule: 'held-differs', about: `milestone ${milestoneId}`, amount: -700 },
  ])
})

test('money held for something that its transaction does not name is an orphan', async () => {
  const cause = `stray:${randomUUID()}`
  const posted = await write({
    cause,
    kind: 'T1',
    entries: [
      { account: 'psp_clearing', debit: 1_234 },
      { account: `held:${randomUUID()}`, credit: 1_234 },
    ],
  })
  const id = posted.ok ? posted.value.id : ''
  expect(await checkLedger(app.deps.db)).toContainEqual({ rule: 'no orphan posting', about: id, amount: null })
})
