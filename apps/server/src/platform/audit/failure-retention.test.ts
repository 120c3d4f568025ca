import { after, day, type Instant, instant, minute } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { appendEvent } from '../events/append-event.ts'
import { scheduleNightly } from '../timers/nightly-timer.ts'
import { accountEventRetentionMs, deleteOldFailuresNightly, failureRetentionMs } from './failure-retention.ts'

let app: TestApp
beforeAll(async () => {
  // Begins at noon, so that the next night is within a day.
  app = await testApp({ startAt: instant(Date.now() - (Date.now() % day) + day / 2) })
})
afterAll(() => app.close())

/** Records attempts, some just older than the limit at the coming noon and some younger. */
async function recordAttempts({ deps, clock }: TestApp, actions: readonly string[]): Promise<void> {
  const tomorrow = after(clock.now(), day)
  const rows = actions.flatMap((action) =>
    [failureRetentionMs + day, failureRetentionMs - 2 * day].map((age) => ({
      id: randomUUID(),
      action,
      user_id: null,
      actor_id: null,
      ip_address: '192.0.2.1',
      user_agent: null,
      request_id: null,
      data: JSON.stringify({ reason: 'wrong-password', count: 1 }),
      at: new Date(after(tomorrow, -age)),
    })),
  )
  await deps.db.insertInto('audit_log').values(rows).execute()
}

/** Returns the ages in days of the recorded attempts that are left, by action. */
async function leftAttempts({ deps, clock }: TestApp): Promise<Record<string, number[]>> {
  const rows = await deps.db
    .selectFrom('audit_log')
    .select(['action', 'at'])
    .where('ip_address', '=', '192.0.2.1')
    .orderBy('at')
    .execute()
  return Object.fromEntries(
    [...Map.groupBy(rows, ({ action }) => action)].map(([action, group]) => [
      action,
      group.map(({ at }) => Math.round((clock.now() - at) / day)),
    ]),
  )
}

test('failed attempts are deleted in the night after 90 days, and what users did is kept', async () => {
  const failures = [
    'account.sign-in-failed',
    'account.reauthentication-failed',
    'request.rate-limited',
    'request.refused',
  ]
  await recordAttempts(app, [...failures, 'session.started'])
  await scheduleNightly(app.deps, [deleteOldFailuresNightly([])])
  await scheduleNightly(app.deps, [deleteOldFailuresNightly([])])
  await app.advance(day)
  expect(await leftAttempts(app)).toEqual({
    ...Object.fromEntries(failures.map((action) => [action, [88]])),
    'session.started': [91, 88],
  })
  // Every night again.
  await app.advance(3 * day)
  expect(Object.keys(await leftAttempts(app))).toEqual(['session.started'])
})

test('security events of accounts are deleted in the night after a year', async () => {
  const limit = after(app.clock.now(), day - accountEventRetentionMs)
  const rows = ['account.signed-in', 'account.password-changed', 'ledger.checked'].flatMap((action) =>
    [after(limit, -day), after(limit, 10 * day)].map((at) => ({
      id: randomUUID(),
      action,
      user_id: null,
      actor_id: null,
      ip_address: '192.0.2.3',
      user_agent: null,
      request_id: null,
      data: '{}',
      at: new Date(at),
    })),
  )
  await app.deps.db.insertInto('audit_log').values(rows).execute()
  await app.advance(day)
  const left = await app.deps.db
    .selectFrom('audit_log')
    .select('action')
    .where('ip_address', '=', '192.0.2.3')
    .orderBy('action')
    .execute()
  expect(left.map(({ action }) => action)).toEqual([
    'account.password-changed',
    'account.signed-in',
    'ledger.checked',
    'ledger.checked',
  ])
})

test('of the events about accounts only the ids stay after a year', async () => {
  const limit = after(app.clock.now(), day - accountEventRetentionMs)
  const userId = (await app.createUser('Dana Device')).id
  const details = { device: 'Firefox', name: 'Key', last4: '4242', provider: 'google', left: 3, endedSessions: 2 }
  const append = (type: string, at: Instant) =>
    app.transact((tx) =>
      appendEvent(tx, {
        type,
        subject: { kind: 'retention', id: userId },
        projectId: null,
        actor: null,
        at,
        data: { userId, sessionId: 'a', ...details },
      }),
    )
  for (const at of [after(limit, -day), after(limit, 10 * day)]) {
    await append('account.tested', at)
    await append('project.tested', at)
  }
  await app.advance(day)
  const left = await app.deps.db
    .selectFrom('events')
    .select(['type', 'data'])
    .where('subject_kind', '=', 'retention')
    .orderBy('at')
    .orderBy('type')
    .execute()
  const whole = { userId, sessionId: 'a', ...details }
  expect(left).toEqual([
    { type: 'account.tested', data: { userId, sessionId: 'a' } },
    { type: 'project.tested', data: whole },
    { type: 'account.tested', data: whole },
    { type: 'project.tested', data: whole },
  ])
})

test('more rows than one transaction deletes follow a minute later', async () => {
  const old = new Date(after(app.clock.now(), -failureRetentionMs))
  await sql`insert into audit_log (id, action, ip_address, at)
    select gen_random_uuid(), 'request.rate-limited', '192.0.2.2', ${old} from generate_series(1, 25000)`.execute(
    app.deps.db,
  )
  const left = async () =>
    (await app.deps.db.selectFrom('audit_log').select('id').where('ip_address', '=', '192.0.2.2').execute()).length
  await app.advance(day)
  expect(await left()).toBe(5_000)
  await app.advance(minute)
  expect(await left()).toBe(0)
})
