import * as talk from '@veranda/contract/conversations/routes.ts'
import * as routes from '@veranda/contract/notifications/routes.ts'
import { second } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readStream } from '../../../platform/events/streams.ts'
import { type TestUser, type TestApp } from '../../../testing/test-app.ts'
import { commissionsApp, createParties, CommissionScenario } from '../../commissions/testing/commission-scenario.ts'
import { conversationsFeature } from '../../conversations/feature.ts'
import { markMessageNotificationsRead } from '../centre/mark-message-notifications-read.ts'
import { notificationsFeature } from '../feature.ts'

let app: TestApp
beforeAll(async () => {
  app = await commissionsApp([conversationsFeature({ afterRead: markMessageNotificationsRead }), notificationsFeature])
})
afterAll(() => app.close())

/** Returns a function that reads the titles of the user's new notifications, in stream order. */
function newTitlesOf(who: TestUser): () => Promise<string[]> {
  let cursor = 0
  return async () => {
    await app.runUntilIdle()
    const stream = await readStream(app.deps.db, { kind: 'user', id: who.id }, { after: cursor })
    cursor = stream.at(-1)?.seq ?? cursor
    return stream.filter(({ payload }) => '_id' in payload).map(({ payload }) => String(payload['title']))
  }
}

test('from the request to the released money, each side is notified once of each step of the other', async () => {
  const story = new CommissionScenario(app, await createParties(app))
  const { client, creator } = story.parties
  const [newForClient, newForCreator] = [newTitlesOf(client), newTitlesOf(creator)]
  const listProjectConversations = async (who: TestUser) =>
    (await app.injectAs(who, talk.listConversations, { query: { projectId: story.projectId } })).reply.items

  await story.request()
  expect(await newForCreator()).toEqual(['Carla Client would like to commission you'])
  expect(await listProjectConversations(client)).toHaveLength(1)
  expect(await listProjectConversations(creator)).toEqual([])
  await story.makeOffer()
  expect(await newForClient()).toEqual(['Pia Maker made you an offer'])
  await story.accept()
  expect(await newForCreator()).toEqual(['Carla Client accepted your offer'])
  const [conversation] = await listProjectConversations(creator)
  expect(conversation).toMatchObject({
    kind: 'project',
    project: { title: 'A lobby' },
    members: [{ name: 'Carla Client' }],
  })

  await story.fund()
  expect(await newForClient()).toEqual(['“Part 1” is funded'])
  expect(await newForCreator()).toEqual(['“Part 1” is funded'])
  await story.submitVersion()
  expect(await newForClient()).toEqual(['“Part 1” is ready for your review'])
  await story.approve()
  expect(await newForCreator()).toEqual(['“Part 1” is approved, and the money is yours'])
  expect(await newForClient()).toEqual(['“Part 1” is approved and released'])

  const params = { id: conversation?.id ?? '' }
  const body = { clientId: app.deps.ids.next(), message: 'Thank you!' }
  await app.injectAs(client, talk.sendMessage, { params, body })
  await app.runUntilIdle()
  await app.advance(5 * second)
  expect(await newForCreator()).toEqual(['Carla Client sent you a message'])
  const { items, unread } = (await app.injectAs(creator, routes.listNotifications, { query: { limit: 100 } })).reply
  // The offer answers the request, and the version shows that the creator knows of the money.
  const read = items.filter((item) => item.read).map(({ title }) => title)
  expect(read).toEqual(['“Part 1” is funded', 'Carla Client would like to commission you'])
  expect(unread).toBe(items.length - read.length)
  const inProject = items.filter(({ data }) => data.projectId === story.projectId)
  expect(inProject).toHaveLength(items.length)
  expect(items.map(({ title, message }) => `${title} ${message}`).join()).not.toMatch(/“”|\{\{|undefined/)
})
