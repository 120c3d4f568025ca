import { randomUUID } from 'node:crypto'
import { acceptOffer, approveMilestone, fundMilestone } from '@veranda/contract/commissions/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf } from '../../ledger/balances.ts'
import { checkLedger } from '../../ledger/check.ts'
import { type TestApp } from '../../testing/test-app.ts'
import { accepted, commissionsApp, content, pair, Story, submitted } from './testing/story.ts'

let app: TestApp
beforeAll(async () => {
  app = await commissionsApp()
})
afterAll(() => app.close())

const times = (count: number) => Array.from({ length: count }, (_, index) => index)

test('fifty approvals at once release once', async () => {
  const story = await submitted(app)
  await app.confirm(story.people.client)
  const call = story.approval(await story.milestone())
  const answers = await Promise.all(
    times(50).map(() => app.injectAs(story.people.client, approveMilestone, { ...call, key: randomUUID() })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(new Set(refused.map(({ problem }) => problem.code))).toEqual(new Set(['milestone.not-submitted']))
  expect(await balanceOf(app.deps.db, `provider_pending:${story.people.creator.id}`, 'EUR')).toBe(90_000)
  const events = await app.deps.db
    .selectFrom('events')
    .select('type')
    .where('project_id', '=', story.projectId)
    .where('type', 'in', ['milestone.approved', 'milestone.released', 'commission.completed'])
    .execute()
  expect(events.map(({ type }) => type).toSorted()).toEqual([
    'commission.completed',
    'milestone.approved',
    'milestone.released',
  ])
  expect(await checkLedger(app.deps.db)).toEqual([])
})

test('fifty times the same approval, sent again under one key, answers the same release', async () => {
  const story = await submitted(app)
  await app.confirm(story.people.client)
  const call = story.approval(await story.milestone())
  const answers = await Promise.all(times(50).map(() => app.injectAs(story.people.client, approveMilestone, call)))
  expect(new Set(answers.map(({ reply }) => JSON.stringify(reply))).size).toBe(1)
  expect(await balanceOf(app.deps.db, `provider_pending:${story.people.creator.id}`, 'EUR')).toBe(90_000)
})

test('fifty acceptances at once, one of an outdated version, make one commission', async () => {
  const story = new Story(app, await pair(app))
  await story.request()
  const outdated = story.acceptance(await story.offer())
  const { client } = story.people
  const current = await story.offer({ ...content(app), scope: 'A larger lobby' })
  const call = story.acceptance(current)
  const answers = await Promise.all(
    times(50).map((index) =>
      app.injectAs(client, acceptOffer, index === 20 ? outdated : { ...call, key: randomUUID() }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers[20]?.status).toBe(409)
  expect(await story.read()).toMatchObject({
    state: 'accepted',
    acceptedOfferId: current.currentOfferId,
    milestones: [{ number: 1 }],
  })
})

test('twenty attempts to pay at once start one', async () => {
  const story = await accepted(app)
  const { id, version: expected } = await story.milestone()
  const answers = await Promise.all(
    times(20).map(() =>
      app.injectAs(story.people.client, fundMilestone, {
        params: { id },
        body: { method: 'card_succeeds', expected },
        key: randomUUID(),
      }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})
