import { randomUUID } from 'node:crypto'
import { day, instant } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { testApp, type TestApp } from '../testing/test-app.ts'
import { planLedgerCheck } from './nightly.ts'
import { post } from './post.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
beforeEach(() => vi.restoreAllMocks())
afterAll(() => app.close())

/** When the next check is, as a time of day in UTC; there is one at most. */
async function planned(): Promise<{ at: number; time: string } | undefined> {
  const rows = await app.deps.db.selectFrom('due').select('at').where('kind', '=', 'ledger.check').execute()
  expect(rows.length).toBeLessThanOrEqual(1)
  const at = rows[0]?.at
  return at === undefined ? undefined : { at, time: new Date(at).toISOString().slice(11, 16) }
}

test('a check is planned for the coming night, once however many nodes start', async () => {
  await planLedgerCheck(app.deps)
  const first = await planned()
  await planLedgerCheck(app.deps)
  expect(await planned()).toEqual(first)
  expect(first?.time).toBe('03:00')
  expect(first?.at).toBeGreaterThan(app.clock.now())
  expect(first?.at).toBeLessThanOrEqual(app.clock.now() + day)
})

test('a ledger that holds is no alert, and the next night is planned', async () => {
  const alert = vi.spyOn(app.deps.log, 'error')
  const before = await planned()
  await app.advance(day)
  expect(alert).not.toHaveBeenCalled()
  expect(await planned()).toEqual({ at: (before?.at ?? 0) + day, time: '03:00' })
})

test('a finding is an alert in the log that names it, and the next night is planned all the same', async () => {
  const milestoneId = randomUUID()
  await app.transact((tx) =>
    post(tx, {
      cause: `leak:${milestoneId}`,
      kind: 'T0',
      currency: 'EUR',
      milestoneId,
      at: instant(app.clock.now()),
      entries: [
        { account: `held:${milestoneId}`, debit: 700 },
        { account: `unapplied:${randomUUID()}`, credit: 700 },
      ],
    }),
  )
  const alert = vi.spyOn(app.deps.log, 'error')
  const before = await planned()
  await app.advance(day)
  const about = expect.objectContaining({ about: `milestone ${milestoneId}` })
  expect(alert).toHaveBeenCalledWith(
    { alert: true, findings: expect.arrayContaining([about]) },
    'the ledger does not hold',
  )
  expect(await planned()).toEqual({ at: (before?.at ?? 0) + day, time: '03:00' })
})
