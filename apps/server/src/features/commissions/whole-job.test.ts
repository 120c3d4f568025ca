import { fundMilestone, readProject } from '@veranda/contract/commissions/routes.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { type Milliseconds, day, minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf } from '../../ledger/balances.ts'
import { checkLedger } from '../../ledger/check.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { accepted } from './testing/story.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Until nothing is left to do and the sandbox's payment provider has nothing left to tell. */
async function rest(by: Milliseconds = 0): Promise<void> {
  await app.advance(by)
  const { payments } = app.deps.gateways
  if (!('deliverDue' in payments)) throw new Error('the sandbox provider is expected here')
  const send = async ({ body, headers }: { body: string; headers: Readonly<Record<string, string>> }) => {
    const call = { method: 'POST' as const, url: '/api/payments/webhook', headers: { ...headers }, payload: body }
    return (await app.app.http.inject(call)).statusCode
  }
  while ((await payments.deliverDue(send)) > 0) await app.settle()
}

test('with every feature at work: paid by the provider, held, released, available after five days', async () => {
  const story = await accepted(app)
  const { client, creator } = story.people
  await story.startPayment()
  await rest()
  expect(await story.milestone()).toMatchObject({
    state: 'funded',
    charge: { state: 'captured' },
    money: { place: 'protected', amount: { amount: 100_000 } },
  })
  await story.deliver()
  const released = await story.approve()
  await rest()
  const project = (await app.injectAs(creator, readProject, { params: { id: story.projectId } })).reply
  expect(project.conversationId).not.toBeNull()
  const [commission] = project.commissions
  expect(commission).toMatchObject({ state: 'completed', conversationId: project.conversationId })
  const pending = commission?.milestones[0]?.money
  expect(pending).toMatchObject({ place: 'pending', amount: { amount: 90_000 } })
  const releasedAt = Date.parse(released.history.at(-1)?.at ?? '')
  expect(Date.parse(pending?.movesAt ?? '')).toBe(releasedAt + 5 * day)
  await rest(3 * day)
  await rest(2 * day + minute)
  expect((await story.milestone()).money).toMatchObject({ place: 'available', movesAt: null })
  const { money } = (await app.injectAs(creator, readDashboard)).reply
  expect(money).toMatchObject([{ protected: { amount: 0 }, pending: { amount: 0 }, available: { amount: 90_000 } }])
  expect((await app.injectAs(client, readDashboard)).reply.waitingOnMe).toMatchObject([{ verb: 'review-person' }])
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('what the client’s bank takes back freezes, and an approval then releases nothing', async () => {
  const story = await accepted(app)
  const { client, creator } = story.people
  const { id, version: expected } = await story.milestone()
  const call = { params: { id }, body: { method: 'card_charges_back', expected }, key: 'back' }
  await app.injectAs(client, fundMilestone, call)
  await rest()
  expect((await story.milestone()).state).toBe('funded')
  await rest(4 * day)
  const { db } = app.deps
  expect(await balanceOf(db, `held_frozen:${id}`, 'EUR')).toBe(100_000)
  expect((await story.milestone()).money).toMatchObject({ place: 'protected', amount: { amount: 100_000 } })
  await story.deliver()
  expect((await story.approve()).state).toBe('approved')
  await rest()
  expect(await balanceOf(db, `provider_pending:${creator.id}`, 'EUR')).toBe(0)
  expect(await checkLedger(db)).toEqual([])
})
