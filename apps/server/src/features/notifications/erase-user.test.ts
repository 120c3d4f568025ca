import * as routes from '@veranda/contract/notifications/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readStream } from '../../platform/events/streams.ts'
import { type TestApp, testApp, type TestUser } from '../../testing/test-app.ts'
import { notificationsFeature } from './feature.ts'
import { appendSampleEvent, milestoneSubmitted } from './testing/sample-events.ts'

let app: TestApp
let client: TestUser
let creator: TestUser
let other: TestUser
beforeAll(async () => {
  app = await testApp({ features: [notificationsFeature] })
  client = await app.createUser('Clio Client')
  creator = await app.createUser('Cora Quettabyte', { role: 'creator' })
  other = await app.createUser('Otto Other', { role: 'creator' })
})
afterAll(() => app.close())

/** Notifies the client of a version by the creator, and returns the id of the notification. */
async function notify(title: string): Promise<string> {
  await appendSampleEvent(app, creator, milestoneSubmitted(client, creator, title))
  await app.runUntilIdle()
  const [newest] = (await app.injectAs(client, routes.listNotifications, { query: {} })).reply.items
  return newest?._id ?? ''
}

async function erase(user: TestUser): Promise<void> {
  const erased = { id: user.id, name: user.name, email: user.email }
  await app.transact(async (tx) => {
    await tx.updateTable('users').set({ name: 'Deleted user' }).where('id', '=', user.id).execute()
    for (const eraser of notificationsFeature.erasers ?? []) await eraser.erase({ tx, deps: app.deps }, erased)
  })
}

test('the name of an erased user is gone from what others received: removed, restored and taken over by another sender', async () => {
  // A row that is gone otherwise than by the purge, which clears its texts.
  const removed = await notify('Removed work')
  await app.deps.db.deleteFrom('notifications').where('id', '=', removed).execute()
  // A newer message of someone else takes over the notification of a conversation.
  const taken = await notify('Taken over')
  await app.deps.db.updateTable('notifications').set({ sender_id: other.id }).where('id', '=', taken).execute()
  const received = async () => JSON.stringify(await readStream(app.deps.db, { kind: 'user', id: client.id }))
  const ids = (
    await app.deps.db.selectFrom('notifications').select('id').where('user_id', '=', client.id).execute()
  ).map(({ id }) => id)
  expect(ids).toEqual([taken])
  expect((await received()).match(/Cora Quettabyte submitted/g)).toHaveLength(2)
  await erase(creator)
  expect(await received()).not.toContain('Cora')
  // What no notification says any more says nothing; the other one goes on saying what happened.
  expect(await received()).not.toContain('Removed work')
  expect(await received()).toContain('“Taken over” is ready for your review')
})

test('a notification that its recipient deleted before has no name when it is restored', async () => {
  const sender = await app.createUser('Sana Sender', { role: 'creator' })
  await appendSampleEvent(app, sender, milestoneSubmitted(client, sender, 'Kept'))
  await app.runUntilIdle()
  const list = async () => (await app.injectAs(client, routes.listNotifications, { query: {} })).reply.items
  const kept = (await list()).find(({ title }) => title.includes('Kept'))?._id ?? ''
  await app.injectAs(client, routes.deleteNotification, { params: { id: kept } })
  await erase(sender)
  await app.injectAs(client, routes.restoreNotifications, { body: { ids: [kept] } })
  const restored = (await list()).find(({ _id }) => _id === kept)
  expect(restored).toMatchObject({
    message: 'Deleted user submitted a version. Review it, then approve it or request changes.',
    sender: { name: 'Deleted user' },
  })
  await app.deps.db.updateTable('users').set({ language: 'fr' }).where('id', '=', client.id).execute()
  const read = (await list()).find(({ _id }) => _id === kept)
  expect([read?.sender?.name, read?.message.includes('Compte supprimé')]).toEqual(['Compte supprimé', true])
  const { rows } = await sql`select from stream_events where payload::text like '%Sana%'`.execute(app.deps.db)
  expect(rows).toEqual([])
})
