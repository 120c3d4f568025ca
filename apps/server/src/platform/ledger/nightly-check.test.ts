import { randomUUID } from 'node:crypto'
import { day, instant } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { checkLedgerNightly } from './nightly-check.ts'
import { scheduleNightly } from '../timers/nightly-timer.ts'
import { postTransaction } from './post-transaction.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
beforeEach(() => vi.restoreAllMocks())
afterAll(() => app.close())

/** Returns when the next check runs, with its time of day in UTC; there is at most one. */
async function scheduledCheck(): Promise<{ at: number; time: string } | undefined> {
  const rows = await app.deps.db.selectFrom('timers').select('at').where('kind', '=', 'ledger.check').execute()
  expect(rows.length).toBeLessThanOrEqual(1)
  const at = rows[0]?.at
  return at === undefined ? undefined : { at, time: new Date(at).toISOString().slice(11, 16) }
}

test('one check is scheduled for the coming night, however many nodes start', async () => {
  await scheduleNightly(app.deps, [checkLedgerNightly])
  const first = await scheduledCheck()
  await scheduleNightly(app.deps, [checkLedgerNightly])
  expect(await scheduledCheck()).toEqual(first)
  expect(first?.time).toBe('03:00')
  expect(first?.at).toBeGreaterThan(app.clock.now())
  expect(first?.at).toBeLessThanOrEqual(app.clock.now() + day)
})

test('a consistent ledger raises no alert, and the next night is scheduled', async () => {
  const alert = vi.spyOn(app.deps.log, 'error')
  const before = await scheduledCheck()
  await app.advance(day)
  expect(alert).not.toHaveBeenCalled()
  expect(await scheduledCheck()).toEqual({ at: (before?.at ?? 0) + day, time: '03:00' })
})

test('a finding is logged as an alert that names it, and the next night is scheduled as well', async () => {
  const milestoneId = randomUUID()
  await app.transact((tx) =>
    postTransaction(tx, {
      cause: `leak:${milestoneId}`,
      kind: 'unapplied',
      currency: 'EUR',
      milestoneId,
      at: instant(app.clock.now()),
      entries: [
        { account: `escrow:${milestoneId}`, debit: 700 },
        { account: `unapplied:${randomUUID()}`, credit: 700 },
      ],
    }),
  )
  const alert = vi.spyOn(app.deps.log, 'error')
  const before = await scheduledCheck()
  await app.advance(day)
  const about = expect.objectContaining({ about: `milestone ${milestoneId}` })
  expect(alert).toHaveBeenCalledWith({ alert: true, findings: expect.arrayContaining([about]) }, 'ledger check failed')
  expect(await scheduledCheck()).toEqual({ at: (before?.at ?? 0) + day, time: '03:00' })
})
