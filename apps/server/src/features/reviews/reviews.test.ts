import { answerReview, readReviews, writeReview } from '@veranda/contract/reviews/routes.ts'
import { day } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp } from '../../testing/test-app.ts'
import { commissionsFixture, type Finished } from './testing/finished.ts'

let app: TestApp
let finished: () => Promise<Finished>
beforeAll(async () => {
  const fixture = await commissionsFixture()
  app = fixture.app
  finished = fixture.finished
})
afterAll(() => app.close())

const write = (who: Person, id: string, stars = 5) =>
  app.injectAs(who, writeReview, { params: { id }, body: { stars, text: 'Good to work with' } })
const read = async (who: Person, id: string) => (await app.injectAs(who, readReviews, { params: { id } })).reply

test('a review stays hidden until both are in, and each is written once', async () => {
  const { commissionId: id, client, creator } = await finished()
  expect(await read(client, id)).toMatchObject({ open: true, mine: null, theirs: null, theirsIsIn: false })
  expect((await write(client, id, 4)).reply).toMatchObject({ open: false, mine: { stars: 4 }, theirs: null })
  expect((await write(client, id)).problem.code).toBe('review.already-written')
  expect(await read(creator, id)).toMatchObject({ open: true, theirs: null, theirsIsIn: true })
  const both = (await write(creator, id)).reply
  expect(both).toMatchObject({ mine: { stars: 5 }, theirs: { stars: 4, by: { id: client.id } } })
  const events = await app.deps.db.selectFrom('events').select('data').where('type', '=', 'review.published').execute()
  expect(events).toHaveLength(2)
  const params = { id: both.theirs?.id ?? '' }
  const answer = (who: Person) => app.injectAs(who, answerReview, { params, body: { text: 'Thank you' } })
  expect((await answer(client)).problem.code).toBe('review.not-about-you')
  expect((await answer(creator)).reply.theirs?.answer).toBe('Thank you')
  expect((await answer(creator)).problem.code).toBe('review.already-answered')
})

test('after 14 days what is written is shown and nothing more can be', async () => {
  const { commissionId: id, client, creator } = await finished()
  const mine = (await write(client, id)).reply.mine
  const early = { params: { id: mine?.id ?? '' }, body: { text: 'Early' } }
  expect((await app.injectAs(creator, answerReview, early)).problem.status).toBe(404)
  await app.advance(14 * day)
  expect(await read(creator, id)).toMatchObject({ open: false, mine: null, theirs: { stars: 5 } })
  expect((await write(creator, id)).problem).toMatchObject({ status: 410, code: 'review.closed' })
})

test('reviews are for the two people of the commission', async () => {
  const { commissionId: id } = await finished()
  const other = await app.person()
  expect((await app.injectAs(other, readReviews, { params: { id } })).status).toBe(404)
  expect((await write(other, id)).problem.status).toBe(404)
})
