import * as rooms from '@veranda/contract/rooms/routes.ts'
import { readWork } from '@veranda/contract/works/routes.ts'
import * as commissions from '@veranda/contract/commissions/routes.ts'
import { instant, minute, toIso } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person } from '../../testing/test-app.ts'
import { freeTalk, monday, type SessionStory, sessionStory } from '../bookings/testing/session-story.ts'
import { addVersion, chair } from '../commissions/testing/pinned-scene.ts'
import { makeCreator, Story } from '../commissions/testing/story.ts'

let s: SessionStory
let client: Person
let creator: Person
let story: Story
let workId: string
let params: { id: string }
const start = instant(monday + 24 * 60 * minute)
beforeAll(async () => {
  s = await sessionStory()
  const made = await s.creator([freeTalk])
  const [service] = made.services
  if (!service) throw new Error('a creator without a service')
  creator = made.person
  client = await s.t.person('Clara')
  await makeCreator(s.t, creator)
  story = new Story(s.t, { client, creator })
  await story.begin()
  params = { id: (await s.book(client, service, toIso(start))).id }
  workId = (await addVersion(story, chair(0.45))).workId
  const { id, version } = await story.milestone()
  const row = s.t.deps.db.selectFrom('deliverables').select(['id', 'hash']).where('milestone_id', '=', id)
  const { id: deliverableId, hash } = await row.executeTakeFirstOrThrow()
  const body = { deliverableId, hash, expected: version }
  await s.t.injectAs(creator, commissions.submitMilestone, { params: { id }, body })
})
afterAll(() => s.t.close())

const link = async () => (await s.t.injectAs(client, rooms.inviteToRoom, { params })).reply.path.split('=')[1] ?? ''
const enter = (who: Person, token: string) => s.t.injectAs(who, rooms.enterByInvite, { params, body: { token } })
const sees = async (who: Person) => {
  const { items } = (await s.t.injectAs(who, rooms.listRoomWorks, { params })).reply
  return [items.length, (await s.t.injectAs(who, readWork, { params: { id: workId } })).status]
}

test('whoever was taken out is let in again by a host, whom alone the room tells of them', async () => {
  const [hana, helper] = [await s.t.person('Hana'), await s.t.person('Helper')]
  for (const one of [hana, helper]) await enter(one, await link())
  const out = { ...params, personId: hana.id }
  const read = (who: Person) => s.t.injectAs(who, rooms.readRoom, { params })
  const removed = async (who: Person) => (await read(who)).reply.removed.map(({ id }) => id)
  expect((await s.t.injectAs(client, rooms.removeRoomPerson, { params: out })).status).toBe(200)
  expect([await removed(creator), await removed(helper)]).toEqual([[hana.id], []])
  expect((await enter(hana, await link())).status).toBe(404)
  const letIn = (who: Person) =>
    s.t.injectAs(who, rooms.changeRoomPerson, { params: out, body: { role: 'guest' as const } })
  expect([(await letIn(helper)).status, (await letIn(creator)).status]).toEqual([403, 200])
  expect((await read(hana)).reply.role).toBe('guest')
  expect(await removed(creator)).toEqual([])
})

test('guests of a session see the works of the two until it is over, made a host or not; the two go on', async () => {
  const [gus, hana] = [await s.t.person('Gus'), await s.t.person('Hana')]
  await s.goTo(instant(start - minute))
  const token = await link()
  for (const one of [gus, hana]) expect((await enter(one, token)).status).toBe(200)
  const made = { params: { ...params, personId: hana.id }, body: { role: 'host' as const } }
  await s.t.injectAs(client, rooms.changeRoomPerson, made)
  for (const one of [gus, hana, client]) expect(await sees(one)).toEqual([1, 200])
  await s.goTo(instant(start + 31 * minute))
  for (const one of [gus, hana]) expect(await sees(one)).toEqual([0, 404])
  expect(await sees(client)).toEqual([1, 200])
  const late = await s.t.person('Late')
  expect((await enter(late, token)).problem.code).toBe('room.over')
  expect((await s.t.injectAs(late, rooms.readRoom, { params })).status).toBe(404)
})
