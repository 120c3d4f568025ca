import { free } from '@veranda/core/works/test-limits.ts'
import * as contract from '@veranda/contract/commissions/routes.ts'
import type { Milestone } from '@veranda/contract/commissions/schemas.ts'
import type { AcceptanceLimits } from '@veranda/contract/works/schemas.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeChair } from '../../../../seed/works/chair.ts'
import { makeLamp } from '../../../../seed/works/lamp.ts'
import { type Person, testApp, type TestApp } from '../../../testing/test-app.ts'
import { uploadWork } from '../../../works/testing/upload.ts'
import { content, makeCreator, picture, Story } from '../testing/story.ts'

let t: TestApp
let maya: Person
let kenji: Person

beforeAll(async () => {
  t = await testApp()
  maya = await t.person('Maya')
  kenji = await t.person('Kenji', { role: 'creator' })
  await t.settle()
  const known = await t.deps.db.selectFrom('creators').select('person_id').where('person_id', '=', kenji.id).execute()
  if (known.length === 0) await makeCreator(t, kenji)
})
afterAll(() => t.close())

async function begun(limits: Partial<AcceptanceLimits>): Promise<Story> {
  const story = new Story(t, { client: maya, creator: kenji })
  await story.request()
  const what = content(t)
  const milestones = what.milestones.map((terms) => ({ ...terms, limits: { ...free, ...limits } }))
  await story.offer({ ...what, milestones })
  await story.accept()
  await story.fund()
  return story
}

async function add(story: Story, parts: { fileIds?: string[]; works?: string[] }): Promise<Milestone> {
  const { id } = await story.milestone()
  const added = await t.injectAs(kenji, contract.addDeliverable, { params: { id }, body: { notes: 'Here', ...parts } })
  expect(added.status).toBe(200)
  return added.reply
}

function submit(milestone: Milestone) {
  const version = milestone.deliverables.at(-1)
  const body = { deliverableId: version?.id ?? '', hash: version?.hash ?? '', expected: milestone.version }
  return t.injectAs(kenji, contract.submitMilestone, { params: { id: milestone.id }, body })
}

const checksOf = (milestone: Milestone) => milestone.deliverables.at(-1)?.limits

test('an agreed picture is met by the pictures of a version, and it can be submitted', async () => {
  const story = await begun({ format: 'picture', maxBytes: 1_000 })
  const added = await add(story, { fileIds: [await picture(t, kenji)] })
  expect(checksOf(added)).toEqual([
    { name: 'bytes', met: true, asked: '1000', actual: '1000' },
    { name: 'format', met: true, asked: 'picture', actual: 'picture' },
  ])
  expect((await submit(added)).reply.state).toBe('submitted')
})

test('a picture that weighs too much breaks the limit of bytes, beside works too', async () => {
  const story = await begun({ maxBytes: 999 })
  const added = await add(story, { fileIds: [await picture(t, kenji)] })
  expect(checksOf(added)).toEqual([{ name: 'bytes', met: false, asked: '999', actual: '1000' }])
  expect((await submit(added)).problem).toMatchObject({
    code: 'deliverable.limits-not-met',
    facts: { limits: 'bytes' },
  })
  const submits = { notes: 'Here', fileIds: [await picture(t, kenji)], submits: true }
  const before = await story.milestone()
  const at = { params: { id: before.id }, body: submits }
  expect((await t.injectAs(kenji, contract.addDeliverable, at)).problem).toMatchObject({
    code: 'deliverable.limits-not-met',
    facts: { limits: 'bytes' },
  })
  expect(await story.milestone()).toEqual(before)
  const lamp = await uploadWork(t, kenji, 'lamp.glb', await makeLamp())
  const both = await begun({ maxBytes: 50_000_000, format: 'picture' })
  expect(checksOf(await add(both, { works: [lamp.id] }))).toMatchObject([{ met: true }, { met: false }])
  const mixed = await add(both, { works: [lamp.id], fileIds: [await picture(t, kenji)] })
  expect(checksOf(mixed)).toMatchObject([
    { met: true, actual: String(lamp.bytes) },
    { met: true, actual: 'model, picture' },
  ])
  expect((await submit(mixed)).reply.state).toBe('submitted')
})

test('every model of a version has to keep the size, not only the first', async () => {
  const chair = await uploadWork(t, kenji, 'chair.glb', await makeChair(1))
  const lamp = await uploadWork(t, kenji, 'lamp.glb', await makeLamp())
  const story = await begun({ size: { x: 540, y: 861, z: 568, tolerance: 2 } })
  const alone = await add(story, { works: [chair.id] })
  expect(checksOf(alone)).toMatchObject([{ name: 'size', met: true, actual: '540 × 861.07 × 568.17' }])
  const shown = new Set<string | null | undefined>()
  for (const works of [
    [chair.id, lamp.id],
    [lamp.id, chair.id],
  ]) {
    const added = await add(story, { works })
    expect(checksOf(added)).toMatchObject([{ name: 'size', met: false }])
    shown.add(checksOf(added)?.[0]?.actual)
    expect((await submit(added)).problem.facts).toEqual({ limits: 'size' })
  }
  expect([...shown]).toEqual([expect.not.stringContaining('861.07')])
})
