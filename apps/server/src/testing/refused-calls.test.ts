import { openDirectConversation, sendMessage } from '@veranda/contract/conversations/routes.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CommissionScenario, makeCreator } from '../features/commissions/testing/commission-scenario.ts'
import { credentialsOf, firstOf, isWrite, nameOf, plainCall, sendCall } from './route-calls.ts'
import { mutations, sampleInput } from './sample-input.ts'
import { testApp, type TestApp, type TestUser } from './test-app.ts'

/** A call that is refused for its form changes nothing, although its sender may do what it asks for. */
let app: TestApp
let client: TestUser
/** Ids of the client's own data, by the first word of their paths. */
const ids: Record<string, string> = {}
beforeAll(async () => {
  app = await testApp()
  client = await app.createUser('Carla Client')
  const creator = await app.createUser('Pia Maker', { role: 'creator' })
  await app.runUntilIdle()
  const known = await app.deps.db.selectFrom('creators').select('user_id').where('user_id', '=', creator.id).execute()
  if (known.length === 0) await makeCreator(app, creator)
  const story = new CommissionScenario(app, { client, creator })
  await story.fundFirstMilestone()
  const submitted = await story.submitVersion()
  const direct = await app.injectAs(client, openDirectConversation, { body: { userId: creator.id } })
  const message = { clientId: randomUUID(), message: 'hello' }
  const sent = await app.injectAs(client, sendMessage, { params: { id: direct.reply.id }, body: message })
  Object.assign(ids, { projects: story.projectId, commissions: story.id, milestones: submitted.id })
  Object.assign(ids, { conversations: direct.reply.id, messages: sent.reply.id, rooms: story.projectId })
  await app.runUntilIdle()
  await app.stepUp(client)
})
afterAll(() => app.close())

/** Returns a hash of the rows of each table. */
async function hashTables(): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`.execute(app.deps.db)
  const hashes = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const { rows } = await sql<{ hash: string }>`
        select md5(coalesce(string_agg(t::text, ';' order by t::text), '')) as hash from ${sql.raw(name)} t`.execute(
        app.deps.db,
      )
      return [name, rows[0]?.hash ?? ''] as const
    }),
  )
  return Object.fromEntries(hashes)
}

const contentTypes = ['text/plain', 'multipart/form-data; boundary=x', 'application/json; charset=utf-16', 'x']
const brokenBodies = ['{', '"', '{"a":1}{', '[[[[', `${'['.repeat(60_000)}${']'.repeat(60_000)}`]
/** The first of the wrong types of each field, so that every field is wrong at least once. */
const maxWrongBodies = 60

test('what is refused with 400, 413, 415 or 422 leaves nothing changed', { timeout: 60_000 }, async () => {
  const wrong: string[] = []
  const before = await hashTables()
  let sent = 0
  for (const served of app.app.routes.filter(isWrite)) {
    const { access, body } = served.options
    const call = plainCall(served, credentialsOf(client), ids)
    const check = async (name: string, type: string, payload: string, expected: number) => {
      const { status } = await sendCall(app, { ...call, headers: { ...call.headers, 'content-type': type }, payload })
      sent += 1
      if (status !== expected) wrong.push(`${nameOf(served)}, ${name}: ${status} instead of ${expected}`)
    }
    const valid = JSON.stringify(body ? sampleInput(body) : {})
    for (const type of contentTypes) await check(type, type, valid, 415)
    for (const payload of brokenBodies) await check(payload.slice(0, 10), 'application/json', payload, 400)
    await check('two megabytes', 'application/json', `{"a":"${'x'.repeat(2_097_152)}"}`, 413)
    // Other routes refuse a caller before they read the body, and uploads have their own protocol.
    if (!['signed-in', 'anyone', 'cookie'].includes(access.kind) || served.handleRaw) continue
    if (!body) {
      for (const payload of ['[]', '1', '"x"', '{"unknownField":1}'])
        await check(payload, 'application/json', payload, 422)
      continue
    }
    const refused = [...mutations(sampleInput(body))].filter(({ value }) => {
      const result = body['~standard'].validate(value)
      return value !== null && !(result instanceof Promise) && result.issues !== undefined
    })
    const step = Math.ceil(refused.length / maxWrongBodies)
    for (const { name, value } of refused.filter((_, index) => index % step === 0))
      await check(name, 'application/json', JSON.stringify(value) ?? 'null', 422)
  }
  expect(sent).toBeGreaterThan(3_000)
  expect(firstOf(wrong)).toEqual([])
  const after = await hashTables()
  expect(Object.keys(after).filter((table) => after[table] !== before[table])).toEqual([])
})
