import { randomUUID } from 'node:crypto'
import {
  acceptProjectProposal,
  addDeliverable,
  archiveProject,
  completeProject,
  declineProjectProposal,
  listActivity,
  listProjects,
  makeProjectProposal,
  readProject,
  requestCommission,
  submitMilestone,
  unarchiveProject,
  withdrawProjectProposal,
  withdrawCommission,
} from '@veranda/contract/commissions/routes.ts'
import { projectChanged } from '@veranda/contract/commissions/events.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { after, day, fromIso, instant, toIso } from '@veranda/core/time/instant.ts'
import { findMessage } from '../../platform/i18n.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLedger } from '../../platform/ledger/check-ledger.ts'
import { balanceOf } from '../../platform/ledger/balances.ts'
import { dashboardFeature } from '../dashboard/feature.ts'
import { sumDashboardMoney, sumDashboardMonths } from '../payments/sum-dashboard-money.ts'
import { readStream } from '../../platform/events/streams.ts'
import { reviewsFeature } from '../reviews/feature.ts'
import { type TestApp, type TestUser } from '../../testing/test-app.ts'
import {
  acceptedCommission,
  commissionsApp,
  offerContent,
  submittedCommission,
  CommissionScenario,
  createParties,
  makeCreator,
  uploadImage,
} from './testing/commission-scenario.ts'
import { findNewestVersions } from './deliverables/find-newest-versions.ts'
import { listPendingActions } from './list-pending-actions.ts'

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
    reviewsFeature,
  ])
})
afterAll(() => app.close())

test('a commission runs from the brief to the released payment, and the ledger accounts for every unit', async () => {
  const scenario = new CommissionScenario(app, await createParties(app))
  const { client, creator } = scenario.parties
  const opened = await scenario.request()
  expect(opened).toMatchObject({ state: 'open', viewerRole: 'client', version: 1, pendingActions: [] })
  const offered = await scenario.makeOffer()
  expect(offered).toMatchObject({ state: 'offered', viewerRole: 'creator' })
  expect(offered.offers[0]?.fees).toMatchObject({
    clientPays: { amount: 105_000, currency: 'EUR' },
    creatorReceives: { amount: 90_000, currency: 'EUR' },
  })
  expect(await scenario.accept()).toMatchObject({ state: 'accepted', milestones: [{ state: 'awaiting_funding' }] })

  const charging = await scenario.startPayment()
  expect(charging).toMatchObject({
    state: 'funding',
    money: { place: 'charging' },
    charge: { state: 'created' },
    actions: ['follow-payment'],
  })
  await scenario.reportCapture(charging)
  expect(await scenario.milestone()).toMatchObject({
    state: 'funded',
    money: { place: 'protected', amount: { amount: 100_000, currency: 'EUR' }, movesAt: null },
  })
  const running = (await app.injectAs(creator, readProject, { params: { id: scenario.projectId } })).reply
  expect(running).toMatchObject({ state: 'active', viewerRole: 'creator', commissions: [{ state: 'active' }] })
  expect(running.pendingActions).toMatchObject([{ action: 'start', onMe: true, amount: { amount: 90_000 } }])

  const before = await scenario.submitVersion()
  expect(before).toMatchObject({ state: 'submitted', deliverables: [{ number: 1, state: 'submitted' }] })
  expect(before.money?.movesAt).toBe(before.reviewEndsAt)
  const released = await scenario.approve()
  expect(released).toMatchObject({
    state: 'released',
    money: { place: 'pending', amount: { amount: 90_000, currency: 'EUR' } },
  })
  expect(released.history.map(({ state }) => state)).toEqual([
    'awaiting_funding',
    'funding',
    'funded',
    'in_progress',
    'submitted',
    'approved',
    'released',
  ])
  expect(await scenario.read()).toMatchObject({ state: 'completed', actions: ['request-again'] })
  expect((await scenario.read(creator)).actions).toEqual([])

  const { db } = app.deps
  const sums = await Promise.all(
    (
      [`escrow:${released.id}`, `fee_deferred:${released.id}`, `creator_pending:${creator.id}`, 'psp_clearing'] as const
    ).map((account) => balanceOf(db, account, 'EUR')),
  )
  expect(sums).toEqual([0, 0, 90_000, 105_000])
  expect(await checkLedger(db)).toEqual([])

  await app.runUntilIdle()
  const asClient = (await app.injectAs(client, readDashboard)).reply
  expect(asClient.pendingOnMe).toMatchObject([{ action: 'write-review' }])
  expect(asClient.pendingOnThem).toMatchObject([{ action: 'write-review' }])
  expect(asClient.money).toMatchObject([{ protected: { amount: 0 }, paid: { amount: 105_000 } }])
  expect(asClient.months[0]?.items).toHaveLength(12)
  expect(asClient.months[0]?.items.at(-1)).toMatchObject({ spent: 105_000, earned: 0 })
  const asCreator = (await app.injectAs(creator, readDashboard)).reply
  expect(asCreator.money).toMatchObject([{ pending: { amount: 90_000 }, paid: { amount: 0 } }])
  expect(asCreator.months[0]?.items.at(-1)).toMatchObject({ spent: 0, earned: 90_000 })

  await app.advance(31 * day)
  const done = (await app.injectAs(client, readProject, { params: { id: scenario.projectId } })).reply
  expect(done.state).toBe('completed')

  await db.updateTable('creators').set({ accepting: 'closed' }).where('user_id', '=', creator.id).execute()
  expect((await scenario.read()).actions, 'a creator who takes no requests is not offered').toEqual([])
})

