import { free as none } from '@veranda/core/works/test-limits.ts'
import { randomUUID } from 'node:crypto'
import * as contract from '@veranda/contract/commissions/routes.ts'
import type { Milestone } from '@veranda/contract/commissions/schemas.ts'
import {
  openDirect,
  deleteMessage,
  listMessages,
  readConversation,
  sendMessage,
} from '@veranda/contract/conversations/routes.ts'
import { addPiece, readTalent, removePiece } from '@veranda/contract/talent/routes.ts'
import { readWork, removeWork } from '@veranda/contract/works/routes.ts'
import type { AcceptanceLimits, Work } from '@veranda/contract/works/schemas.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeChair } from '../../../../seed/works/chair.ts'
import { makeLamp } from '../../../../seed/works/lamp.ts'
import { Model } from '../../../../seed/works/model.ts'
import { roundedBox } from '../../../../seed/works/shape.ts'
import { type Person, testApp, type TestApp } from '../../../testing/test-app.ts'
import { readStream } from '../../../log/stream.ts'
import { readParts } from '../../../works/read-parts.ts'
import { changed } from '../../../works/testing/hostile.ts'
import { uploadWork } from '../../../works/testing/upload.ts'
import { content, makeCreator, picture, Story } from '../testing/story.ts'

let t: TestApp
let maya: Person
let kenji: Person
let stranger: Person
let chair: Work

beforeAll(async () => {
  t = await testApp()
  maya = await t.person('Maya')
  kenji = await t.person('Kenji', { role: 'creator' })
  stranger = await t.person('Stella')
  await t.settle()
  const known = await t.deps.db.selectFrom('creators').select('person_id').where('person_id', '=', kenji.id).execute()
  if (known.length === 0) await makeCreator(t, kenji)
  chair = await uploadWork(t, kenji, 'chair.glb', await makeChair(1))
})
afterAll(() => t.close())

async function begun(limits: AcceptanceLimits | null): Promise<Story> {
  const story = new Story(t, { client: maya, creator: kenji })
  await story.request()
  const what = content(t)
  await story.offer({ ...what, milestones: what.milestones.map((terms) => ({ ...terms, limits })) })
  await story.accept()
  await story.fund()
  return story
}

async function add(story: Story, works: string[], as = kenji) {
  const { id } = await story.milestone()
  return t.injectAs(as, contract.addDeliverable, { params: { id }, body: { notes: 'Here', works } })
}

function submit(milestone: Milestone) {
  const version = milestone.deliverables.at(-1)
  const body = { deliverableId: version?.id ?? '', hash: version?.hash ?? '', expected: milestone.version }
  return t.injectAs(kenji, contract.submitMilestone, { params: { id: milestone.id }, body })
}

const seen = async (who: Person, id: string) => (await t.injectAs(who, readWork, { params: { id } })).status
const get = async (who: Person, url: string) =>
  (await t.app.http.inject({ method: 'GET', url, headers: { cookie: who.cookie } })).statusCode

test('a version is bound by the hash of its works, shown to both sides, and its sources go over with the release', async () => {
  const story = await begun(null)
  const added = (await add(story, [chair.id])).reply
  const [version] = added.deliverables
  expect(version).toMatchObject({
    limits: [],
    works: [{ id: chair.id, hash: chair.hash, facts: { triangles: 14_040 } }],
  })
  const other = (await add(story, [(await uploadWork(t, kenji, 'chair.glb', await makeChair(2))).id])).reply
  expect(new Set(other.deliverables.map(({ hash }) => hash)).size).toBe(2)
  const submitted = (await submit((await add(story, [chair.id])).reply)).reply
  const before = (await story.milestone()).deliverables.at(-1)?.works[0]
  expect(before?.originalUrl).toBeNull()
  expect(before?.model).not.toBeNull()
  expect(await get(maya, `/api/works/${chair.id}/model`)).toBe(200)
  expect(await get(maya, `/api/works/${chair.id}/thumbnail`)).toBe(200)
  expect(await get(maya, `/api/works/${chair.id}/original`)).toBe(404)
  expect(await get(kenji, `/api/works/${chair.id}/original`)).toBe(200)
  expect([await seen(maya, chair.id), await seen(stranger, chair.id)]).toEqual([200, 404])
  expect(await get(stranger, `/api/works/${chair.id}/model`)).toBe(404)
  expect(submitted.state).toBe('submitted')
  await story.approve()
  await t.settle()
  expect((await story.milestone()).state).toBe('released')
  expect((await story.milestone()).deliverables.at(-1)?.works[0]?.originalUrl).toBe(`/api/works/${chair.id}/original`)
  expect(await get(maya, `/api/works/${chair.id}/original`)).toBe(200)
  expect(await get(stranger, `/api/works/${chair.id}/original`)).toBe(404)
})

