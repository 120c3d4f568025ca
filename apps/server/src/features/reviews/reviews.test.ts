import { reviewsChanged } from '@veranda/contract/reviews/events.ts'
import { answerReview, readReviews, writeReview } from '@veranda/contract/reviews/routes.ts'
import { day } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readStream } from '../../platform/events/streams.ts'
import { type TestUser, type TestApp } from '../../testing/test-app.ts'
import { reviewsFixture, type CompletedCommission } from './testing/completed-commission.ts'

let app: TestApp
let finished: () => Promise<CompletedCommission>
beforeAll(async () => {
  const fixture = await reviewsFixture()
  app = fixture.app
  finished = fixture.finished
})
afterAll(() => app.close())

const write = (who: TestUser, id: string, stars = 5) =>
  app.injectAs(who, writeReview, { params: { id }, body: { stars, text: 'Good to work with' } })
const read = async (who: TestUser, id: string) => (await app.injectAs(who, readReviews, { params: { id } })).reply

test('a review stays hidden until both are written, and each is written once, while its actions say so', async () => {
  const { commissionId: id, client, creator } = await finished()
  const unwritten = { state: 'open', actions: ['write'], theirs: null }
  expect(await read(client, id)).toMatchObject({ ...unwritten, mine: null, theirsWritten: false })
  const first = (await write(client, id, 4)).reply
  // The other side still has its 14 days.
  expect(first).toMatchObject({ state: 'open', actions: [], mine: { stars: 4, actions: [] }, theirs: null })
  expect((await write(client, id)).problem.code).toBe('review.already-written')
  expect(await read(creator, id)).toMatchObject({ ...unwritten, theirsWritten: true })
  const both = (await write(creator, id)).reply
  expect(both).toMatchObject({
    state: 'published',
    theirsWritten: null,
    actions: [],
    mine: { stars: 5, actions: [] },
    theirs: { stars: 4, by: { id: client.id }, actions: ['answer'] },
  })
  const events = await app.deps.db.selectFrom('events').select('data').where('type', '=', 'review.published').execute()
  expect(events).toHaveLength(2)
  const params = { id: both.theirs?.id ?? '' }
  const answer = (who: TestUser) => app.injectAs(who, answerReview, { params, body: { text: 'Thank you' } })
  expect((await answer(client)).problem.code).toBe('review.not-about-you')
  expect((await answer(creator)).reply.theirs).toMatchObject({ answer: 'Thank you', actions: [] })
  expect((await answer(creator)).problem.code).toBe('review.already-answered')
})

test('after 14 days the written reviews are published and no more can be written', async () => {
  const { commissionId: id, client, creator } = await finished()
  const mine = (await write(client, id)).reply.mine
  const early = { params: { id: mine?.id ?? '' }, body: { text: 'Early' } }
  expect((await app.injectAs(creator, answerReview, early)).problem.status).toBe(404)
  await app.advance(14 * day)
  expect(await read(creator, id)).toMatchObject({
    state: 'published',
    actions: [],
    theirs: { stars: 5, actions: ['answer'] },
  })
  expect((await write(creator, id)).problem).toMatchObject({ status: 410, code: 'review.closed' })
})

test('both parties receive the opening and the end of the review period, also if nobody wrote', async () => {
  const { commissionId: id, client, creator } = await finished()
  const receivedBy = async (who: TestUser) =>
    (await readStream(app.deps.db, { kind: 'user', id: who.id }))
      .filter(({ name }) => name === reviewsChanged.name)
      .map(({ payload }) => payload)
  const lastPosition = () =>
    app.deps.db
      .selectFrom('events')
      .select((e) => e.fn.max('position').as('position'))
      .executeTakeFirstOrThrow()
  const opened = (await lastPosition()).position
  for (const who of [client, creator]) expect(await receivedBy(who)).toMatchObject([{ id, version: opened }])
  await app.advance(14 * day)
  const ended = (await lastPosition()).position
  expect(ended).toBeGreaterThan(opened)
  for (const who of [client, creator])
    expect(await receivedBy(who)).toMatchObject([
      { id, version: opened },
      { id, version: ended },
    ])
  expect(await read(client, id)).toMatchObject({ state: 'published', actions: [], mine: null, theirs: null })
})

test('only the two parties of a commission can read and write its reviews', async () => {
  const { commissionId: id } = await finished()
  const other = await app.createUser()
  expect((await app.injectAs(other, readReviews, { params: { id } })).status).toBe(404)
  expect((await write(other, id)).problem.status).toBe(404)
})
