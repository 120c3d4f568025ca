import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a start schedules every nightly task, of the platform and of the features, each at its time of the night', async () => {
  await app.listen()
  const kinds = [
    'ledger.check',
    'accounts.delete-ended-sessions',
    'audit.delete-old-failures',
    'notifications.delete-account-notifications',
    'idempotency.delete-old-replies',
    'payments.delete-old-receipts',
  ]
  const rows = await app.deps.db
    .selectFrom('timers')
    .select(['key', 'at'])
    .where('kind', 'in', kinds)
    .orderBy('at')
    .execute()
  expect(
    rows
      .map(({ key, at }) => [key, new Date(at).toISOString().slice(11, 16)])
      .toSorted(([, a = ''], [, b = '']) => a.localeCompare(b)),
  ).toEqual([
    ['ledger.check', '03:00'],
    ['accounts.delete-ended-sessions', '03:15'],
    ['audit.delete-old-failures', '03:30'],
    ['notifications.delete-account-notifications', '03:45'],
    ['idempotency.delete-old-replies', '04:00'],
    ['payments.delete-old-receipts', '04:15'],
  ])
})