/** Proposes to complete the project of a scenario, and returns its newest state for that user. */
async function proposeCompletion(scenario: CommissionScenario, by: TestUser) {
  const params = { id: scenario.projectId }
  const { version } = (await app.injectAs(by, readProject, { params })).reply
  return app.injectAs(by, makeProjectProposal, { params, body: { expected: version } })
}

/** Agrees, as the other side, to the open proposal to complete the project of a scenario. */
async function agreeToComplete(scenario: CommissionScenario, by: TestUser) {
  const { ending } = (await app.injectAs(by, readProject, { params: { id: scenario.projectId } })).reply
  const { id = '', version = 0 } = ending?.proposal ?? {}
  return app.injectAs(by, acceptProjectProposal, { params: { id }, body: { expected: version } })
}

test('a project is completed together once everything is released: one proposes, the other agrees', async () => {
  const scenario = await submittedCommission(app)
  const { client, creator } = scenario.parties
  const params = { id: scenario.projectId }
  expect((await proposeCompletion(scenario, client)).problem.code).toBe('project.milestones-open')
  await scenario.approve()
  const stranger = await app.createUser('Sam Stranger')
  expect((await app.injectAs(stranger, makeProjectProposal, { params, body: { expected: 1 } })).status).toBe(404)
  const { version } = (await app.injectAs(client, readProject, { params })).reply
  const alone = await app.injectAs(client, completeProject, { params, body: { expected: version } })
  expect(alone.problem.code).toBe('project.needs-consent')

  // Both propose at the same moment: exactly one proposal is open.
  const both = await Promise.all([proposeCompletion(scenario, client), proposeCompletion(scenario, creator)])
  expect(both.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 409])
  const [author, other] = both[0].status === 200 ? [client, creator] : [creator, client]
  const proposal = (await app.injectAs(other, readProject, { params })).reply.ending?.proposal
  expect(proposal).toMatchObject({ state: 'open', actions: ['accept-proposal', 'decline-proposal'] })
  const call = { params: { id: proposal?.id ?? '' }, body: { expected: 1 } }
  expect((await app.injectAs(stranger, acceptProjectProposal, call)).status).toBe(404)
  expect((await app.injectAs(author, acceptProjectProposal, call)).status).toBe(403)

  const declined = await app.injectAs(other, declineProjectProposal, {
    ...call,
    body: { expected: 1, reason: 'A hall is missing' },
  })
  expect(declined.reply).toMatchObject({
    state: 'active',
    ending: { proposal: { state: 'declined', answer: 'A hall is missing', declinedBy: { id: other.id } } },
  })
  expect(declined.reply.actions).toContain('propose-completion')

  // One withdraws while the other agrees, twice: exactly one wins.
  const second = (await proposeCompletion(scenario, author)).reply.ending?.proposal
  const next = { params: { id: second?.id ?? '' }, body: { expected: 1 } }
  const race = await Promise.all([
    app.injectAs(author, withdrawProjectProposal, next),
    app.injectAs(other, acceptProjectProposal, next),
    app.injectAs(other, acceptProjectProposal, next),
  ])
  const wins = race.filter(({ status }) => status === 200)
  expect(wins).toHaveLength(1)
  expect(race.filter(({ status }) => status === 409)).toHaveLength(2)
  if (wins[0]?.reply.state !== 'completed') {
    await proposeCompletion(scenario, author)
    expect((await agreeToComplete(scenario, other)).reply.state).toBe('completed')
  }
  expect((await proposeCompletion(scenario, client)).problem.code).toBe('project.not-active')
  await app.runUntilIdle()
  const { items } = (await app.injectAs(creator, listActivity, { params, query: {} })).reply
  expect(items.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['project-proposal.made', 'project-proposal.declined', 'project.completed.together']),
  )
})

