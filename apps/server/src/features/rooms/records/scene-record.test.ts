import * as commissions from '@veranda/contract/commissions/routes.ts'
import * as rooms from '@veranda/contract/rooms/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { addVersion, chair, deliveredChair, type PinScenario } from '../../commissions/testing/pin-scenario.ts'

let app: TestApp
let scene: PinScenario
beforeAll(async () => {
  app = await testApp()
  scene = await deliveredChair(app)
})
afterAll(() => app.close())

type Version = { deliverableId: string; assetId: string }

/**
 * Returns the error code when a host puts a version in the scene, optionally compared with a previous one; undefined on
 * success.
 */
async function refusalOf({ deliverableId, assetId }: Version, previousVersion: Version | null = null, expected = 0) {
  const previous = previousVersion && { deliverableId: previousVersion.deliverableId, assetId: previousVersion.assetId }
  const value = { deliverableId, assetId, previous, compare: 'none', flipped: false }
  const { scenario } = scene
  const params = { id: scenario.projectId, key: 'scene' }
  const reply = await app.injectAs(scenario.parties.creator, rooms.setRoomRecord, { params, body: { expected, value } })
  return reply.status === 200 ? undefined : reply.problem.code
}

test('only submitted versions of this room can be put in the scene: no drafts, and nothing from other projects', async () => {
  const { scenario, milestoneId: id } = scene
  expect(await refusalOf(scene)).toBe('room.not-submitted')
  const row = app.deps.db.selectFrom('deliverables').select('hash').where('id', '=', scene.deliverableId)
  const { hash } = await row.executeTakeFirstOrThrow()
  const body = { deliverableId: scene.deliverableId, hash, expected: (await scenario.milestone()).version }
  await app.injectAs(scenario.parties.creator, commissions.submitMilestone, { params: { id }, body })
  const expected = (await scenario.milestone()).version
  await app.injectAs(scenario.parties.creator, commissions.withdrawSubmission, { params: { id }, body: { expected } })
  const draft = await addVersion(scenario, chair(0.5))
  const elsewhere = await deliveredChair(app)
  expect(await refusalOf(draft)).toBe('room.not-submitted')
  expect(await refusalOf(scene, draft)).toBe('room.not-submitted')
  expect(await refusalOf({ ...scene, assetId: draft.assetId })).toBe('room.not-submitted')
  expect(await refusalOf(elsewhere)).toBe('room.not-submitted')
  expect(await refusalOf(scene)).toBeUndefined()
  const params = { id: scenario.projectId }
  const listed = async (user: typeof scenario.parties.client) =>
    (await app.injectAs(user, rooms.listRoomVersions, { params })).reply.items.map((one) => one.draft)
  expect([await listed(scenario.parties.creator), await listed(scenario.parties.client)]).toEqual([
    [true, false],
    [false],
  ])
})

test('a host chooses a variant for everybody, later visitors included, and a guest cannot', async () => {
  const { projectId, parties } = scene.scenario
  const params = { id: projectId }
  const guest = await app.createUser('Hana')
  const invite = await app.injectAs(parties.client, rooms.inviteToRoom, { params })
  const token = invite.reply.path.split('=')[1] ?? ''
  await app.injectAs(guest, rooms.acceptRoomInvite, { params, body: { token } })
  const stored = async (user: TestUser) => {
    const { items } = (await app.injectAs(user, rooms.readRoomRecords, { params })).reply
    return items.find(({ key }) => key === 'scene')
  }
  const before = await stored(guest)
  if (!before) throw new Error('an empty scene')
  expect(before.value).not.toHaveProperty('variant')
  const choose = (user: TestUser, variant: string) => {
    const body = { expected: before.version, value: { ...before.value, variant } }
    return app.injectAs(user, rooms.setRoomRecord, { params: { ...params, key: 'scene' }, body })
  }
  const refused = await choose(guest, 'Moss')
  expect([refused.status, refused.problem.code]).toEqual([403, 'room.hosts-only'])
  expect((await choose(parties.client, 'Moss')).status).toBe(200)
  for (const user of [parties.creator, guest])
    expect((await stored(user))?.value).toEqual({ ...before.value, variant: 'Moss' })
})
