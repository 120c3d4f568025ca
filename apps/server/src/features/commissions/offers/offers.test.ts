import { randomUUID } from 'node:crypto'
import * as contract from '@veranda/contract/commissions/routes.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { day } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dashboardFeature } from '../../dashboard/feature.ts'
import { type TestApp } from '../../../testing/test-app.ts'
import { accepted, commissionsApp, content, makeCreator, pair, Story } from '../testing/story.ts'
import { listWaiting } from '../waiting/list-waiting.ts'

let app: TestApp
beforeAll(async () => {
  app = await commissionsApp([dashboardFeature({ listWaiting })])
})
afterAll(() => app.close())

const requested = async () => {
  const story = new Story(app, await pair(app))
  await story.request()
  return story
}

test('a creator is asked once, when they take commissions, and never by themselves', async () => {
  const story = await requested()
  const { client, creator } = story.people
  const ask = async (creatorId: string, projectId = story.projectId) =>
    app.injectAs(client, contract.requestCommission, { body: { projectId, creatorId, message: '' } })
  expect((await ask(creator.id)).problem.code).toBe('commission.already-requested')
  expect((await ask(randomUUID())).problem).toMatchObject({ status: 404, code: 'commission.creator-not-found' })
  const closed = await app.person('Closed Creator')
  await makeCreator(app, closed, 'closed')
  expect((await ask(closed.id)).problem.code).toBe('commission.creator-closed')
  await makeCreator(app, client)
  expect((await ask(client.id)).problem.code).toBe('commission.own-work')
  expect((await ask(creator.id, randomUUID())).problem).toMatchObject({ status: 404, code: 'project.not-found' })
  const elsewhere = await requested()
  expect((await ask(creator.id, elsewhere.projectId)).problem.status).toBe(404)
})

test('each version stays as it was, and only the one on the table can be accepted', async () => {
  const story = await requested()
  const { client, creator } = story.people
  const params = { id: story.id }
  const first = await story.offer()
  const counter = { content: content(app, { reviewRounds: 2 }), reason: 'Two rounds', expected: first.version }
  const countered = (await app.injectAs(client, contract.counterOffer, { params, body: counter })).reply
  expect(countered).toMatchObject({ state: 'countered', offers: [{ number: 1 }, { number: 2, reason: 'Two rounds' }] })
  const early = await app.injectAs(client, contract.acceptOffer, story.acceptance(countered))
  expect(early.problem).toMatchObject({ status: 409, code: 'commission.no-offer' })
  const offered = await story.offer(content(app, { reviewRounds: 2 }))
  expect(offered.offers).toHaveLength(3)
  const right = story.acceptance(offered)
  const accept = async (more: Partial<typeof right.body>, as = client) =>
    app.injectAs(as, contract.acceptOffer, { params, body: { ...right.body, ...more }, key: randomUUID() })
  expect((await accept({ hash: 'b'.repeat(64) })).problem.code).toBe('offer.other-version')
  expect((await accept({ offerId: first.currentOfferId ?? '' })).problem.code).toBe('offer.other-version')
  expect((await accept({ terms: 0 })).problem).toMatchObject({ code: 'consent.outdated', field: 'terms' })
  expect((await accept({ expected: 1 })).problem).toMatchObject({ code: 'commission.stale', facts: { current: 4 } })
  expect((await accept({}, creator)).problem).toMatchObject({ status: 403, code: 'commission.not-your-step' })
  expect((await accept({}, await app.person())).problem).toMatchObject({ status: 404 })
  expect((await accept({})).reply.state).toBe('accepted')
  const rewrite = app.deps.db
    .updateTable('offer_versions')
    .set({ hash: 'b'.repeat(64) })
    .where('id', '=', right.body.offerId)
  await expect(rewrite.execute()).rejects.toThrow('immutable')
})

test('whoever is asked may decline, whoever asked may withdraw, and it then is over', async () => {
  const story = await requested()
  const { client, creator } = story.people
  const call = { params: { id: story.id }, body: { reason: 'No time', expected: 1 } }
  expect((await app.injectAs(client, contract.declineCommission, call)).problem.code).toBe('commission.not-your-step')
  expect((await app.injectAs(creator, contract.declineCommission, call)).reply.state).toBe('declined')
  const again = await app.injectAs(client, contract.withdrawCommission, { ...call, body: { reason: '', expected: 2 } })
  expect(again.problem.code).toBe('commission.nothing-to-withdraw')
  const other = await requested()
  const back = { params: { id: other.id }, body: { reason: '', expected: 1 } }
  expect((await app.injectAs(other.people.client, contract.withdrawCommission, back)).reply.state).toBe('withdrawn')
})

test('what nobody answers lapses after 14 days, and an unfunded acceptance after 7 with its milestones', async () => {
  const asked = await requested()
  const unfunded = await accepted(app)
  const paying = await accepted(app)
  await app.advance(7 * day - 60_000)
  await paying.startPayment()
  await app.advance(60_000)
  expect(await unfunded.read()).toMatchObject({ state: 'expired', milestones: [{ state: 'cancelled' }] })
  expect(await paying.read()).toMatchObject({ state: 'accepted', milestones: [{ state: 'funding' }] })
  await app.advance(day)
  expect(await paying.read()).toMatchObject({ state: 'expired', milestones: [{ state: 'cancelled' }] })
  expect((await asked.read()).state).toBe('requested')
  await app.advance(7 * day)
  expect((await asked.read()).state).toBe('expired')
})

test('a project with nothing agreed can be cancelled, and what was negotiated ends with it', async () => {
  const story = await requested()
  const { client, creator } = story.people
  await story.offer()
  const call = { params: { id: story.projectId }, body: { reason: 'Changed plans', expected: 1 } }
  expect((await app.injectAs(creator, contract.cancelProject, call)).status).toBe(404)
  const cancelled = (await app.injectAs(client, contract.cancelProject, call)).reply
  expect(cancelled).toMatchObject({ state: 'cancelled', commissions: [{ state: 'declined' }], waiting: [] })
  const agreed = await accepted(app)
  const late = { params: { id: agreed.projectId }, body: { reason: '', expected: 1 } }
  expect((await app.injectAs(agreed.people.client, contract.cancelProject, late)).problem.code).toBe(
    'project.settle-first',
  )
})

test('the dashboard says who has to answer', async () => {
  const story = await requested()
  const { client, creator } = story.people
  await story.offer()
  expect((await app.injectAs(client, readDashboard)).reply).toMatchObject({
    waitingOnMe: [
      { verb: 'answer-offer', amount: { amount: 100_000 }, otherwise: 'expires', other: { id: creator.id } },
    ],
    waitingOnThem: [],
    projects: { open: 1, active: 0, completed: 0 },
  })
  expect((await app.injectAs(creator, readDashboard)).reply).toMatchObject({
    waitingOnMe: [],
    waitingOnThem: [{ verb: 'answer-offer' }],
  })
})