test('a request for new work ends a proposal to complete the project', async () => {
  const scenario = await submittedCommission(app)
  const { client, creator } = scenario.parties
  await scenario.approve()
  const proposal = (await proposeCompletion(scenario, creator)).reply.ending?.proposal
  const body = { projectId: scenario.projectId, creatorId: creator.id, message: 'One hall more?' }
  const asked = await app.injectAs(client, requestCommission, { body, key: randomUUID() })
  expect(asked.status).toBe(200)
  const call = { params: { id: proposal?.id ?? '' }, body: { expected: 1 } }
  expect((await app.injectAs(client, acceptProjectProposal, call)).problem.code).toBe('project-proposal.not-open')
  const { state, ending } = (await app.injectAs(client, readProject, { params: { id: scenario.projectId } })).reply
  expect({ state, ending }).toEqual({ state: 'active', ending: null })
})

test('each member archives a project that has ended for themselves alone, and takes it back', async () => {
  const scenario = await submittedCommission(app)
  const { client, creator } = scenario.parties
  const params = { id: scenario.projectId }
  const listed = async (user: TestUser, query: object = {}) =>
    (await app.injectAs(user, listProjects, { query })).reply.items.map(({ id }) => id)
  const early = await app.injectAs(client, archiveProject, { params })
  expect(early).toMatchObject({ status: 409, problem: { code: 'project.not-ended' } })
  await scenario.approve()
  await proposeCompletion(scenario, client)
  const { version } = (await agreeToComplete(scenario, creator)).reply
  const stranger = await app.createUser('Stella Stranger')
  expect((await app.injectAs(stranger, archiveProject, { params })).status).toBe(404)
  await app.runUntilIdle()

  const changes = await Promise.all([countProjectChanges(client), countProjectChanges(creator)])
  const { reply } = await app.injectAs(client, archiveProject, { params })
  expect(reply).toMatchObject({ version, isArchived: true, actions: ['unarchive'] })
  // A second press changes nothing.
  expect((await app.injectAs(client, archiveProject, { params })).reply.isArchived).toBe(true)
  expect(await listed(client)).toEqual([])
  expect(await listed(client, { state: 'completed' })).toEqual([])
  expect(await listed(client, { archived: 'true' })).toEqual([scenario.projectId])
  expect((await app.injectAs(client, readDashboard)).reply.projects.completed).toBe(0)
  expect(await listed(creator)).toEqual([scenario.projectId])
  expect((await app.injectAs(creator, readProject, { params })).reply.isArchived).toBe(false)
  expect(await countProjectChanges(client)).toBeGreaterThan(changes[0])
  expect(await countProjectChanges(creator), 'for the others nothing has changed').toBe(changes[1])

  expect((await app.injectAs(client, unarchiveProject, { params })).reply.actions).toEqual(['archive'])
  expect(await listed(client)).toEqual([scenario.projectId])
  expect(await listed(client, { archived: 'true' })).toEqual([])
})

/** Counts the changes of projects that a user's devices received. */
async function countProjectChanges({ id }: TestUser): Promise<number> {
  const events = await readStream(app.deps.db, { kind: 'user', id })
  return events.filter(({ name }) => name === projectChanged.name).length
}

test('a project with released work ends for nobody while another creator is at work, and says when it ends by itself', async () => {
  const scenario = await submittedCommission(app)
  const { client, creator } = scenario.parties
  const other = await app.createUser('Otto Other', { role: 'creator' })
  await makeCreator(app, other)
  const second = new CommissionScenario(app, { client, creator: other })
  const ask = async () => {
    const body = { projectId: scenario.projectId, creatorId: other.id, message: '' }
    second.projectId = scenario.projectId
    second.id = (await app.injectAs(client, requestCommission, { body })).reply.id
  }
  const endings = () =>
    Promise.all(
      [client, creator].map(
        async (user) => (await app.injectAs(user, readProject, { params: { id: scenario.projectId } })).reply.ending,
      ),
    )
  await ask()
  const { history } = await scenario.approve()
  const releasedAt = fromIso(history.find(({ state }) => state === 'released')?.at ?? '') ?? instant(0)
  expect(await endings()).toEqual([null, null])
  const { version: expected } = await second.read()
  await app.runUntilIdle()
  const before = await countProjectChanges(creator)
  await app.injectAs(client, withdrawCommission, { params: { id: second.id }, body: { reason: '', expected } })
  await app.runUntilIdle()
  expect(await countProjectChanges(creator), 'the open page of the first creator reads it again').toBe(before + 1)
  const completesAt = toIso(after(releasedAt, 30 * day))
  expect(await endings()).toMatchObject([
    { completesAt, others: [{ id: creator.id }], proposal: null },
    { completesAt, others: [{ id: client.id }], proposal: null },
  ])

  // Work that is open when the time comes keeps the project active until it ends.
  await app.advance(25 * day)
  await ask()
  await second.makeOffer()
  await second.accept()
  await app.advance(6 * day)
  expect(await endings()).toEqual([null, null])
  await app.advance(day)
  expect((await second.read()).state).toBe('expired')
  await app.runUntilIdle()
  const ended = await app.injectAs(client, readProject, { params: { id: scenario.projectId } })
  expect(ended.reply, 'its 30 days were over').toMatchObject({ state: 'completed', ending: null })
})

