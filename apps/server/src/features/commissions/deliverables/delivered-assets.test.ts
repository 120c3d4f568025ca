import { noLimits as none } from '@veranda/core/assets/testing/no-limits.ts'
import { randomUUID } from 'node:crypto'
import * as contract from '@veranda/contract/commissions/routes.ts'
import type { Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import {
  openDirectConversation,
  deleteMessage,
  listMessages,
  readConversation,
  sendMessage,
} from '@veranda/contract/conversations/routes.ts'
import { addPortfolioItem, readCreator, removePortfolioItem } from '@veranda/contract/talent/routes.ts'
import { readAsset, removeAsset } from '@veranda/contract/assets/routes.ts'
import type { AcceptanceLimits, Asset } from '@veranda/contract/assets/schemas.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeChair } from '../../../../seed/assets/chair.ts'
import { makeLamp } from '../../../../seed/assets/lamp.ts'
import { ModelBuilder } from '../../../../seed/assets/model-builder.ts'
import { box } from '../../../../seed/assets/solids.ts'
import { type TestUser, testApp, type TestApp } from '../../../testing/test-app.ts'
import { readStream } from '../../../platform/events/streams.ts'
import { readPartMeshes } from '../../../platform/assets/asset.repository.ts'
import { modifyGlb } from '../../../platform/assets/testing/malformed-glb.ts'
import { uploadAsset, uploadImage as uploadImageFile } from '../../../platform/assets/testing/upload-client.ts'
import { uploadConvertedModel } from '../../../platform/assets/testing/upload-converted-model.ts'
import { offerContent, makeCreator, uploadImage, CommissionScenario } from '../testing/commission-scenario.ts'

let t: TestApp
let maya: TestUser
let kenji: TestUser
let stranger: TestUser
let chair: Asset

beforeAll(async () => {
  t = await testApp()
  maya = await t.createUser('Maya')
  kenji = await t.createUser('Kenji', { role: 'creator' })
  stranger = await t.createUser('Stella')
  await t.runUntilIdle()
  const known = await t.deps.db.selectFrom('creators').select('user_id').where('user_id', '=', kenji.id).execute()
  if (known.length === 0) await makeCreator(t, kenji)
  chair = await uploadConvertedModel(t, kenji, 'chair.glb', await makeChair(1))
})
afterAll(() => t.close())

async function startedScenario(limits: AcceptanceLimits | null): Promise<CommissionScenario> {
  const scenario = new CommissionScenario(t, { client: maya, creator: kenji })
  await scenario.request()
  const what = offerContent(t)
  await scenario.makeOffer({ ...what, milestones: what.milestones.map((terms) => ({ ...terms, limits })) })
  await scenario.accept()
  await scenario.fund()
  return scenario
}

async function addVersion(scenario: CommissionScenario, assetIds: string[], as = kenji) {
  const { id } = await scenario.milestone()
  return t.injectAs(as, contract.addDeliverable, { params: { id }, body: { notes: 'Here', assetIds } })
}

function submit(milestone: Milestone) {
  const version = milestone.deliverables.at(-1)
  const body = { deliverableId: version?.id ?? '', hash: version?.hash ?? '', expected: milestone.version }
  return t.injectAs(kenji, contract.submitMilestone, { params: { id: milestone.id }, body })
}

const readStatus = async (who: TestUser, id: string) => (await t.injectAs(who, readAsset, { params: { id } })).status
const get = async (who: TestUser, url: string) =>
  (await t.app.http.inject({ method: 'GET', url, headers: { cookie: who.cookie } })).statusCode

test('a version is bound by the hashes of its assets, visible to both parties, and its sources become available with the release', async () => {
  const scenario = await startedScenario(null)
  const added = (await addVersion(scenario, [chair.id])).reply
  const [version] = added.deliverables
  expect(version).toMatchObject({
    limits: [],
    assets: [{ id: chair.id, hash: chair.hash, facts: { triangles: 14_040 } }],
  })
  const other = (
    await addVersion(scenario, [(await uploadConvertedModel(t, kenji, 'chair.glb', await makeChair(2))).id])
  ).reply
  expect(new Set(other.deliverables.map(({ hash }) => hash)).size).toBe(2)
  const submitted = (await submit((await addVersion(scenario, [chair.id])).reply)).reply
  const before = (await scenario.milestone()).deliverables.at(-1)?.assets[0]
  expect(before?.sourceUrl).toBeNull()
  expect(before?.model).not.toBeNull()
  expect(await get(maya, `/api/assets/${chair.id}/model`)).toBe(200)
  expect(await get(maya, `/api/assets/${chair.id}/thumbnail`)).toBe(200)
  expect(await get(maya, `/api/assets/${chair.id}/source`)).toBe(404)
  expect(await get(kenji, `/api/assets/${chair.id}/source`)).toBe(200)
  expect([await readStatus(maya, chair.id), await readStatus(stranger, chair.id)]).toEqual([200, 404])
  expect(await get(stranger, `/api/assets/${chair.id}/model`)).toBe(404)
  expect(submitted.state).toBe('submitted')
  await scenario.approve()
  await t.runUntilIdle()
  expect((await scenario.milestone()).state).toBe('released')
  expect((await scenario.milestone()).deliverables.at(-1)?.assets[0]?.sourceUrl).toBe(`/api/assets/${chair.id}/source`)
  expect(await get(maya, `/api/assets/${chair.id}/source`)).toBe(200)
  expect(await get(stranger, `/api/assets/${chair.id}/source`)).toBe(404)
})

test('after the release every original file arrives under its original name, before it none', async () => {
  const scenario = await startedScenario(null)
  const { id } = await scenario.milestone()
  const model = await uploadConvertedModel(t, kenji, 'Stuhl “Größe 2”.glb', await makeLamp())
  const plans = await uploadAsset(t, kenji, '平面図.pdf', Buffer.from('%PDF-1.7 floor plan'))
  const png = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#a53' } })
    .png()
    .toBuffer()
  const { id: image } = await uploadImageFile(t, kenji, 'Vorderansicht.png', png)
  const body = { notes: 'All of it', assetIds: [model.id, plans.id], fileIds: [image] }
  await submit((await t.injectAs(kenji, contract.addDeliverable, { params: { id }, body })).reply)
  const download = (who: TestUser, url: string) =>
    t.app.http.inject({ method: 'GET', url, headers: { cookie: who.cookie } })
  const before = [`/api/assets/${model.id}/source?download=1`, `/api/files/${image}?form=full&download=1`]
  for (const url of before) expect((await download(maya, url)).statusCode).toBe(404)
  await scenario.approve()
  await t.runUntilIdle()
  const version = (await scenario.milestone()).deliverables.find(({ state }) => state === 'approved')
  const originals = [...(version?.assets ?? []), ...(version?.files ?? [])]
  expect(originals.map(({ name }) => name)).toEqual(['Stuhl “Größe 2”.glb', '平面図.pdf', 'Vorderansicht.png'])
  for (const { name, bytes, sourceUrl } of originals) {
    const url = `${sourceUrl}${sourceUrl?.includes('?') ? '&' : '?'}download=1`
    const reply = await download(maya, url)
    expect([reply.statusCode, reply.rawPayload.length]).toEqual([200, bytes])
    const [, encoded = ''] =
      /^attachment; .*filename\*=UTF-8''(.+)$/.exec(String(reply.headers['content-disposition'])) ?? []
    expect(decodeURIComponent(encoded)).toBe(name)
    expect((await download(stranger, url)).statusCode).toBe(404)
  }
})

test('a project is sent without the part lists of its models, so that hundreds of parts add no weight', async () => {
  const one = new ModelBuilder('Screws')
  one.addPart('Plate', box(0.1, 0.02, 0.1), one.addMaterial({ name: 'Steel', color: [0.5, 0.5, 0.5] }))
  const many = modifyGlb(await one.toGlb(), (json) => {
    const nodes = Array.from({ length: 200 }, (_, index) => ({ mesh: 0, name: `Screw number ${index} of the frame` }))
    json.scenes[0].nodes.push(...nodes.map((_, index) => json.nodes.length + index))
    json.nodes.push(...nodes)
  })
  const asset = await uploadConvertedModel(t, kenji, 'screws.glb', many)
  expect(asset.facts?.parts.length).toBeGreaterThan(200)
  const scenario = await startedScenario(null)
  const [version] = (await addVersion(scenario, [asset.id])).reply.deliverables
  expect(version?.assets[0]?.facts).toMatchObject({ triangles: asset.facts?.triangles })
  expect(version?.assets[0]?.facts).not.toHaveProperty('parts')
  const project = await t.injectAs(maya, contract.readProject, { params: { id: scenario.projectId } })
  const bytes = (value: unknown) => JSON.stringify(value).length
  expect(bytes(asset)).toBeGreaterThan(30_000)
  expect(bytes(project.reply)).toBeLessThan(20_000)
})

test('a draft version, model or document, is visible to its creator only', async () => {
  const plans = await uploadAsset(t, kenji, 'plans.pdf', Buffer.from('%PDF-1.7 plans'))
  const scenario = await startedScenario(null)
  const added = (await addVersion(scenario, [chair.id, plans.id])).reply
  const seenBy = async (who: TestUser) =>
    (await t.injectAs(who, contract.readProject, { params: { id: scenario.projectId } })).reply
  const versions = async (who: TestUser) => (await seenBy(who)).commissions[0]?.milestones[0]?.deliverables.length
  expect([await versions(maya), await versions(kenji)]).toEqual([0, 1])
  expect(await get(maya, `/api/assets/${plans.id}/source`)).toBe(404)
  expect(await get(kenji, `/api/assets/${plans.id}/source`)).toBe(200)
  await submit(added)
  expect([await versions(maya), await get(maya, `/api/assets/${plans.id}/source`)]).toEqual([1, 200])
})

test('a delivered asset can be neither removed nor changed', async () => {
  const { status, problem } = await t.injectAs(kenji, removeAsset, { params: { id: chair.id } })
  expect([status, problem.code]).toEqual([409, 'asset.in-use'])
  const rename = t.deps.db.updateTable('assets').set({ name: 'other.glb' }).where('id', '=', chair.id).execute()
  await expect(rename).rejects.toThrow(/immutable/)
  expect(await readPartMeshes(t.deps, chair.id)).toHaveLength(14)
})

test('the limits of the offer are shown as met or not met, and a version that breaks one cannot be submitted', async () => {
  const size = { x: 540, y: 861, z: 568, tolerance: 2 }
  const limits: AcceptanceLimits = { ...none, maxTriangles: 13_000, size, format: 'model', frameRate: 'green' }
  const scenario = await startedScenario(limits)
  expect((await scenario.milestone()).limits).toEqual(limits)
  const heavy = (await addVersion(scenario, [chair.id])).reply
  expect(heavy.deliverables.at(-1)?.limits).toEqual([
    { name: 'triangles', met: false, required: '13000', actual: '14040' },
    { name: 'format', met: true, required: 'model', actual: 'model' },
    { name: 'size', met: true, required: '540 × 861 × 568 ± 2', actual: '540 × 861.07 × 568.17' },
    { name: 'frame-rate', met: true, required: 'green', actual: 'green' },
  ])
  const refused = await submit(heavy)
  expect([refused.status, refused.problem.code]).toEqual([409, 'deliverable.limits-not-met'])
  expect(refused.problem.facts).toEqual({ limits: 'triangles' })
  expect(refused.problem.detail).toContain('triangles')
  const lamp = await uploadConvertedModel(t, kenji, 'lamp.glb', await makeLamp())
  const both = await submit((await addVersion(scenario, [lamp.id])).reply)
  expect(both.problem.facts).toEqual({ limits: 'size' })
  expect((await scenario.milestone()).state).toBe('in_progress')
})

test('nonsensical limits are refused with the offer, and the accepted text includes the limits', async () => {
  const scenario = new CommissionScenario(t, { client: maya, creator: kenji })
  await scenario.request()
  const { version: expected } = await scenario.read()
  const what = offerContent(t)
  const wrong = what.milestones.map((terms) => ({ ...terms, limits: { ...none, maxTriangles: 0 } }))
  const call = {
    params: { id: scenario.id },
    body: { content: { ...what, milestones: wrong }, reason: null, expected },
  }
  const { problem } = await t.injectAs(kenji, contract.makeOffer, call)
  expect(problem).toMatchObject({ code: 'limits.out-of-range', field: 'milestones.0.limits.maxTriangles' })
  const first = await scenario.makeOffer(what)
  const second = await scenario.makeOffer({
    ...what,
    milestones: what.milestones.map((terms) => ({ ...terms, limits: { ...none, maxTriangles: 1 } })),
  })
  expect(second.offers.at(-1)?.hash).not.toBe(first.offers.at(-1)?.hash)
})

test("only the creator's own assets that are ready can be delivered", async () => {
  const scenario = await startedScenario(null)
  const hers = await uploadConvertedModel(t, maya, 'chair.glb', await makeChair(1))
  for (const id of [hers.id, randomUUID()]) {
    const { status, problem } = await addVersion(scenario, [id])
    expect([status, problem.code, problem.field]).toEqual([422, 'deliverable.asset-not-ready', 'assetIds.0'])
  }
  expect((await addVersion(scenario, [])).problem.code).toBe('deliverable.empty')
})

test('a message shares assets with the members of its conversation, and deleting it revokes them', async () => {
  const lamp = await uploadConvertedModel(t, kenji, 'desk-lamp.glb', await makeLamp(), { purpose: 'chat' })
  const { id } = (await t.injectAs(kenji, openDirectConversation, { body: { userId: maya.id } })).reply
  const postMessage = (assetIds: string[], who = kenji, message = '') =>
    t.injectAs(who, sendMessage, { params: { id }, body: { clientId: randomUUID(), message, assetIds } })
  expect((await postMessage([])).problem.code).toBe('message.empty')
  expect((await postMessage([lamp.id], maya)).problem).toMatchObject({ code: 'asset.not-ready', field: 'assetIds.0' })
  expect(await readStatus(maya, lamp.id)).toBe(404)
  const sent = await postMessage([lamp.id])
  const shown = (await t.injectAs(maya, listMessages, { params: { id }, query: {} })).reply.items.at(-1)
  expect(shown).toMatchObject({
    text: '',
    attachments: [{ id: lamp.id, name: 'desk-lamp.glb', kind: 'model', thumbnail: lamp.thumbnail }],
  })
  const lastWord = async () => (await t.injectAs(maya, readConversation, { params: { id } })).reply.last
  expect(await lastWord()).toMatchObject({ text: '', attachmentKind: 'model' })
  expect([await readStatus(maya, lamp.id), await readStatus(stranger, lamp.id)]).toEqual([200, 404])
  expect(await get(maya, `/api/assets/${lamp.id}/source`)).toBe(200)
  await t.injectAs(kenji, deleteMessage, { params: { id: sent.reply.id } })
  expect(await readStatus(maya, lamp.id)).toBe(404)
  expect(await lastWord()).toMatchObject({ text: '', attachmentKind: null, deleted: true })
  expect(
    (await t.injectAs(maya, listMessages, { params: { id }, query: {} })).reply.items.at(-1)?.attachments,
  ).toBeUndefined()
  // A client that resumes the stream does not receive it either.
  expect(JSON.stringify(await readStream(t.deps.db, { kind: 'conversation', id }))).not.toContain(lamp.id)
  expect((await t.injectAs(kenji, removeAsset, { params: { id: lamp.id } })).status).toBe(200)
})

test('a portfolio item opens for every signed-in user, without its source', async () => {
  const asset = await uploadConvertedModel(t, kenji, 'lamp.glb', await makeLamp(), { purpose: 'profile' })
  const body = { title: 'Lamp', description: '', fileId: await uploadImage(t, kenji), assetId: asset.id }
  const profile = (await t.injectAs(kenji, addPortfolioItem, { body })).reply
  const page = (await t.injectAs(stranger, readCreator, { params: { id: kenji.id } })).reply
  expect(page.portfolio.at(-1)?.asset).toMatchObject({ id: asset.id, facts: { draws: 5 }, sourceUrl: null })
  expect(await get(stranger, `/api/assets/${asset.id}/model`)).toBe(200)
  expect(await get(stranger, `/api/assets/${asset.id}/source`)).toBe(404)
  await t.injectAs(kenji, removePortfolioItem, { params: { id: profile.portfolio.at(-1)?.id ?? '' } })
  expect(await get(stranger, `/api/assets/${asset.id}/model`)).toBe(404)
})
