import * as commissions from '@veranda/contract/commissions/routes.ts'
import * as rooms from '@veranda/contract/rooms/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { addVersion, chair, delivered, type Scene } from '../commissions/testing/pinned-scene.ts'

let t: TestApp
let first: Scene
beforeAll(async () => {
  t = await testApp()
  first = await delivered(t)
})
afterAll(() => t.close())

type Version = { deliverableId: string; workId: string }

/** The refusal of a host who puts a version on the stage, with a former one beside it; undefined where it stands. */
async function refusalOf({ deliverableId, workId }: Version, former: Version | null = null, expected = 0) {
  const beside = former && { deliverableId: former.deliverableId, workId: former.workId }
  const value = { deliverableId, workId, former: beside, compare: 'none', flipped: false }
  const { story } = first
  const params = { id: story.projectId, key: 'stage' }
  const done = await t.injectAs(story.people.creator, rooms.setRoomRecord, { params, body: { expected, value } })
  return done.status === 200 ? undefined : done.problem.code
}

test('on the stage stands what is open to all of the room: no draft, and nothing from elsewhere', async () => {
  const { story, milestoneId: id } = first
  expect(await refusalOf(first)).toBe('room.not-submitted')
  const row = t.deps.db.selectFrom('deliverables').select('hash').where('id', '=', first.deliverableId)
  const { hash } = await row.executeTakeFirstOrThrow()
  const body = { deliverableId: first.deliverableId, hash, expected: (await story.milestone()).version }
  await t.injectAs(story.people.creator, commissions.submitMilestone, { params: { id }, body })
  const expected = (await story.milestone()).version
  await t.injectAs(story.people.creator, commissions.withdrawSubmission, { params: { id }, body: { expected } })
  const draft = await addVersion(story, chair(0.5))
  const elsewhere = await delivered(t)
  expect(await refusalOf(draft)).toBe('room.not-submitted')
  expect(await refusalOf(first, draft)).toBe('room.not-submitted')
  expect(await refusalOf({ ...first, workId: draft.workId })).toBe('room.not-submitted')
  expect(await refusalOf(elsewhere)).toBe('room.not-submitted')
  expect(await refusalOf(first)).toBeUndefined()
  const params = { id: story.projectId }
  const listed = async (who: typeof story.people.client) =>
    (await t.injectAs(who, rooms.listRoomWorks, { params })).reply.items.map((one) => one.draft)
  expect([await listed(story.people.creator), await listed(story.people.client)]).toEqual([[true, false], [false]])
})
