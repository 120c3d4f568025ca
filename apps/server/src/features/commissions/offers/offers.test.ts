import { randomUUID } from 'node:crypto'
import * as contract from '@veranda/contract/commissions/routes.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { addPackageService, changeProfile, readCreator, removePackageService } from '@veranda/contract/talent/routes.ts'
import { ok } from '@veranda/core/result.ts'
import { day } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dashboardFeature } from '../../dashboard/feature.ts'
import { talentFeature } from '../../talent/feature.ts'
import { sumDashboardMoney, sumDashboardMonths } from '../../payments/sum-dashboard-money.ts'
import { type TestApp } from '../../../testing/test-app.ts'
import {
  acceptedCommission,
  commissionsApp,
  offerContent,
  makeCreator,
  createParties,
  CommissionScenario,
} from '../testing/commission-scenario.ts'
import { findNewestVersions } from '../deliverables/find-newest-versions.ts'
import { listPendingActions } from '../list-pending-actions.ts'

let app: TestApp
beforeAll(async () => {
  app = await commissionsApp([
    dashboardFeature({
      listPendingActions,
      findNewestVersions,
      listNextBookings: () => Promise.resolve([]),
      sumMoney: sumDashboardMoney,
      sumMonths: sumDashboardMonths,
    }),
    talentFeature({
      changeTimeZone: () => Promise.resolve(ok(undefined)),
      readOpenServices: () => Promise.resolve({ hourlyServices: [], freeTimes: [] }),
    }),
  ])
})
afterAll(() => app.close())

const requested = async () => {
  const scenario = new CommissionScenario(app, await createParties(app))
  await scenario.request()
  return scenario
}

test('a creator is asked once until they declined, only if they accept commissions, and cannot be asked by themselves', async () => {
  const scenario = await requested()
  const { client, creator } = scenario.parties
  const ask = async (creatorId: string, projectId = scenario.projectId) =>
    app.injectAs(client, contract.requestCommission, { body: { projectId, creatorId, message: '' } })
  expect((await ask(creator.id)).problem.code).toBe('commission.already-requested')
  expect((await ask(randomUUID())).problem).toMatchObject({ status: 404, code: 'commission.creator-not-found' })
  const closed = await app.createUser('Closed Creator')
  await makeCreator(app, closed, 'closed')
  expect((await ask(closed.id)).problem.code).toBe('commission.creator-closed')
  await makeCreator(app, client)
  expect((await ask(client.id)).problem.code).toBe('commission.own-project')
  expect((await ask(creator.id, randomUUID())).problem).toMatchObject({ status: 404, code: 'project.not-found' })
  const elsewhere = await requested()
  expect((await ask(creator.id, elsewhere.projectId)).problem.status).toBe(404)

  const listAsked = async () =>
    (await app.injectAs(client, contract.readProject, { params: { id: scenario.projectId } })).reply.askedCreatorIds
  expect(await listAsked()).toEqual([creator.id])
  const { version: expected } = await scenario.read()
  const call = { params: { id: scenario.id }, body: { reason: '', expected } }
  await app.injectAs(creator, contract.declineCommission, call)
  expect(await listAsked()).toEqual([])
  expect((await ask(creator.id)).status).toBeLessThan(300)
  expect(await listAsked()).toEqual([creator.id])
})

test.each(['open', 'waiting-list', 'closed'] as const)(
  'a page of a creator who is %s lists a request exactly if it is accepted',
  async (accepting) => {
    const { parties } = await requested()
    const other = await app.createUser('Other Creator')
    const brief = { title: 'A lobby', brief: 'For our new office', skills: ['worlds'], budget: null }
    for (const creator of [other, parties.client]) {
      await app.injectAs(creator, changeProfile, { body: { accepting } })
      const projectId = (await app.injectAs(parties.client, contract.openProject, { body: brief })).reply.id
      const { actions } = (await app.injectAs(parties.client, readCreator, { params: { id: creator.id } })).reply
      const body = { projectId, creatorId: creator.id, message: '' }
      const { status } = await app.injectAs(parties.client, contract.requestCommission, { body })
      expect(actions.includes('request')).toBe(status < 300)
      expect(actions.includes('request')).toBe(creator === other && accepting !== 'closed')
    }
  },
)

