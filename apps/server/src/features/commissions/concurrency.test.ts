import { randomUUID } from 'node:crypto'
import {
  acceptOffer,
  acceptProjectProposal,
  approveMilestone,
  fundMilestone,
  makeProjectProposal,
  readProject,
  requestCommission,
} from '@veranda/contract/commissions/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf } from '../../platform/ledger/balances.ts'
import { checkLedger } from '../../platform/ledger/check-ledger.ts'
import { type TestApp } from '../../testing/test-app.ts'
import {
  acceptedCommission,
  commissionsApp,
  offerContent,
  createParties,
  CommissionScenario,
  submittedCommission,
} from './testing/commission-scenario.ts'

let app: TestApp
beforeAll(async () => {
  app = await commissionsApp()
})
afterAll(() => app.close())

const times = (count: number) => Array.from({ length: count }, (_, index) => index)

test('fifty concurrent approvals release once', async () => {
  const scenario = await submittedCommission(app)
  await app.stepUp(scenario.parties.client)
  const call = scenario.approvalCall(await scenario.milestone())
  const answers = await Promise.all(
    times(50).map(() => app.injectAs(scenario.parties.client, approveMilestone, { ...call, key: randomUUID() })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(new Set(refused.map(({ problem }) => problem.code))).toEqual(new Set(['milestone.not-submitted']))
  expect(await balanceOf(app.deps.db, `creator_pending:${scenario.parties.creator.id}`, 'EUR')).toBe(90_000)
  const events = await app.deps.db
    .selectFrom('events')
    .select('type')
    .where('project_id', '=', scenario.projectId)
    .where('type', 'in', ['milestone.approved', 'milestone.released', 'commission.completed'])
    .execute()
  expect(events.map(({ type }) => type).toSorted()).toEqual([
    'commission.completed',
    'milestone.approved',
    'milestone.released',
  ])
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('fifty retries of one approval with the same idempotency key return the same release', async () => {
  const scenario = await submittedCommission(app)
  await app.stepUp(scenario.parties.client)
  const call = scenario.approvalCall(await scenario.milestone())
  const answers = await Promise.all(times(50).map(() => app.injectAs(scenario.parties.client, approveMilestone, call)))
  expect(new Set(answers.map(({ reply }) => JSON.stringify(reply))).size).toBe(1)
  expect(await balanceOf(app.deps.db, `creator_pending:${scenario.parties.creator.id}`, 'EUR')).toBe(90_000)
})

test('of fifty concurrent acceptances, one of an outdated version, one succeeds', async () => {
  const scenario = new CommissionScenario(app, await createParties(app))
  await scenario.request()
  const outdated = scenario.acceptanceCall(await scenario.makeOffer())
  const { client } = scenario.parties
  const current = await scenario.makeOffer({ ...offerContent(app), scope: 'A larger lobby' })
  const call = scenario.acceptanceCall(current)
  const answers = await Promise.all(
    times(50).map((index) =>
      app.injectAs(client, acceptOffer, index === 20 ? outdated : { ...call, key: randomUUID() }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers[20]?.status).toBe(409)
  expect(await scenario.read()).toMatchObject({
    state: 'accepted',
    acceptedOfferId: current.currentOfferId,
    milestones: [{ number: 1 }],
  })
})

test('twenty concurrent payment attempts start one', async () => {
  const scenario = await acceptedCommission(app)
  const { id, version: expected } = await scenario.milestone()
  const answers = await Promise.all(
    times(20).map(() =>
      app.injectAs(scenario.parties.client, fundMilestone, {
        params: { id },
        body: { method: 'card_succeeds', expected },
        key: randomUUID(),
      }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('two creators who agree to complete a project at the same moment both do, and the later one completes it', async () => {
  const first = await submittedCommission(app)
  const { client, creator } = first.parties
  const { creator: other } = await createParties(app)
  const second = new CommissionScenario(app, { client, creator: other })
  second.projectId = first.projectId
  const body = { projectId: first.projectId, creatorId: other.id, message: '' }
  second.id = (await app.injectAs(client, requestCommission, { body })).reply.id
  await second.makeOffer()
  await second.accept()
  await second.fund()
  await second.submitVersion()
  await first.approve()
  await second.approve()
  const params = { id: first.projectId }
  const { version } = (await app.injectAs(client, readProject, { params })).reply
  const { ending } = (await app.injectAs(client, makeProjectProposal, { params, body: { expected: version } })).reply
  expect(ending?.others.map(({ id }) => id).toSorted()).toEqual([creator.id, other.id].toSorted())
  const call = { params: { id: ending?.proposal?.id ?? '' }, body: { expected: 1 } }
  const answers = await Promise.all([creator, other].map((who) => app.injectAs(who, acceptProjectProposal, call)))
  expect(answers.map(({ reply }) => reply.state).toSorted()).toEqual(['active', 'completed'])
  const repeated = await app.injectAs(creator, acceptProjectProposal, call)
  expect(repeated).toMatchObject({ status: 409, problem: { code: 'project-proposal.not-open' } })
})
