import { randomUUID } from 'node:crypto'
import { approveMilestone } from '@veranda/contract/commissions/routes.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionFor } from '../../accounts/session-for.ts'
import { balanceOf } from '../../../ledger/balances.ts'
import { type Person, type TestApp } from '../../../testing/test-app.ts'
import { commissionsApp, content, type Story, submitted } from '../testing/story.ts'

let app: TestApp
beforeAll(async () => {
  app = await commissionsApp()
})
afterAll(() => app.close())

async function asked(amount: number) {
  const story = await submitted(app, content(app, {}, [amount]))
  const call = story.approval(await story.milestone())
  const { client, creator } = story.people
  const approve = (as: Person = client, key = randomUUID()) => app.injectAs(as, approveMilestone, { ...call, key })
  const released = () => balanceOf(app.deps.db, `provider_pending:${creator.id}`, 'EUR')
  return { story, client, approve, released, held: () => balanceOf(app.deps.db, `held:${call.params.id}`, 'EUR') }
}

async function eventsOf(story: Story) {
  const { count } = await app.deps.db
    .selectFrom('events')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('project_id', '=', story.projectId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

test('500.00 is approved as ever; one cent more needs a confirmation', async () => {
  const small = await asked(50_000)
  expect((await small.approve()).reply.state).toBe('released')
  const large = await asked(50_001)
  expect((await large.approve()).problem).toMatchObject({ status: 403, code: 'confirmation.needed' })
})

test('without a confirmation nothing is written, and after it the same key goes through', async () => {
  const { story, client, approve, released, held } = await asked(100_000)
  const [before, events] = [await story.read(), await eventsOf(story)]
  const key = randomUUID()
  const refused = await approve(client, key)
  expect(refused.problem).toMatchObject({ status: 403, code: 'confirmation.needed' })
  expect(String(refused.headers['content-type'])).toContain('application/problem+json')
  expect([await held(), await released()]).toEqual([100_000, 0])
  expect(await story.read()).toEqual(before)
  expect(await eventsOf(story)).toBe(events)
  await app.confirm(client)
  expect((await approve(client, key)).reply.state).toBe('released')
  expect([await held(), await released()]).toEqual([0, 90_000])
})

test('a confirmation that is over, or of another session of the same person, does not count', async () => {
  const { client, approve, released } = await asked(100_000)
  const elsewhere = { ...client, ...(await sessionFor(app.deps, client.id)) }
  await app.confirm(elsewhere)
  expect((await approve()).problem.code).toBe('confirmation.needed')
  await app.advance(5 * minute)
  expect((await approve(elsewhere)).problem.code).toBe('confirmation.needed')
  expect(await released()).toBe(0)
  await app.confirm(elsewhere)
  await app.advance(5 * minute - 1_000)
  expect((await approve(elsewhere)).reply.state).toBe('released')
})

test('a confirmation of the creator is none of the client', async () => {
  const { story, approve } = await asked(100_000)
  await app.confirm(story.people.creator)
  expect((await approve()).problem.code).toBe('confirmation.needed')
})
