import { randomUUID } from 'node:crypto'
import { instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminCommands } from './admin.ts'
import { onDue } from './due/due.ts'
import { type Feature } from './feature.ts'
import { accountsFeature } from './features/accounts/feature.ts'
import { worker } from './jobs/jobs.ts'
import { post } from './ledger/post.ts'
import { append } from './log/append.ts'
import { reaction } from './log/react.ts'
import { testApp, type TestApp } from './testing/test-app.ts'

const done: string[] = []
const chores: Feature = {
  name: 'chores',
  reactions: [reaction('sweep', ['floor.dirty'], async () => void done.push('reaction'))],
  due: [onDue('floor.due', async () => void done.push('timer'))],
  jobs: [worker('mop', async () => void done.push('job'))],
}

let app: TestApp
beforeAll(async () => {
  app = await testApp({ features: [accountsFeature, chores] })
})
beforeEach(() => void done.splice(0))
afterAll(() => app.close())

/** Runs a command as the terminal does: its exit code, and what it said. */
async function admin(name: string, argument = ''): Promise<{ code: number | undefined; said: string }> {
  const lines: string[] = []
  const code = await adminCommands[name]?.(app.app, argument, (line) => lines.push(line))
  return { code, said: lines.join('\n') }
}

test('make-admin makes an operator of an account, whose sessions end; an unknown address is said and is code 1', async () => {
  const person = await app.person('Ada')
  expect(await admin('make-admin', ` ${person.email.toUpperCase()} `)).toEqual({
    code: 0,
    said: 'Ada is an operator now',
  })
  const { db } = app.deps
  expect(await db.selectFrom('people').select('operator').where('id', '=', person.id).execute()).toEqual([
    { operator: true },
  ])
  expect(await db.selectFrom('sessions').select('id').where('person_id', '=', person.id).execute()).toEqual([])
  const unknown = await admin('make-admin', 'nobody@example.com')
  expect(unknown).toEqual({ code: 1, said: 'Nobody has an account with the address nobody@example.com' })
})

test('nothing given up is said so, and what is not there cannot be tried again', async () => {
  expect(await admin('failed-jobs')).toEqual({ code: 0, said: 'Nothing was given up.' })
  for (const id of ['', 'due:none', `job:mop:${randomUUID()}`, `reaction:sweep:${randomUUID()}`, 'job:mop:x']) {
    expect(await admin('retry-job', id)).toEqual({ code: 1, said: `There is no such failure: ${id}` })
  }
})

test('a timer, a reaction and a job that were given up are listed, and done when tried again', async () => {
  const { db, jobs } = app.deps
  const at = new Date(app.clock.now())
  const timer = { kind: 'floor.due', subject_kind: 'floor', subject_id: '1', at, data: '{}', tries: 9 }
  await db
    .insertInto('failed_due')
    .values({ key: 'floor:1', ...timer, error: 'the timer broke' })
    .execute()
  await app.transact(async (tx) => {
    const subject = { kind: 'floor', id: randomUUID() }
    await append(tx, { type: 'floor.dirty', subject, actor: null, at: app.clock.now(), data: {} })
    await jobs.enqueue(tx, 'mop', {})
  })
  const { id: eventId } = await db
    .selectFrom('events')
    .select('id')
    .where('type', '=', 'floor.dirty')
    .executeTakeFirstOrThrow()
  await sql`update pgboss.job set state = 'failed', completed_on = now(), output = '{"message":"the job broke"}'
    where name = 'mop'`.execute(db)
  const failed = { reaction: 'sweep', event_id: eventId, tries: 9, error: 'the reaction broke' }
  await db.insertInto('failed_reactions').values(failed).execute()

  const { said } = await admin('failed-jobs')
  for (const what of ['the timer broke', 'the reaction broke', 'the job broke', '3 given up']) {
    expect(said).toContain(what)
  }
  const ids = said.split('\n').filter((line) => /^(due|reaction|job):/.test(line))
  expect(ids).toHaveLength(3)
  for (const id of ids) expect(await admin('retry-job', id)).toEqual({ code: 0, said: 'It will be tried again.' })
  expect((await admin('failed-jobs')).said).toBe('Nothing was given up.')
  await app.transact((tx) => jobs.enqueue(tx, 'mop', {}))
  await app.settle()
  expect(done.toSorted()).toEqual(['job', 'job', 'reaction', 'timer'])
})

test('ledger-check is code 0 while the ledger holds, and names what does not', async () => {
  expect(await admin('ledger-check')).toEqual({ code: 0, said: 'The ledger holds.' })
  const milestoneId = randomUUID()
  const entries = [
    { account: `held:${milestoneId}`, debit: 700 },
    { account: `unapplied:${randomUUID()}`, credit: 700 },
  ]
  const facts = { cause: 'leak', kind: 'T0', currency: 'EUR' as const, at: instant(app.clock.now()) }
  await app.transact((tx) => post(tx, { ...facts, milestoneId, entries }))
  const found = await admin('ledger-check')
  expect(found.code).toBe(1)
  expect(found.said).toContain(`milestone ${milestoneId} (-700)`)
})
