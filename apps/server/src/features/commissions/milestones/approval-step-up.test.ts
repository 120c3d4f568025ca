import { randomUUID } from 'node:crypto'
import { approveMilestone } from '@veranda/contract/commissions/routes.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSession } from '../../accounts/testing/open-test-session.ts'
import { balanceOf } from '../../../platform/ledger/balances.ts'
import { type TestUser, type TestApp } from '../../../testing/test-app.ts'
import {
  commissionsApp,
  offerContent,
  type CommissionScenario,
  submittedCommission,
} from '../testing/commission-scenario.ts'

let app: TestApp
beforeAll(async () => {
  app = await commissionsApp()
})
afterAll(() => app.close())

async function submittedWithAmount(amount: number) {
  const scenario = await submittedCommission(app, offerContent(app, {}, [amount]))
  const call = scenario.approvalCall(await scenario.milestone())
  const { client, creator } = scenario.parties
  const approve = (as: TestUser = client, key = randomUUID()) => app.injectAs(as, approveMilestone, { ...call, key })
  const released = () => balanceOf(app.deps.db, `creator_pending:${creator.id}`, 'EUR')
  return {
    story: scenario,
    client,
    approve,
    released,
    held: () => balanceOf(app.deps.db, `escrow:${call.params.id}`, 'EUR'),
  }
}

async function eventsOf(scenario: CommissionScenario) {
  const { count } = await app.deps.db
    .selectFrom('events')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('project_id', '=', scenario.projectId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

test('500.00 is approved without a step-up; one cent more needs one', async () => {
  const small = await submittedWithAmount(50_000)
  expect((await small.approve()).reply.state).toBe('released')
  const large = await submittedWithAmount(50_001)
  expect((await large.approve()).problem).toMatchObject({ status: 403, code: 'step-up.required' })
})

test('without a step-up nothing is written, and after it the same idempotency key succeeds', async () => {
  const { story: scenario, client, approve, released, held } = await submittedWithAmount(100_000)
  const [before, events] = [await scenario.read(), await eventsOf(scenario)]
  const key = randomUUID()
  const refused = await approve(client, key)
  expect(refused.problem).toMatchObject({ status: 403, code: 'step-up.required' })
  expect(String(refused.headers['content-type'])).toContain('application/problem+json')
  expect([await held(), await released()]).toEqual([100_000, 0])
  expect(await scenario.read()).toEqual(before)
  expect(await eventsOf(scenario)).toBe(events)
  await app.stepUp(client)
  expect((await approve(client, key)).reply.state).toBe('released')
  expect([await held(), await released()]).toEqual([0, 90_000])
})

test('a step-up that expired, or of another session of the same user, does not count', async () => {
  const { client, approve, released } = await submittedWithAmount(100_000)
  const elsewhere = { ...client, ...(await openTestSession(app.deps, client.id)) }
  await app.stepUp(elsewhere)
  expect((await approve()).problem.code).toBe('step-up.required')
  await app.advance(10 * minute)
  expect((await approve(elsewhere)).problem.code).toBe('step-up.required')
  expect(await released()).toBe(0)
  await app.stepUp(elsewhere)
  await app.advance(10 * minute - 1_000)
  expect((await approve(elsewhere)).reply.state).toBe('released')
})

test('a step-up of the creator does not count for the client', async () => {
  const { story: scenario, approve } = await submittedWithAmount(100_000)
  await app.stepUp(scenario.parties.creator)
  expect((await approve()).problem.code).toBe('step-up.required')
})
