import { randomUUID } from 'node:crypto'
import * as notifications from '@veranda/contract/notifications/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { makeAccess } from './access.ts'
import { GateClosed } from './gate.ts'
import { openDatabase } from '../db/database.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Somebody who was here before, so that the next read goes through the gate. */
async function known(name: string) {
  const person = await app.person(name)
  await app.injectAs(person, notifications.listNotifications)
  return person
}

async function tell(personId: string, cause = randomUUID()) {
  const row = { cause, type: 'system', live_name: 'notification', priority: 'low', key: 'system.note' } as const
  const moment = { created_at: new Date(app.clock.now()), seen_at: null, read_at: null, deleted_at: null }
  const rest = { params: '{}', data: '{}', routing: '[]', sender_id: null, project_id: null }
  const values = { id: app.deps.ids.next(), person_id: personId, ...row, ...rest, ...moment }
  await app.deps.db.insertInto('notifications').values(values).execute()
}

test('a session that ends between two reads is refused at the second, with rows and without', async () => {
  for (const rows of [0, 2]) {
    const person = await known(`Reader of ${rows}`)
    for (let row = 0; row < rows; row += 1) await tell(person.id)
    const before = await app.injectAs(person, notifications.listNotifications)
    expect([before.status, before.reply.items.length]).toEqual([200, rows])
    await app.deps.db.deleteFrom('sessions').where('person_id', '=', person.id).execute()
    expect((await app.injectAs(person, notifications.listNotifications)).status).toBe(401)
  }
})

test('a closed account reads nothing more', async () => {
  const person = await known('Leaving Soon')
  await tell(person.id)
  await app.deps.db.updateTable('people').set({ closed_at: new Date() }).where('id', '=', person.id).execute()
  expect((await app.injectAs(person, notifications.listNotifications)).status).toBe(401)
})

test('a changed role is seen by the next read, which answers as ever', async () => {
  const person = await known('Turning Creator')
  await app.deps.db.updateTable('people').set({ role: 'creator' }).where('id', '=', person.id).execute()
  expect((await app.injectAs(person, notifications.listNotifications)).status).toBe(200)
})

test('what does not parse is 422 to a living session and 401 to a dead one', async () => {
  const person = await known('Bad Asker')
  const query = { limit: 1_000 }
  expect((await app.injectAs(person, notifications.listNotifications, { query })).status).toBe(422)
  await app.deps.db.deleteFrom('sessions').where('person_id', '=', person.id).execute()
  expect((await app.injectAs(person, notifications.listNotifications, { query })).status).toBe(401)
})

test('no statement answers a row, and no read passes, once the session is over', async () => {
  const database = openDatabase(app.app.databaseUrl)
  const access = makeAccess(database)
  const person = await app.person('Gate Keeper')
  const standing = {
    token: person.token,
    cookieToken: decodeURIComponent(person.cookie.split('=')[1] ?? '').split('.')[0],
  }
  expect(access.gateOf(standing)).toBeUndefined()
  await access.actorOf(standing)
  const gates = [access.gateOf(standing), access.gateOf(standing), access.gateOf(standing)]
  expect(access.gateOf({ ...standing, cookieToken: 'another' })).toBeUndefined()
  const [open, reading, silent] = gates
  const people = await open?.tx.selectFrom('people').select('id').where('id', '=', person.id).execute()
  expect(people).toEqual([{ id: person.id }])
  await open?.passed()
  await app.deps.db.deleteFrom('sessions').where('person_id', '=', person.id).execute()
  await expect(reading?.tx.selectFrom('people').select('id').execute()).rejects.toThrow(GateClosed)
  await expect(silent?.passed()).rejects.toThrow(GateClosed)
  await database.close()
})
