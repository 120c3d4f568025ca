import { listActivity, listProjects, readProject } from '@veranda/contract/commissions/routes.ts'
import { readDashboard } from '@veranda/contract/dashboard/routes.ts'
import { day } from '@veranda/core/time/instant.ts'
import { sentenceFor } from '../../say.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLedger } from '../../ledger/check.ts'
import { balanceOf } from '../../ledger/balances.ts'
import { dashboardFeature } from '../dashboard/feature.ts'
import { reviewsFeature } from '../reviews/feature.ts'
import { type TestApp } from '../../testing/test-app.ts'
import { accepted, commissionsApp, content, submitted, Story, pair } from './testing/story.ts'
import { listWaiting } from './waiting/list-waiting.ts'

let app: TestApp
beforeAll(async () => {
  app = await commissionsApp([dashboardFeature({ listWaiting }), reviewsFeature])
})
afterAll(() => app.close())

test('from the brief to the released money, every unit of it in the ledger', async () => {
  const story = new Story(app, await pair(app))
  const { client, creator } = story.people
  const opened = await story.request()
  expect(opened).toMatchObject({ state: 'open', part: 'client', version: 1, waiting: [] })
  const offered = await story.offer()
  expect(offered).toMatchObject({ state: 'offered', part: 'creator' })
  expect(offered.offers[0]?.fees).toMatchObject({
    clientPays: { amount: 105_000, currency: 'EUR' },
    creatorReceives: { amount: 90_000, currency: 'EUR' },
  })
  expect(await story.accept()).toMatchObject({ state: 'accepted', milestones: [{ state: 'awaiting_funding' }] })

  const charging = await story.startPayment()
  expect(charging).toMatchObject({ state: 'funding', money: { place: 'charging' }, charge: { state: 'created' } })
  await story.captured(charging)
  expect(await story.milestone()).toMatchObject({
    state: 'funded',
    money: { place: 'protected', amount: { amount: 100_000, currency: 'EUR' }, movesAt: null },
  })
  const running = (await app.injectAs(creator, readProject, { params: { id: story.projectId } })).reply
  expect(running).toMatchObject({ state: 'active', part: 'creator', commissions: [{ state: 'active' }] })
  expect(running.waiting).toMatchObject([{ verb: 'start', onMe: true, amount: { amount: 90_000 } }])

  const before = await story.deliver()
  expect(before).toMatchObject({ state: 'submitted', deliverables: [{ number: 1, state: 'submitted' }] })
  expect(before.money?.movesAt).toBe(before.reviewEndsAt)
  const released = await story.approve()
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
  expect((await story.read()).state).toBe('completed')

  const { db } = app.deps
  const sums = await Promise.all(
    [`held:${released.id}`, `fee_deferred:${released.id}`, `provider_pending:${creator.id}`, 'psp_clearing'].map(
      (account) => balanceOf(db, account, 'EUR'),
    ),
  )
  expect(sums).toEqual([0, 0, 90_000, 105_000])
  expect(await checkLedger(db)).toEqual([])

  await app.settle()
  const asClient = (await app.injectAs(client, readDashboard)).reply
  expect(asClient.waitingOnMe).toMatchObject([{ verb: 'review-person' }])
  expect(asClient.waitingOnThem).toMatchObject([{ verb: 'review-person' }])
  expect(asClient.money).toMatchObject([{ protected: { amount: 0 }, paid: { amount: 105_000 } }])
  expect(asClient.months[0]?.items).toHaveLength(12)
  expect(asClient.months[0]?.items.at(-1)).toMatchObject({ spent: 105_000, earned: 0 })
  const asCreator = (await app.injectAs(creator, readDashboard)).reply
  expect(asCreator.money).toMatchObject([{ pending: { amount: 90_000 }, paid: { amount: 0 } }])
  expect(asCreator.months[0]?.items.at(-1)).toMatchObject({ spent: 0, earned: 90_000 })

  await app.advance(31 * day)
  const done = (await app.injectAs(client, readProject, { params: { id: story.projectId } })).reply
  expect(done.state).toBe('completed')
})

test('the project says what happened, each line with a sentence, and money only to its two parties', async () => {
  const story = await submitted(app)
  const params = { id: story.projectId }
  const guest = await app.person('Gil Guest')
  const now = new Date(app.clock.now())
  const joined = { joined_at: now, project_updated_at: now }
  await app.deps.db
    .insertInto('project_members')
    .values({ project_id: story.projectId, person_id: guest.id, part: 'guest', ...joined })
    .execute()
  const first = (await app.injectAs(story.people.client, listActivity, { params, query: { limit: 5 } })).reply
  expect(first.items[0]).toMatchObject({ name: 'milestone.submitted', by: { name: 'Pia Maker' } })
  const rest = (
    await app.injectAs(story.people.client, listActivity, { params, query: { cursor: first.next ?? '', limit: 50 } })
  ).reply
  const all = [...first.items, ...rest.items]
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  expect(all.at(-1)?.name).toBe('project.opened')
  for (const { name, params: facts } of all) expect(sentenceFor('activity', name, facts)).toBeDefined()
  const seen = (await app.injectAs(guest, listActivity, { params })).reply.items
  expect(seen.some(({ name }) => /^offer|fund|releas/.test(name))).toBe(false)
  const project = (await app.injectAs(guest, readProject, { params })).reply
  expect(project).toMatchObject({ part: 'guest', waiting: [], commissions: [{ offers: [], message: '' }] })
  expect(project.commissions[0]?.milestones[0]).toMatchObject({ price: { amount: 0 }, money: null, charge: null })
  expect(project.commissions[0]?.milestones[0]?.deliverables).toHaveLength(1)
})

test('the list of projects comes page by page with what waits on the reader', async () => {
  const people = await pair(app)
  const stories = [new Story(app, people), new Story(app, people), new Story(app, people)]
  for (const story of stories) await story.request()
  await stories[0]?.offer(content(app, {}, [60_000, 40_000]))
  const first = (await app.injectAs(people.client, listProjects, { query: { limit: 2 } })).reply
  expect(first.items[0]).toMatchObject({
    id: stories[0]?.projectId,
    waitingOnMe: 1,
    price: { amount: 100_000, currency: 'EUR' },
    milestonesTotal: 0,
    creators: [{ name: 'Pia Maker' }],
  })
  const second = (await app.injectAs(people.client, listProjects, { query: { cursor: first.next ?? '' } })).reply
  expect(second.items.map(({ id }) => id)).toEqual([stories[1]?.projectId])
  const asked = (await app.injectAs(people.creator, listProjects, { query: { q: 'LOBBY', state: 'open' } })).reply
  expect(asked.items.map(({ waitingOnMe }) => waitingOnMe).toSorted((a, b) => a - b)).toEqual([0, 1, 1])
})

test('a commission of two milestones is completed with the second, not before', async () => {
  const story = await accepted(app, content(app, {}, [60_000, 40_000]))
  await story.fund(1)
  await story.deliver(1)
  await story.approve(1)
  expect((await story.read()).state).toBe('active')
  await story.fund(2)
  await story.deliver(2)
  await story.approve(2)
  expect((await story.read()).state).toBe('completed')
  expect(await checkLedger(app.deps.db)).toEqual([])
})
