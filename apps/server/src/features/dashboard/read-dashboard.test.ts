import * as commissions from '@veranda/contract/commissions/routes.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeChair } from '../../../seed/assets/chair.ts'
import { addTurntable, uploadConvertedModel } from '../../platform/assets/testing/upload-converted-model.ts'
import { type TestApp, type TestUser, testApp } from '../../testing/test-app.ts'
import { CommissionScenario, makeCreator, offerContent } from '../commissions/testing/commission-scenario.ts'

let app: TestApp
let client: TestUser
let creator: TestUser

beforeAll(async () => {
  app = await testApp()
  client = await app.createUser('Carla Client')
  creator = await app.createUser('Pia Maker', { role: 'creator' })
  await app.runUntilIdle()
  const known = await app.deps.db.selectFrom('creators').where('user_id', '=', creator.id).select('user_id').execute()
  if (known.length === 0) await makeCreator(app, creator)
})
afterAll(() => app.close())

const read = async (as: TestUser) => (await app.injectAs(as, readDashboard, {})).reply
const stepsOf = async (as: TestUser) => (await read(as)).firstSteps?.steps.map(({ id, done }) => `${id} ${done}`)

describe('the first steps', () => {
  test('of a creator are counted from their page, what they show and their hours, and gone then', async () => {
    expect((await read(creator)).firstSteps?.role).toBe('creator')
    expect(await stepsOf(creator)).toEqual(['profile false', 'work false', 'availability false'])
    const { db } = app.deps
    await db.updateTable('creators').set({ headline: 'Rooms' }).where('user_id', '=', creator.id).execute()
    expect(await stepsOf(creator)).toContain('profile false')
    await db
      .updateTable('creators')
      .set({ skills: ['worlds'] })
      .where('user_id', '=', creator.id)
      .execute()
    expect(await stepsOf(creator)).toContain('profile true')
    const at = new Date(app.clock.now())
    const service = {
      id: app.deps.ids.next(),
      creator_id: creator.id,
      position: 1,
      title: 'A room',
      description: '',
      price: 10_000,
      currency: 'EUR',
      unit: 'project',
      delivery_days: null,
      review_rounds: null,
      created_at: at,
      removed_at: null,
    } as const
    await db.insertInto('package_services').values(service).execute()
    expect(await stepsOf(creator)).toEqual(['profile true', 'work true', 'availability false'])
    const week = JSON.stringify([{ weekday: 1, from: '09:00', to: '17:00' }])
    const none = JSON.stringify([])
    const schedule = { weekly: week, overrides: none, absences: none, travels: none, version: 1, updated_at: at }
    await db
      .insertInto('schedules')
      .values({ user_id: creator.id, time_zone: 'Europe/Lisbon', ...schedule })
      .execute()
    expect((await read(creator)).firstSteps).toBeNull()
  })

  test('of a client lead to protected money', async () => {
    const nora = await app.createUser('Nora New')
    expect((await read(nora)).firstSteps?.role).toBe('client')
    const scenario = new CommissionScenario(app, { client: nora, creator })
    await scenario.request()
    expect(await stepsOf(nora)).toEqual(['project true', 'agreement false', 'funding false'])
    await scenario.makeOffer()
    await scenario.accept()
    expect(await stepsOf(nora)).toEqual(['project true', 'agreement true', 'funding false'])
    await scenario.fund()
    expect((await read(nora)).firstSteps).toBeNull()
  })
})

test('a pending task says which steps its viewer may take, and shows the newest version that they may see', async () => {
  const scenario = new CommissionScenario(app, { client, creator })
  await scenario.fundFirstMilestone(offerContent(app))
  const chair = await uploadConvertedModel(app, creator, 'chair.glb', await makeChair(1))
  const { id } = await scenario.milestone()
  const body = { notes: 'Here', assetIds: [chair.id] }
  const added = (await app.injectAs(creator, commissions.addDeliverable, { params: { id }, body })).reply
  const thumbnail = `/api/assets/${chair.id}/thumbnail`

  const drafted = await read(creator)
  const mine = drafted.pendingOnMe.find(({ milestoneId }) => milestoneId === id)
  expect(mine?.actions).toEqual(['submit'])
  expect(mine?.newestVersion).toEqual({ number: 1, isDraft: true, thumbnail })
  expect(drafted.recentVersions.map((one) => one.milestoneId)).toContain(id)
  const unseen = await read(client)
  expect(unseen.pendingOnThem.find(({ milestoneId }) => milestoneId === id)).toMatchObject({
    actions: [],
    newestVersion: null,
  })
  expect(unseen.recentVersions).toEqual([])

  const version = added.deliverables.at(-1)
  const named = { deliverableId: version?.id ?? '', hash: version?.hash ?? '', expected: added.version }
  await app.injectAs(creator, commissions.submitMilestone, { params: { id }, body: named })
  const submitted = await read(client)
  const review = submitted.pendingOnMe.find(({ milestoneId }) => milestoneId === id)
  expect(review?.actions).toEqual(['approve', 'request-changes'])
  expect(review?.newestVersion).toEqual({ number: 1, isDraft: false, thumbnail })
  expect(submitted.recentVersions).toMatchObject([
    {
      milestoneId: id,
      number: 1,
      thumbnail,
      turntable: null,
      counterpart: { name: 'Pia Maker' },
    },
  ])
  await addTurntable(app, chair)
  expect((await read(client)).recentVersions).toMatchObject([{ turntable: `/api/assets/${chair.id}/turntable` }])
  const stranger = await app.createUser('Stella Stranger')
  expect(await read(stranger)).toMatchObject({ pendingOnMe: [], pendingOnThem: [], recentVersions: [] })
})
