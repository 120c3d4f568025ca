import { noLimits } from '@veranda/core/assets/testing/no-limits.ts'
import * as contract from '@veranda/contract/commissions/routes.ts'
import type { Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import type { AcceptanceLimits } from '@veranda/contract/assets/schemas.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeChair } from '../../../../seed/assets/chair.ts'
import { makeLamp } from '../../../../seed/assets/lamp.ts'
import { type TestUser, testApp, type TestApp } from '../../../testing/test-app.ts'
import { uploadConvertedModel } from '../../../platform/assets/testing/upload-converted-model.ts'
import { offerContent, makeCreator, uploadImage, CommissionScenario } from '../testing/commission-scenario.ts'

let t: TestApp
let maya: TestUser
let kenji: TestUser

beforeAll(async () => {
  t = await testApp()
  maya = await t.createUser('Maya')
  kenji = await t.createUser('Kenji', { role: 'creator' })
  await t.runUntilIdle()
  const known = await t.deps.db.selectFrom('creators').select('user_id').where('user_id', '=', kenji.id).execute()
  if (known.length === 0) await makeCreator(t, kenji)
})
afterAll(() => t.close())

async function startedScenario(limits: Partial<AcceptanceLimits>): Promise<CommissionScenario> {
  const scenario = new CommissionScenario(t, { client: maya, creator: kenji })
  await scenario.request()
  const what = offerContent(t)
  const milestones = what.milestones.map((terms) => ({ ...terms, limits: { ...noLimits, ...limits } }))
  await scenario.makeOffer({ ...what, milestones })
  await scenario.accept()
  await scenario.fund()
  return scenario
}

async function addVersion(
  scenario: CommissionScenario,
  parts: { fileIds?: string[]; assetIds?: string[] },
): Promise<Milestone> {
  const { id } = await scenario.milestone()
  const added = await t.injectAs(kenji, contract.addDeliverable, { params: { id }, body: { notes: 'Here', ...parts } })
  expect(added.status).toBe(200)
  return added.reply
}

function submit(milestone: Milestone) {
  const version = milestone.deliverables.at(-1)
  const body = { deliverableId: version?.id ?? '', hash: version?.hash ?? '', expected: milestone.version }
  return t.injectAs(kenji, contract.submitMilestone, { params: { id: milestone.id }, body })
}

const limitChecksOf = (milestone: Milestone) => milestone.deliverables.at(-1)?.limits

test('the images of a version satisfy an agreed image format, and the version can be submitted', async () => {
  const scenario = await startedScenario({ format: 'image', maxBytes: 1_000 })
  const added = await addVersion(scenario, { fileIds: [await uploadImage(t, kenji)] })
  expect(limitChecksOf(added)).toEqual([
    { name: 'bytes', met: true, required: '1000', actual: '1000' },
    { name: 'format', met: true, required: 'image', actual: 'image' },
  ])
  expect((await submit(added)).reply.state).toBe('submitted')
})

test('an image that is too large breaks the byte limit, also next to other assets', async () => {
  const scenario = await startedScenario({ maxBytes: 999 })
  const added = await addVersion(scenario, { fileIds: [await uploadImage(t, kenji)] })
  expect(limitChecksOf(added)).toEqual([{ name: 'bytes', met: false, required: '999', actual: '1000' }])
  expect((await submit(added)).problem).toMatchObject({
    code: 'deliverable.limits-not-met',
    facts: { limits: 'bytes' },
  })
  const body = { notes: 'Here', fileIds: [await uploadImage(t, kenji)], submit: true }
  const before = await scenario.milestone()
  const at = { params: { id: before.id }, body }
  expect((await t.injectAs(kenji, contract.addDeliverable, at)).problem).toMatchObject({
    code: 'deliverable.limits-not-met',
    facts: { limits: 'bytes' },
  })
  expect(await scenario.milestone()).toEqual(before)
  const lamp = await uploadConvertedModel(t, kenji, 'lamp.glb', await makeLamp())
  const both = await startedScenario({ maxBytes: 50_000_000, format: 'image' })
  expect(limitChecksOf(await addVersion(both, { assetIds: [lamp.id] }))).toMatchObject([{ met: true }, { met: false }])
  const mixed = await addVersion(both, { assetIds: [lamp.id], fileIds: [await uploadImage(t, kenji)] })
  expect(limitChecksOf(mixed)).toMatchObject([
    { met: true, actual: String(lamp.bytes) },
    { met: true, actual: 'model, image' },
  ])
  expect((await submit(mixed)).reply.state).toBe('submitted')
})

test('every model of a version has to keep the agreed size, not only the first', async () => {
  const chair = await uploadConvertedModel(t, kenji, 'chair.glb', await makeChair(1))
  const lamp = await uploadConvertedModel(t, kenji, 'lamp.glb', await makeLamp())
  const scenario = await startedScenario({ size: { x: 540, y: 861, z: 568, tolerance: 2 } })
  const alone = await addVersion(scenario, { assetIds: [chair.id] })
  expect(limitChecksOf(alone)).toMatchObject([{ name: 'size', met: true, actual: '540 × 861.07 × 568.17' }])
  const shown = new Set<string | null | undefined>()
  for (const assetIds of [
    [chair.id, lamp.id],
    [lamp.id, chair.id],
  ]) {
    const added = await addVersion(scenario, { assetIds })
    expect(limitChecksOf(added)).toMatchObject([{ name: 'size', met: false }])
    shown.add(limitChecksOf(added)?.[0]?.actual)
    expect((await submit(added)).problem.facts).toEqual({ limits: 'size' })
  }
  expect([...shown]).toEqual([expect.not.stringContaining('861.07')])
})
