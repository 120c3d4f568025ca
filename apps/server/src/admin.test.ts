import { randomUUID } from 'node:crypto'
import { instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminCommands } from './admin.ts'
import { timerHandler } from './platform/timers/timers.ts'
import { type Feature } from './platform/feature.ts'
import { accountsFeature } from './features/accounts/feature.ts'
import { worker } from './platform/jobs/worker.ts'
import { postTransaction } from './platform/ledger/post-transaction.ts'
import { appendEvent } from './platform/events/append-event.ts'
import { eventHandler } from './platform/events/event-handler.ts'
import { testApp, type TestApp } from './testing/test-app.ts'

const completed: string[] = []
const testFeature: Feature = {
  name: 'chores',
  eventHandlers: [eventHandler('sweep', ['floor.dirty'], async () => void completed.push('reaction'))],
  timers: [timerHandler('floor.due', async () => void completed.push('timer'))],
  jobs: [worker('mop', async () => void completed.push('job'))],
}

let app: TestApp
beforeAll(async () => {
  app = await testApp({ features: [accountsFeature, testFeature] })
})
beforeEach(() => void completed.splice(0))
afterAll(() => app.close())

/** Runs a command as the terminal does and returns its exit code and output. */
async function runAdminCommand(name: string, argument = ''): Promise<{ code: number | undefined; output: string }> {
  const lines: string[] = []
  const code = await adminCommands[name]?.(app.app, argument, (line) => lines.push(line))
  return { code, output: lines.join('\n') }
}

test('make-admin makes an existing user an admin and ends their sessions; an unknown address exits with code 1', async () => {
  const user = await app.createUser('Ada')
  expect(await runAdminCommand('make-admin', ` ${user.email.toUpperCase()} `)).toEqual({
    code: 0,
    output: 'Ada is now an admin: owner. /admin opens once a second factor is on.',
  })
  const { db } = app.deps
  expect(await db.selectFrom('users').select('is_admin').where('id', '=', user.id).execute()).toEqual([
    { is_admin: true },
  ])
  expect(await db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute()).toEqual([])
  const roles = () => db.selectFrom('users').select('admin_roles').where('id', '=', user.id).execute()
  expect(await roles()).toEqual([{ admin_roles: ['owner'] }])
  expect((await runAdminCommand('make-admin', `${user.email} support finance`)).output).toContain('support, finance')
  expect(await roles()).toEqual([{ admin_roles: ['support', 'finance'] }])
  expect(await runAdminCommand('make-admin', `${user.email} boss`)).toEqual({
    code: 1,
    output: 'There is no role boss; the roles are support, finance, moderator, owner',
  })
  const unknown = await runAdminCommand('make-admin', 'nobody@example.com')
  expect(unknown).toEqual({ code: 1, output: 'There is no account with the address nobody@example.com' })
})

test('failed-jobs says when there are no dead letters, and retry-job refuses an unknown id', async () => {
  expect(await runAdminCommand('failed-jobs')).toEqual({ code: 0, output: 'There are no dead letters.' })
  for (const id of ['', 'timer:none', `job:mop:${randomUUID()}`, `handler:sweep:${randomUUID()}`, 'job:mop:x']) {
    expect(await runAdminCommand('retry-job', id)).toEqual({ code: 1, output: `There is no such dead letter: ${id}` })
  }
})

test('dead letters of a timer, an event handler and a job are listed, and run when retried', async () => {
  const { db, jobs } = app.deps
  const at = new Date(app.clock.now())
  const timer = { kind: 'floor.due', subject_kind: 'floor', subject_id: '1', at, data: '{}', tries: 9 }
  await db
    .insertInto('timer_dead_letters')
    .values({ key: 'floor:1', ...timer, error: 'the timer broke' })
    .execute()
  await app.transact(async (tx) => {
    const subject = { kind: 'floor', id: randomUUID() }
    await appendEvent(tx, { type: 'floor.dirty', subject, actor: null, at: app.clock.now(), data: {} })
    await jobs.enqueue(tx, 'mop', {})
  })
  const { id: eventId } = await db
    .selectFrom('events')
    .select('id')
    .where('type', '=', 'floor.dirty')
    .executeTakeFirstOrThrow()
  await sql`update pgboss.job set state = 'failed', completed_on = now(), output = '{"message":"the job broke"}'
    where name = 'mop'`.execute(db)
  const failed = { handler: 'sweep', event_id: eventId, tries: 9, error: 'the reaction broke' }
  await db.insertInto('event_dead_letters').values(failed).execute()

  const { output } = await runAdminCommand('failed-jobs')
  for (const what of ['the timer broke', 'the reaction broke', 'the job broke', '3 dead letters']) {
    expect(output).toContain(what)
  }
  const ids = output.split('\n').filter((line) => /^(timer|handler|job):/.test(line))
  expect(ids).toHaveLength(3)
  for (const id of ids)
    expect(await runAdminCommand('retry-job', id)).toEqual({ code: 0, output: 'It will be retried.' })
  expect((await runAdminCommand('failed-jobs')).output).toBe('There are no dead letters.')
  await app.transact((tx) => jobs.enqueue(tx, 'mop', {}))
  await app.runUntilIdle()
  expect(completed.toSorted()).toEqual(['job', 'job', 'reaction', 'timer'])
})

test('ledger-check exits with code 0 while the ledger is consistent, and lists violations otherwise', async () => {
  expect(await runAdminCommand('ledger-check')).toEqual({
    code: 0,
    output: 'The ledger is consistent, and the same as at the provider.',
  })
  const milestoneId = randomUUID()
  const entries = [
    { account: `escrow:${milestoneId}`, debit: 700 },
    { account: `unapplied:${randomUUID()}`, credit: 700 },
  ] as const
  const facts = { cause: 'leak', kind: 'unapplied', currency: 'EUR', at: instant(app.clock.now()) } as const
  await app.transact((tx) => postTransaction(tx, { ...facts, milestoneId, entries }))
  const found = await runAdminCommand('ledger-check')
  expect(found.code).toBe(1)
  expect(found.output).toContain(`milestone ${milestoneId} (-700)`)
})