test('guests see what is delivered as long as they are guests, and never its sources', async () => {
  const guest = await t.person('Gus Guest')
  const story = await begun(null)
  const lamp = await uploadWork(t, kenji, 'guests.glb', await makeLamp())
  const added = (await add(story, [lamp.id])).reply
  const now = new Date(t.clock.now())
  await sql`insert into project_members (project_id, person_id, part, joined_at, project_updated_at)
    values (${story.projectId}, ${guest.id}, 'guest', ${now}, ${now})`.execute(t.deps.db)
  expect(await seen(guest, lamp.id), 'not submitted yet').toBe(404)
  await submit(added)
  expect([await seen(guest, lamp.id), await get(guest, `/api/works/${lamp.id}/model`)]).toEqual([200, 200])
  expect(await get(guest, `/api/works/${lamp.id}/original`)).toBe(404)
  await story.approve()
  expect(await get(maya, `/api/works/${lamp.id}/original`)).toBe(200)
  expect(await get(guest, `/api/works/${lamp.id}/original`)).toBe(404)
  await sql`update project_members set left_at = ${now} where person_id = ${guest.id}`.execute(t.deps.db)
  expect([await seen(guest, lamp.id), await get(guest, `/api/works/${lamp.id}/model`)]).toEqual([404, 404])
})

test('a project carries its works without their parts, so that hundreds of them weigh nothing', async () => {
  const one = new Model('Screws')
  one.part('Plate', roundedBox(0.1, 0.02, 0.1, 0.001, 1), one.material({ name: 'Steel', color: [0.5, 0.5, 0.5] }))
  const many = changed(await one.bytes(), (json) => {
    const nodes = Array.from({ length: 400 }, (_, index) => ({ mesh: 0, name: `Screw number ${index} of the frame` }))
    json.scenes[0].nodes.push(...nodes.map((_, index) => json.nodes.length + index))
    json.nodes.push(...nodes)
  })
  const work = await uploadWork(t, kenji, 'screws.glb', many)
  expect(work.facts?.parts.length).toBeGreaterThan(400)
  const story = await begun(null)
  const [version] = (await add(story, [work.id])).reply.deliverables
  expect(version?.works[0]?.facts).toMatchObject({ triangles: work.facts?.triangles })
  expect(version?.works[0]?.facts).not.toHaveProperty('parts')
  const project = await t.injectAs(maya, contract.readProject, { params: { id: story.projectId } })
  const bytes = (value: unknown) => JSON.stringify(value).length
  expect(bytes(work)).toBeGreaterThan(60_000)
  expect(bytes(project.reply)).toBeLessThan(20_000)
})

test('what is not submitted yet is its maker’s alone, models and documents', async () => {
  const plans = await uploadWork(t, kenji, 'plans.pdf', Buffer.from('%PDF-1.7 plans'))
  const story = await begun(null)
  const added = (await add(story, [chair.id, plans.id])).reply
  const seenBy = async (who: Person) =>
    (await t.injectAs(who, contract.readProject, { params: { id: story.projectId } })).reply
  const versions = async (who: Person) => (await seenBy(who)).commissions[0]?.milestones[0]?.deliverables.length
  expect([await versions(maya), await versions(kenji)]).toEqual([0, 1])
  expect(await get(maya, `/api/works/${plans.id}/original`)).toBe(404)
  expect(await get(kenji, `/api/works/${plans.id}/original`)).toBe(200)
  await submit(added)
  expect([await versions(maya), await get(maya, `/api/works/${plans.id}/original`)]).toEqual([1, 200])
})

test('a delivered work can neither be removed nor changed', async () => {
  const { status, problem } = await t.injectAs(kenji, removeWork, { params: { id: chair.id } })
  expect([status, problem.code]).toEqual([409, 'work.in-use'])
  const rename = t.deps.db.updateTable('works').set({ name: 'other.glb' }).where('id', '=', chair.id).execute()
  await expect(rename).rejects.toThrow(/immutable/)
  expect(await readParts(t.deps, chair.id)).toHaveLength(14)
})

test('limits of the offer are shown as met or not, and a version that breaks one cannot be submitted', async () => {
  const size = { x: 540, y: 861, z: 568, tolerance: 2 }
  const limits: AcceptanceLimits = { ...none, maxTriangles: 13_000, size, format: 'model', frameRate: 'green' }
  const story = await begun(limits)
  expect((await story.milestone()).limits).toEqual(limits)
  const heavy = (await add(story, [chair.id])).reply
  expect(heavy.deliverables.at(-1)?.limits).toEqual([
    { name: 'triangles', met: false, asked: '13000', actual: '14040' },
    { name: 'format', met: true, asked: 'model', actual: 'model' },
    { name: 'size', met: true, asked: '540 × 861 × 568 ± 2', actual: '540 × 861.07 × 568.17' },
    { name: 'frame-rate', met: true, asked: 'green', actual: 'green' },
  ])
  const refused = await submit(heavy)
  expect([refused.status, refused.problem.code]).toEqual([409, 'deliverable.limits-not-met'])
  expect(refused.problem.facts).toEqual({ limits: 'triangles' })
  expect(refused.problem.detail).toContain('triangles')
  const lamp = await uploadWork(t, kenji, 'lamp.glb', await makeLamp())
  const both = await submit((await add(story, [lamp.id])).reply)
  expect(both.problem.facts).toEqual({ limits: 'size' })
  expect((await story.milestone()).state).toBe('in_progress')
})

