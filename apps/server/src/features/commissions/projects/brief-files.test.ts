import { randomUUID } from 'node:crypto'
import * as contract from '@veranda/contract/commissions/routes.ts'
import { readAsset, removeAsset } from '@veranda/contract/assets/routes.ts'
import { briefLimits } from '@veranda/core/commissions/projects/brief.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadAsset } from '../../../platform/assets/testing/upload-client.ts'
import { type TestApp, testApp, type TestUser } from '../../../testing/test-app.ts'
import { commissionEraser } from '../erase-user.ts'
import { makeZip } from '../../../platform/assets/testing/malformed-glb.ts'
import { makeCreator } from '../testing/commission-scenario.ts'

let t: TestApp
let client: TestUser
let creator: TestUser
let plan: string
let sketch: string

beforeAll(async () => {
  t = await testApp()
  client = await t.createUser('Carla Client')
  creator = await createCreator('Pia Maker')
  plan = (await uploadAsset(t, client, 'plan.pdf', Buffer.from('%PDF-1.7 plan'))).id
  const picture = sharp({ create: { width: 32, height: 24, channels: 3, background: '#a52' } })
  sketch = (await uploadAsset(t, client, 'sketch.png', await picture.png().toBuffer())).id
})
afterAll(() => t.close())

/** Creates a creator who accepts commissions. */
async function createCreator(name: string): Promise<TestUser> {
  const user = await t.createUser(name, { role: 'creator' })
  await makeCreator(t, user)
  return user
}

const pdfOf = (text: string) => Buffer.from(`%PDF-1.7 ${text}`)
const open = (assetIds: readonly string[], as = client) => {
  const brief = { title: 'A lobby', brief: 'For our new office', skills: [], budget: null }
  return t.injectAs(as, contract.openProject, { body: { ...brief, assetIds: [...assetIds] } })
}
const download = async (who: TestUser, id: string) =>
  (await t.app.http.inject({ url: `/api/assets/${id}/source`, headers: { cookie: who.cookie } })).statusCode
const namesSeenBy = async (who: TestUser, id: string) =>
  (await t.injectAs(who, contract.readProject, { params: { id } })).reply.files.map(({ name }) => name)

test('files of a brief come with the request, and can be downloaded by the creator for as long as they are asked', async () => {
  const { id: projectId } = (await open([plan, sketch])).reply
  const stranger = await t.createUser('Stella Stranger')
  expect([await download(client, plan), await download(creator, plan), await download(stranger, plan)]).toEqual([
    200, 404, 404,
  ])
  const body = { projectId, creatorId: creator.id, message: '' }
  const { reply: asked } = await t.injectAs(client, contract.requestCommission, { body })
  expect(await namesSeenBy(client, projectId)).toEqual(['plan.pdf', 'sketch.png'])
  expect(await namesSeenBy(creator, projectId)).toEqual(['plan.pdf', 'sketch.png'])
  expect((await t.injectAs(creator, readAsset, { params: { id: plan } })).status).toBe(200)
  // An image is more than its preview only for those who may have it.
  for (const id of [plan, sketch])
    expect([await download(creator, id), await download(stranger, id)]).toEqual([200, 404])
  const decline = { params: { id: asked.id }, body: { reason: 'No time', expected: asked.version } }
  expect((await t.injectAs(creator, contract.declineCommission, decline)).status).toBe(200)
  expect(await download(creator, plan)).toBe(404)
})

test('files of a further request are added to the brief, for every creator who is asked; a file that it has stays one', async () => {
  const { id: projectId } = (await open([plan])).reply
  const other = await createCreator('Otto Other')
  const ask = (creatorId: string, assetIds: readonly string[]) => {
    const body = { projectId, creatorId, message: '', assetIds: [...assetIds] }
    return t.injectAs(client, contract.requestCommission, { body })
  }
  expect((await ask(creator.id, [])).status).toBe(200)
  expect((await ask(other.id, [sketch, plan, sketch])).status).toBe(200)
  for (const who of [client, creator, other]) {
    expect(await namesSeenBy(who, projectId), who.name).toEqual(['plan.pdf', 'sketch.png'])
    expect([await download(who, plan), await download(who, sketch)]).toEqual([200, 200])
  }
})