test('a request names the service that it was made from, as it was offered then, also once it is removed', async () => {
  const { parties } = await requested()
  const { client } = parties
  const maker = await app.createUser('Other Maker')
  await app.injectAs(maker, changeProfile, { body: { accepting: 'open' } })
  const service = {
    title: 'Product model',
    description: 'With two review rounds',
    unit: 'project' as const,
    deliveryDays: 14,
    reviewRounds: 3,
  }
  const price = { amount: 90_000, currency: 'EUR' }
  const added = (await app.injectAs(maker, addPackageService, { body: { ...service, price } })).reply
  const serviceId = added.services[0]?.id ?? ''
  const brief = { title: 'A chair', brief: 'For our shop', skills: [], budget: null }
  const projectId = (await app.injectAs(client, contract.openProject, { body: brief })).reply.id
  const ask = (id: string, creatorId: string) =>
    app.injectAs(client, contract.requestCommission, { body: { projectId, creatorId, message: '', serviceId: id } })
  const unknown = { status: 404, code: 'commission.service-not-found', field: 'serviceId' }
  expect((await ask(randomUUID(), maker.id)).problem).toMatchObject(unknown)
  expect((await ask(serviceId, parties.creator.id)).problem).toMatchObject(unknown)
  const { description } = service
  const terms = { deliveryDays: 14, reviewRounds: 3 }
  const requestedService = { title: 'Product model', description, price, unit: 'project', ...terms }
  const { reply } = await ask(serviceId, maker.id)
  expect(reply).toMatchObject({ requestedService })
  await app.injectAs(maker, removePackageService, { params: { id: serviceId } })
  const seen = (await app.injectAs(maker, contract.readCommission, { params: { id: reply.id } })).reply
  expect(seen.requestedService).toEqual(requestedService)
})

test('offer versions never change, and only the current one can be accepted', async () => {
  const scenario = await requested()
  const { client, creator } = scenario.parties
  const params = { id: scenario.id }
  const first = await scenario.makeOffer()
  const counter = { content: offerContent(app, { reviewRounds: 2 }), reason: 'Two rounds', expected: first.version }
  const countered = (await app.injectAs(client, contract.counterOffer, { params, body: counter })).reply
  expect(countered).toMatchObject({ state: 'countered', offers: [{ number: 1 }, { number: 2, reason: 'Two rounds' }] })
  const early = await app.injectAs(client, contract.acceptOffer, scenario.acceptanceCall(countered))
  expect(early.problem).toMatchObject({ status: 409, code: 'commission.no-offer' })
  const offered = await scenario.makeOffer(offerContent(app, { reviewRounds: 2 }))
  expect(offered.offers).toHaveLength(3)
  const right = scenario.acceptanceCall(offered)
  const accept = async (more: Partial<typeof right.body>, as = client) =>
    app.injectAs(as, contract.acceptOffer, { params, body: { ...right.body, ...more }, key: randomUUID() })
  expect((await accept({ hash: 'b'.repeat(64) })).problem.code).toBe('offer.other-version')
  expect((await accept({ offerId: first.currentOfferId ?? '' })).problem.code).toBe('offer.other-version')
  expect((await accept({ terms: 0 })).problem).toMatchObject({ code: 'consent.outdated', field: 'terms' })
  expect((await accept({ expected: 1 })).problem).toMatchObject({ code: 'commission.stale', facts: { current: 4 } })
  expect((await accept({}, creator)).problem).toMatchObject({ status: 403, code: 'commission.not-your-step' })
  expect((await accept({}, await app.createUser())).problem).toMatchObject({ status: 404 })
  expect((await accept({})).reply.state).toBe('accepted')
  const rewrite = app.deps.db
    .updateTable('offer_versions')
    .set({ hash: 'b'.repeat(64) })
    .where('id', '=', right.body.offerId)
  await expect(rewrite.execute()).rejects.toThrow('immutable')
})

/** Makes an offer and a counter-offer to it. */
async function countered() {
  const scenario = await requested()
  const { client } = scenario.parties
  const first = await scenario.makeOffer()
  const body = { content: offerContent(app, { reviewRounds: 2 }), reason: 'Two rounds', expected: first.version }
  const call = { params: { id: scenario.id }, body }
  const commission = (await app.injectAs(client, contract.counterOffer, call)).reply
  const refTo = (number: number, expected = commission.version) => {
    const offer = commission.offers.find((one) => one.number === number)
    return { params: { id: scenario.id }, body: { offerId: offer?.id ?? '', hash: offer?.hash ?? '', expected } }
  }
  return { scenario, commission, refTo }
}

const appendedEvents = async (commissionId: string) =>
  (
    await app.deps.db
      .selectFrom('events')
      .select('type')
      .where('subject_id', '=', commissionId)
      .orderBy('position')
      .execute()
  ).map(({ type }) => type)

