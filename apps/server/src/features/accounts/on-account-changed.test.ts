import { accountChanged } from '@veranda/contract/accounts/events.ts'
import { type AccountEventType } from '@veranda/core/accounts/events.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendEvent } from '../../platform/events/append-event.ts'
import { readStream } from '../../platform/events/streams.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { publishAccountChange } from './on-account-changed.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ features: [{ name: 'accounts', eventHandlers: [publishAccountChange] }] })
})
afterAll(() => app.close())

/** The events after which open tabs of the user show something else. */
const changes: Record<AccountEventType, boolean> = {
  'account.registered': false,
  'account.changed': true,
  'account.password-changed': true,
  'account.identity-linked': true,
  'account.identity-unlinked': true,
  'account.deletion-scheduled': true,
  'account.deletion-cancelled': true,
  'account.suspended': false,
  'account.suspension-lifted': false,
  'account.email-changed': true,
  'account.email-restored': true,
  'account.signed-in': true,
  // Comes with the sign-in itself.
  'account.new-device': false,
  'account.signed-out': true,
  'account.session-ended': true,
  'account.totp-turned-on': true,
  'account.totp-turned-off': true,
  'account.recovery-codes-replaced': true,
  'account.recovery-code-used': true,
  'account.passkey-added': true,
  'account.passkey-removed': true,
  'account.payout-account-changed': true,
  'account.payout-account-confirmed': true,
  'account.data-export-changed': true,
  'account.calendar-feed-changed': true,
}

test('every event that changes what the settings show reaches the open tabs of its user, with its position', async () => {
  const user = await app.createUser()
  const subject = { kind: 'user', id: user.id }
  await app.transact(async (tx) => {
    for (const type of Object.keys(changes)) {
      await appendEvent(tx, { type, subject, actor: user.id, at: app.clock.now(), data: { userId: user.id } })
    }
  })
  await app.runUntilIdle()
  const events = await app.deps.db.selectFrom('events').select(['type', 'position']).orderBy('position').execute()
  const typeAt = new Map(events.map(({ type, position }) => [position, type]))
  const received = (await readStream(app.deps.db, { kind: 'user', id: user.id })).map(({ name, payload }) => {
    expect([name, payload['id']]).toEqual([accountChanged.name, user.id])
    return typeAt.get(Number(payload['version']))
  })
  expect(received).toEqual(Object.entries(changes).flatMap(([type, isChange]) => (isChange ? [type] : [])))
})