test('limits that make no sense are refused with the offer, and the accepted text binds them', async () => {
  const story = new Story(t, { client: maya, creator: kenji })
  await story.request()
  const { version: expected } = await story.read()
  const what = content(t)
  const wrong = what.milestones.map((terms) => ({ ...terms, limits: { ...none, maxTriangles: 0 } }))
  const call = { params: { id: story.id }, body: { content: { ...what, milestones: wrong }, reason: null, expected } }
  const { problem } = await t.injectAs(kenji, contract.makeOffer, call)
  expect(problem).toMatchObject({ code: 'limits.out-of-range', field: 'milestones.0.limits.maxTriangles' })
  const first = await story.offer(what)
  const second = await story.offer({
    ...what,
    milestones: what.milestones.map((terms) => ({ ...terms, limits: { ...none, maxTriangles: 1 } })),
  })
  expect(second.offers.at(-1)?.hash).not.toBe(first.offers.at(-1)?.hash)
})

test('only one’s own works that are ready can be delivered', async () => {
  const story = await begun(null)
  const hers = await uploadWork(t, maya, 'chair.glb', await makeChair(1))
  for (const id of [hers.id, randomUUID()]) {
    const { status, problem } = await add(story, [id])
    expect([status, problem.code, problem.field]).toEqual([422, 'deliverable.work-not-ready', 'works.0'])
  }
  expect((await add(story, [])).problem.code).toBe('deliverable.empty')
})

test('a message carries works to the members of its conversation, and takes them along when it is deleted', async () => {
  const lamp = await uploadWork(t, kenji, 'desk-lamp.glb', await makeLamp(), { purpose: 'chat' })
  const { id } = (await t.injectAs(kenji, openDirect, { body: { personId: maya.id } })).reply
  const say = (works: string[], who = kenji, message = '') =>
    t.injectAs(who, sendMessage, { params: { id }, body: { clientId: randomUUID(), message, works } })
  expect((await say([])).problem.code).toBe('message.empty')
  expect((await say([lamp.id], maya)).problem).toMatchObject({ code: 'work.not-ready', field: 'works.0' })
  expect(await seen(maya, lamp.id)).toBe(404)
  const sent = await say([lamp.id])
  const shown = (await t.injectAs(maya, listMessages, { params: { id }, query: {} })).reply.items.at(-1)
  expect(shown).toMatchObject({
    text: '',
    works: [{ id: lamp.id, name: 'desk-lamp.glb', kind: 'model', thumbnail: lamp.thumbnail }],
  })
  const lastWord = async () => (await t.injectAs(maya, readConversation, { params: { id } })).reply.last
  expect(await lastWord()).toMatchObject({ text: '', attached: 'model' })
  expect([await seen(maya, lamp.id), await seen(stranger, lamp.id)]).toEqual([200, 404])
  expect(await get(maya, `/api/works/${lamp.id}/original`)).toBe(200)
  await t.injectAs(kenji, deleteMessage, { params: { id: sent.reply.id } })
  expect(await seen(maya, lamp.id)).toBe(404)
  expect(await lastWord()).toMatchObject({ text: '', attached: null, deleted: true })
  expect(
    (await t.injectAs(maya, listMessages, { params: { id }, query: {} })).reply.items.at(-1)?.works,
  ).toBeUndefined()
  // Nor does whoever resumes the log hear of it.
  expect(JSON.stringify(await readStream(t.deps.db, { kind: 'conversation', id }))).not.toContain(lamp.id)
  expect((await t.injectAs(kenji, removeWork, { params: { id: lamp.id } })).status).toBe(200)
})

test('a piece of a portfolio opens for everybody signed in, without its source', async () => {
  const work = await uploadWork(t, kenji, 'lamp.glb', await makeLamp(), { purpose: 'profile' })
  const body = { title: 'Lamp', description: '', fileId: await picture(t, kenji), workId: work.id }
  const profile = (await t.injectAs(kenji, addPiece, { body })).reply
  const page = (await t.injectAs(stranger, readTalent, { params: { id: kenji.id } })).reply
  expect(page.portfolio.at(-1)?.work).toMatchObject({ id: work.id, facts: { draws: 5 }, originalUrl: null })
  expect(await get(stranger, `/api/works/${work.id}/model`)).toBe(200)
  expect(await get(stranger, `/api/works/${work.id}/original`)).toBe(404)
  await t.injectAs(kenji, removePiece, { params: { id: profile.portfolio.at(-1)?.id ?? '' } })
  expect(await get(stranger, `/api/works/${work.id}/model`)).toBe(404)
})