test('what a brief cannot take is refused with its field, in a further request too, and nothing is asked', async () => {
  const sources = makeZip([{ name: 'chair.blend', bytes: Buffer.from('BLENDER') }])
  const archive = (await uploadAsset(t, client, 'sources.zip', sources)).id
  const unsupported = { status: 422, code: 'brief.unsupported-file', field: 'assetIds.1' }
  expect((await open([plan, archive])).problem).toMatchObject(unsupported)
  const { id: projectId } = (await open([plan])).reply
  const ask = (assetIds: readonly string[], creatorId: string) => {
    const body = { projectId, creatorId, message: '', assetIds: [...assetIds] }
    return t.injectAs(client, contract.requestCommission, { body })
  }
  expect((await ask([sketch, archive], creator.id)).problem).toMatchObject(unsupported)
  const files = ['one', 'two', 'three', 'four', 'five']
  const uploads = files.map(async (name) => (await uploadAsset(t, client, `${name}.pdf`, pdfOf(name))).id)
  const ids = await Promise.all(uploads)
  const full = { status: 422, code: 'brief.too-many-files', field: 'assetIds' }
  expect((await ask(ids, creator.id)).problem).toMatchObject(full)
  expect((await t.injectAs(client, contract.readProject, { params: { id: projectId } })).reply.commissions).toEqual([])
  // Of two requests at once that each would fill it, one adds its files.
  const makers = [await createCreator('Ann'), await createCreator('Ben')]
  const replies = await Promise.all(makers.map((maker, index) => ask(ids.slice(2 * index, 2 * index + 3), maker.id)))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  expect(await namesSeenBy(client, projectId)).toHaveLength(4)
})

test('a file that a brief has is not removed', async () => {
  await open([plan])
  expect((await t.injectAs(client, removeAsset, { params: { id: plan } })).problem.code).toBe('asset.in-use')
})

test('files of others, files that are not there and too many files are refused, and no project is opened', async () => {
  const count = async () => (await t.injectAs(client, contract.listProjects)).reply.items.length
  const before = await count()
  const other = (await uploadAsset(t, creator, 'other.pdf', Buffer.from('%PDF-1.7 other'))).id
  for (const [ids, field] of [
    [[plan, other], 'assetIds.1'],
    [[randomUUID()], 'assetIds.0'],
  ] as const) {
    expect((await open(ids)).problem).toMatchObject({ status: 422, code: 'asset.not-ready', field })
  }
  const ids = Array.from({ length: briefLimits.files + 1 }, () => randomUUID())
  expect((await open(ids)).problem).toMatchObject({ status: 422, errors: [{ field: 'assetIds' }] })
  expect(await count()).toBe(before)
  // The same file twice is attached once.
  const { id } = (await open([plan, plan])).reply
  expect(await namesSeenBy(client, id)).toEqual(['plan.pdf'])
})

test('files of a brief that no one else saw go with their client, others with the last member of the project', async () => {
  const leaving = await t.createUser('Lea Leaving')
  const upload = async (name: string) => (await uploadAsset(t, leaving, name, Buffer.from(`%PDF-1.7 ${name}`))).id
  const [unseen, seen] = [await upload('unseen.pdf'), await upload('seen.pdf')]
  await open([unseen], leaving)
  const { id: projectId } = (await open([seen], leaving)).reply
  const maker = await createCreator('Mia Maker')
  const body = { projectId, creatorId: maker.id, message: '' }
  expect((await t.injectAs(leaving, contract.requestCommission, { body })).status).toBe(200)
  const erase = (user: TestUser) =>
    t.deps.db.transaction().execute(async (tx) => {
      // As the closing of an account does before.
      const closed = { closed_at: new Date(t.clock.now()) }
      await tx.updateTable('users').set(closed).where('id', '=', user.id).execute()
      await commissionEraser.erase({ tx, deps: t.deps }, { id: user.id, name: user.name, email: null })
    })
  const attached = async () => {
    const rows = await t.deps.db.selectFrom('project_assets').select('asset_id').execute()
    return [unseen, seen].map((id) => rows.some((row) => row.asset_id === id))
  }
  expect(await attached()).toEqual([true, true])
  await erase(leaving)
  expect([await attached(), await download(maker, seen)]).toEqual([[false, true], 200])
  await erase(maker)
  expect(await attached()).toEqual([false, false])
  const left = await t.deps.db.selectFrom('assets').select('id').where('id', '=', seen).execute()
  expect(left).toEqual([])
})