test('the activity lists every step with a message, the names of both sides and the amounts', async () => {
  const scenario = await submittedCommission(app)
  const params = { id: scenario.projectId }
  const first = (await app.injectAs(scenario.parties.client, listActivity, { params, query: { limit: 5 } })).reply
  expect(first.items[0]).toMatchObject({ name: 'milestone.submitted', by: { name: 'Pia Maker' } })
  const rest = (
    await app.injectAs(scenario.parties.client, listActivity, {
      params,
      query: { cursor: first.next ?? '', limit: 50 },
    })
  ).reply
  const all = [...first.items, ...rest.items]
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  expect(all.at(-1)?.name).toBe('project.opened')
  for (const { name, params: facts } of all) {
    // The screen adds the count of joined entries.
    expect(findMessage('commissions/activity', name, { count: 1, ...facts }), name).toBeDefined()
  }
  const factsOf = (wanted: string) => all.find(({ name }) => name === wanted)?.params
  const names = { client: 'Carla Client', creator: 'Pia Maker' }
  expect(factsOf('offer.made')).toMatchObject({ ...names, version: 1 })
  expect(factsOf('milestone.submitted')).toMatchObject({ ...names, version: 1 })
  expect(factsOf('milestone.funded')).toMatchObject({ currency: 'EUR', amount: expect.any(Number) })
})

test('the project list is paged and counts what waits on the viewer', async () => {
  const parties = await createParties(app)
  const stories = [
    new CommissionScenario(app, parties),
    new CommissionScenario(app, parties),
    new CommissionScenario(app, parties),
  ]
  for (const scenario of stories) await scenario.request()
  await stories[0]?.makeOffer(offerContent(app, {}, [60_000, 40_000]))
  const first = (await app.injectAs(parties.client, listProjects, { query: { limit: 2 } })).reply
  expect(first.items[0]).toMatchObject({
    id: stories[0]?.projectId,
    pendingOnMe: 1,
    price: { amount: 100_000, currency: 'EUR' },
    milestonesTotal: 0,
    creators: [{ name: 'Pia Maker' }],
  })
  const second = (await app.injectAs(parties.client, listProjects, { query: { cursor: first.next ?? '' } })).reply
  expect(second.items.map(({ id }) => id)).toEqual([stories[1]?.projectId])
  const asked = (await app.injectAs(parties.creator, listProjects, { query: { q: 'LOBBY', state: 'open' } })).reply
  expect(asked.items.map(({ pendingOnMe }) => pendingOnMe).toSorted((a, b) => a - b)).toEqual([0, 1, 1])
})

test('a project is listed with a picture of the newest version that the viewer may see', async () => {
  const scenario = await acceptedCommission(app)
  const { client, creator } = scenario.parties
  const thumbnailFor = async (user: TestUser) =>
    (await app.injectAs(user, listProjects)).reply.items.find(({ id }) => id === scenario.projectId)?.thumbnail
  await scenario.fund()
  expect(await thumbnailFor(client)).toBeNull()
  const { id } = await scenario.milestone()
  const addVersion = async () => {
    const fileId = await uploadImage(app, creator)
    const body = { notes: 'Here it is', fileIds: [fileId] }
    return {
      url: `/api/files/${fileId}`,
      milestone: (await app.injectAs(creator, addDeliverable, { params: { id }, body })).reply,
    }
  }
  await addVersion()
  const second = await addVersion()
  expect(await thumbnailFor(creator)).toBe(second.url)
  expect(await thumbnailFor(client), 'a draft is its creator’s').toBeNull()
  const version = second.milestone.deliverables.at(-1)
  const body = { deliverableId: version?.id ?? '', hash: version?.hash ?? '', expected: second.milestone.version }
  await app.injectAs(creator, submitMilestone, { params: { id }, body })
  expect(await thumbnailFor(client)).toBe(second.url)
})

test('a commission with two milestones is completed by the second, not before', async () => {
  const scenario = await acceptedCommission(app, offerContent(app, {}, [60_000, 40_000]))
  await scenario.fund(1)
  await scenario.submitVersion(1)
  await scenario.approve(1)
  expect((await scenario.read()).state).toBe('active')
  await scenario.fund(2)
  await scenario.submitVersion(2)
  await scenario.approve(2)
  expect((await scenario.read()).state).toBe('completed')
  expect(await checkLedger(app.deps.db)).toEqual([])
})