test.each([
  ['accept-counter', contract.acceptCounter, 2, 'offer.counter-accepted'],
  ['return-offer', contract.returnOffer, 1, 'offer.returned'],
] as const)(
  'the button of %s takes exactly that step: no new version, one event, and the client accepts it',
  async (action, route, number, event) => {
    const { scenario, refTo } = await countered()
    const { client, creator } = scenario.parties
    const before = await scenario.read(creator)
    expect(before.actions).toEqual(['make-offer', 'accept-counter', 'return-offer', 'decline'])
    expect(before.formerOfferId).toBe(before.offers[0]?.id)
    expect((await scenario.read(client)).actions).toEqual(['withdraw'])

    const offered = (await app.injectAs(creator, route, refTo(number))).reply
    const chosen = offered.offers.find((one) => one.number === number)
    expect(offered).toMatchObject({ state: 'offered', currentOfferId: chosen?.id, version: before.version + 1 })
    expect(offered.offers).toHaveLength(2)
    expect((await appendedEvents(scenario.id)).at(-1)).toBe(event)
    expect((await scenario.read(client)).actions).toEqual(['counter-offer', 'accept-offer', 'decline'])

    const repeated = await app.injectAs(creator, route, refTo(number, offered.version))
    expect(repeated.problem).toMatchObject({ status: 409, code: 'commission.no-counter-offer' })
    expect((await scenario.read(creator)).actions).not.toContain(action)
    expect((await scenario.accept()).acceptedOfferId).toBe(chosen?.id)
  },
)

test('an answer to a counter-offer is refused for others, another version and an outdated page', async () => {
  const { scenario, refTo } = await countered()
  const { client, creator } = scenario.parties
  const answer = (as = creator, call = refTo(2)) => app.injectAs(as, contract.acceptCounter, call)
  expect((await answer(client)).problem).toMatchObject({ status: 403, code: 'commission.not-your-step' })
  expect((await answer(await app.createUser())).problem.status).toBe(404)
  expect((await answer(creator, refTo(1))).problem).toMatchObject({ status: 409, code: 'offer.other-version' })
  expect((await answer(creator, refTo(2, 1))).problem).toMatchObject({ status: 409, code: 'commission.stale' })
  const back = await app.injectAs(creator, contract.returnOffer, refTo(2))
  expect(back.problem).toMatchObject({ status: 409, code: 'offer.other-version' })
  expect((await scenario.read(creator)).state).toBe('countered')
})

test('the recipient can decline and the author can withdraw, and either ends the commission', async () => {
  const scenario = await requested()
  const { client, creator } = scenario.parties
  const call = { params: { id: scenario.id }, body: { reason: 'No time', expected: 1 } }
  expect((await app.injectAs(client, contract.declineCommission, call)).problem.code).toBe('commission.not-your-step')
  expect((await app.injectAs(creator, contract.declineCommission, call)).reply.state).toBe('declined')
  expect(await scenario.read(client)).toMatchObject({ ended: { by: 'creator', reason: 'No time' } })
  const repeated = await app.injectAs(client, contract.withdrawCommission, {
    ...call,
    body: { reason: '', expected: 2 },
  })
  expect(repeated.problem.code).toBe('commission.nothing-to-withdraw')
  const other = await requested()
  const back = { params: { id: other.id }, body: { reason: '', expected: 1 } }
  const withdrawn = (await app.injectAs(other.parties.client, contract.withdrawCommission, back)).reply
  expect(withdrawn).toMatchObject({ state: 'withdrawn', ended: { by: 'client', reason: '' } })
})

test('unanswered offers expire after 14 days, and an unfunded acceptance after 7 together with its milestones', async () => {
  const asked = await requested()
  const unfunded = await acceptedCommission(app)
  const paying = await acceptedCommission(app)
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

test('a project without an agreement can be cancelled, which ends its open negotiations', async () => {
  const scenario = await requested()
  const { client, creator } = scenario.parties
  await scenario.makeOffer()
  const call = { params: { id: scenario.projectId }, body: { reason: 'Changed plans', expected: 1 } }
  expect((await app.injectAs(creator, contract.cancelProject, call)).status).toBe(404)
  const cancelled = (await app.injectAs(client, contract.cancelProject, call)).reply
  expect(cancelled).toMatchObject({ state: 'cancelled', commissions: [{ state: 'declined' }], pendingActions: [] })
  const agreed = await acceptedCommission(app)
  const late = { params: { id: agreed.projectId }, body: { reason: '', expected: 1 } }
  expect((await app.injectAs(agreed.parties.client, contract.cancelProject, late)).problem.code).toBe(
    'project.commission-active',
  )
})

test('the dashboard shows who has to respond', async () => {
  const scenario = await requested()
  const { client, creator } = scenario.parties
  await scenario.makeOffer()
  expect((await app.injectAs(client, readDashboard)).reply).toMatchObject({
    pendingOnMe: [
      {
        action: 'answer-offer',
        amount: { amount: 100_000 },
        deadline: { onTimeout: 'expires' },
        counterpart: { id: creator.id },
      },
    ],
    pendingOnThem: [],
    projects: { open: 1, active: 0, completed: 0 },
  })
  expect((await app.injectAs(creator, readDashboard)).reply).toMatchObject({
    pendingOnMe: [],
    pendingOnThem: [{ action: 'answer-offer' }],
  })
})
