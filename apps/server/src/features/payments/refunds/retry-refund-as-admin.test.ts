import { listCases } from '@veranda/contract/admin/routes.ts'
import { fundMilestone, refundMilestone } from '@veranda/contract/commissions/routes.ts'
import { listNotifications } from '@veranda/contract/notifications/routes.ts'
import { readRefundAsAdmin, retryRefundAsAdmin } from '@veranda/contract/payments/routes.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../testing/test-app.ts'
import { acceptedCommission } from '../../commissions/testing/commission-scenario.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.createUser('Fay Finance', { adminRoles: ['finance'] })
})
afterAll(() => app.close())

/** Runs until idle, including the sandbox payment provider's webhooks. */
async function runUntilIdle(): Promise<void> {
  await app.runUntilIdle()
  const { payments } = app.deps.gateways
  if (!('sendDueWebhooks' in payments)) throw new Error('expected the sandbox payment provider')
  const send = async ({ body, headers }: { body: string; headers: Readonly<Record<string, string>> }) => {
    const call = { method: 'POST' as const, url: '/api/payments/webhook', headers: { ...headers }, payload: body }
    return (await app.app.http.inject(call)).statusCode
  }
  while ((await payments.sendDueWebhooks(send)) > 0) await app.runUntilIdle()
}

/** Returns the id of a refund that the client's card refused. */
async function failedRefund(): Promise<{ id: string; client: TestUser }> {
  const scenario = await acceptedCommission(app)
  const { client, creator } = scenario.parties
  const { id, version: expected } = await scenario.milestone()
  const fund = { params: { id }, body: { method: 'card_refuses_refunds', expected }, key: randomUUID() }
  await app.injectAs(client, fundMilestone, fund)
  await runUntilIdle()
  const { version } = await scenario.milestone()
  const body = { amount: 10_000, reason: 'We agreed on less', expected: version }
  await app.injectAs(creator, refundMilestone, { params: { id }, body, key: randomUUID() })
  await runUntilIdle()
  const { refunds } = await scenario.milestone()
  return { id: refunds[0]?.id ?? '', client }
}

const read = async (id: string) => (await app.injectAs(admin, readRefundAsAdmin, { params: { id } })).reply
const attemptsAtProvider = async (id: string) =>
  (
    await app.deps.db
      .selectFrom('sandbox_payment_objects')
      .select('id')
      .where('kind', '=', 'refund')
      .where('reference', '=', id)
      .execute()
  ).length

test('a failed refund waits in the queue with its money, and needs a step-up and a reason to be sent again', async () => {
  const { id, client } = await failedRefund()
  const params = { id }
  const { items } = (await app.injectAs(admin, listCases, { params: { queue: 'refunds' } })).reply
  expect(items).toMatchObject([{ id, state: 'failed', title: client.name, money: { amount: 10_500, currency: 'EUR' } }])
  const before = await read(id)
  expect(before).toMatchObject({ state: 'failed', attempt: 1, client: { id: client.id }, actions: ['retry'] })
  expect(before.nextRetryAt).not.toBeNull()
  expect(before.entries.map(({ kind }) => kind)).toContain('refund_requested')
  for (const kind of new Set(before.entries.map(({ transactionId }) => transactionId))) {
    const lines = before.entries.filter(({ transactionId }) => transactionId === kind)
    expect(lines.reduce((sum, { debit, credit }) => sum + debit - credit, 0)).toBe(0)
  }
  const body = { attempt: 1, reason: 'Their bank says it works now' }
  const refused = await app.injectAs(admin, retryRefundAsAdmin, { params, body })
  expect([refused.status, refused.problem.code]).toEqual([403, 'step-up.required'])
  await app.stepUp(admin)
  const unreasoned = await app.injectAs(admin, retryRefundAsAdmin, { params, body: { ...body, reason: ' ' } })
  expect([unreasoned.status, unreasoned.problem.errors?.[0]?.field]).toEqual([422, 'reason'])
  const sent = await app.injectAs(admin, retryRefundAsAdmin, { params, body })
  expect(sent.reply).toMatchObject({ state: 'requested', attempt: 2, nextRetryAt: null, actions: [] })
  await runUntilIdle()

  // The client knows, and the log has who did it, why, and what it was before and after.
  const notified = (await app.injectAs(client, listNotifications, { query: {} })).reply.items
  expect(notified.map(({ title }) => title)).toContain('A refund was sent again')
  const [entry] = await app.deps.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'refund.retried-by-admin')
    .execute()
  expect(entry).toMatchObject({
    user_id: client.id,
    actor_id: admin.id,
    data: {
      refund: id,
      reason: body.reason,
      before: { state: 'failed', attempt: 1 },
      after: { state: 'requested', attempt: 2 },
    },
  })
})

test('two admins who send the same refund again at once send it once', async () => {
  const { id } = await failedRefund()
  const other = await app.createUser('Ola Owner', { adminRoles: ['owner'] })
  await app.stepUp(admin)
  await app.stepUp(other)
  const body = { attempt: 1, reason: 'Their bank says it works now' }
  const sent = await Promise.all(
    [admin, other, admin, other].map((who) => app.injectAs(who, retryRefundAsAdmin, { params: { id }, body })),
  )
  expect(sent.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 409, 409, 409])
  for (const refused of sent.filter(({ status }) => status === 409))
    expect(refused.problem.code).toBe('refund.not-failed')
  await runUntilIdle()
  expect(await attemptsAtProvider(id)).toBe(2)
  // It failed once more. Who still sees the first attempt does not send the second one again.
  expect(await read(id)).toMatchObject({ state: 'failed', attempt: 2 })
  const stale = await app.injectAs(admin, retryRefundAsAdmin, { params: { id }, body })
  expect([stale.status, stale.problem.code]).toEqual([409, 'refund.not-failed'])
})
