import * as talk from '@veranda/contract/conversations/routes.ts'
import * as routes from '@veranda/contract/notifications/routes.ts'
import { second } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readStream } from '../../log/stream.ts'
import { type Person, type TestApp } from '../../testing/test-app.ts'
import { commissionsApp, pair, Story } from '../commissions/testing/story.ts'
import { conversationsFeature } from '../conversations/feature.ts'
import { afterConversationRead } from './after-read.ts'
import { notificationsFeature } from './feature.ts'

let app: TestApp
beforeAll(async () => {
  app = await commissionsApp([conversationsFeature({ afterRead: afterConversationRead }), notificationsFeature])
})
afterAll(() => app.close())

/** What was told to somebody since last asked, in the order of their log. */
function listener(who: Person): () => Promise<string[]> {
  let cursor = 0
  return async () => {
    await app.settle()
    const log = await readStream(app.deps.db, { kind: 'person', id: who.id }, { after: cursor })
    cursor = log.at(-1)?.seq ?? cursor
    return log.filter(({ payload }) => '_id' in payload).map(({ payload }) => String(payload['title']))
  }
}

test('from the request to the released money each side is told of each step of the other, once', async () => {
  const story = new Story(app, await pair(app))
  const { client, creator } = story.people
  const [toClient, toCreator] = [listener(client), listener(creator)]
  const rooms = async (who: Person) =>
    (await app.injectAs(who, talk.listConversations, { query: { projectId: story.projectId } })).reply.items

  await story.request()
  expect(await toCreator()).toEqual(['Carla Client would like to commission you'])
  expect(await rooms(client)).toHaveLength(1)
  expect(await rooms(creator)).toEqual([])
  await story.offer()
  expect(await toClient()).toEqual(['Pia Maker made you an offer'])
  await story.accept()
  expect(await toCreator()).toEqual(['Carla Client accepted your offer'])
  const [room] = await rooms(creator)
  expect(room).toMatchObject({ kind: 'project', project: { title: 'A lobby' }, people: [{ name: 'Carla Client' }] })

  await story.fund()
  expect(await toClient()).toContain('“Part 1” is funded')
  expect(await toCreator()).toContain('“Part 1” is funded')
  await story.deliver()
  expect(await toClient()).toContain('“Part 1” is ready for your review')
  await story.approve()
  expect(await toCreator()).toEqual(
    expect.arrayContaining(['Carla Client approved “Part 1”', 'The money for “Part 1” is yours']),
  )
  expect(await toClient()).toEqual(expect.arrayContaining(['The money for “Part 1” was released']))

  const params = { id: room?.id ?? '' }
  const body = { clientId: app.deps.ids.next(), message: 'Thank you!' }
  await app.injectAs(client, talk.sendMessage, { params, body })
  await app.settle()
  await app.advance(5 * second)
  expect(await toCreator()).toEqual(['Carla Client wrote to you'])
  const { items, unread } = (await app.injectAs(creator, routes.listNotifications, { query: { limit: 100 } })).reply
  expect(unread).toBe(items.length)
  const ours = items.filter(({ data }) => data.projectId === story.projectId)
  expect(ours).toHaveLength(items.length)
  expect(items.map(({ title, message }) => `${title} ${message}`).join()).not.toMatch(/“”|\{\{|undefined/)
})
