import * as routes from '@veranda/contract/talent/routes.ts'
import { type PortfolioItemBody, type PackageServiceBody } from '@veranda/contract/talent/schemas.ts'
import { readStoredFile } from '@veranda/contract/assets/routes.ts'
import { type ReviewEvents } from '@veranda/core/reviews/events.ts'
import { type CommissionId, type ProjectId, type ReviewId } from '@veranda/core/ids.ts'
import { ok, refuse } from '@veranda/core/result.ts'
import { after, day } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { imageStorageKey } from '../../../platform/assets/stored-files/image-bytes.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { type TestUser, type TestApp, testApp } from '../../../testing/test-app.ts'
import { makeFindable } from '../testing/make-findable.ts'
import { talentFeature } from '../feature.ts'

let t: TestApp
beforeAll(async () => {
  const feature = talentFeature({
    readOpenServices: () => Promise.resolve({ hourlyServices: [], freeTimes: [] }),
    changeTimeZone: async (at, zone) => {
      if (!zone.includes('/')) return refuse('account.time-zone-unknown', 'invalid', { field: 'timeZone' })
      await at.tx.updateTable('users').set({ time_zone: zone }).where('id', '=', at.actor.id).execute()
      return ok(undefined)
    },
  })
  t = await testApp({ features: [feature] })
})
afterAll(() => t.close())

const mine = async (who: TestUser) => (await t.injectAs(who, routes.readProfile)).reply
const service = (amount: number, currency = 'EUR'): PackageServiceBody => ({
  title: 'A stage set',
  description: 'Modelled and lit',
  price: { amount, currency },
  unit: 'project',
  deliveryDays: 14,
  reviewRounds: 2,
})

async function uploadImage(owner: TestUser): Promise<string> {
  const id = t.deps.ids.next()
  await t.deps.db
    .insertInto('stored_files')
    .values({
      id,
      owner_id: owner.id,
      sha256: 'b'.repeat(64),
      media_type: 'image/webp',
      bytes: 3,
      width: 640,
      height: 480,
      name: 'set.webp',
      created_at: new Date(t.clock.now()),
    })
    .execute()
  await t.deps.gateways.storage.put(imageStorageKey('b'.repeat(64), 'preview'), new Uint8Array([1, 2, 3]))
  return id
}

describe("the user's own page", () => {
  test('is empty before the first save, which makes the user a creator and emits one event', async () => {
    const who = await t.createUser('Nora New')
    expect(await mine(who)).toMatchObject({ id: who.id, name: 'Nora New', headline: '', services: [], priceFrom: null })
    expect((await t.injectAs(who, routes.readCreator, { params: { id: who.id } })).status).toBe(404)
    const body = { headline: ' Small worlds ', skills: ['Blender', 'Rigging', 'blender'], languages: ['en' as const] }
    const saved = await t.injectAs(who, routes.changeProfile, { body })
    expect(saved.reply).toMatchObject({ headline: 'Small worlds', skills: ['Blender', 'Rigging'], accepting: 'open' })
    await t.injectAs(who, routes.changeProfile, { body: { accepting: 'closed' } })
    const read = await t.injectAs(await t.createUser(), routes.readCreator, { params: { id: who.id } })
    expect(read.reply).toMatchObject({ headline: 'Small worlds', accepting: 'closed', languages: ['en'] })
    const joined = await t.deps.db.selectFrom('events').select('data').where('type', '=', 'creator.joined').execute()
    expect(joined.filter((event) => JSON.stringify(event.data).includes(who.id))).toHaveLength(1)
  })

  test('keeps the time zone with the account, and saves nothing when the account refuses it', async () => {
    const who = await t.createUser('Zoe Zone')
    const moved = await t.injectAs(who, routes.changeProfile, { body: { timeZone: 'Asia/Tokyo', headline: 'Here' } })
    expect(moved.reply.timeZone).toBe('Asia/Tokyo')
    const wrong = await t.injectAs(who, routes.changeProfile, { body: { timeZone: 'Nowhere', headline: 'There' } })
    expect(wrong.problem).toMatchObject({ code: 'account.time-zone-unknown', field: 'timeZone' })
    expect((await mine(who)).headline).toBe('Here')
  })

  test('shows the lowest price of its services, in the currency of the first, and whether it is for an hour', async () => {
    const who = await t.createUser('Petra Price', { role: 'creator' })
    const add = (body: PackageServiceBody) => t.injectAs(who, routes.addPackageService, { body })
    expect((await add(service(50_000))).reply.priceFrom).toEqual({ amount: 50_000, currency: 'EUR' })
    await add(service(20_000))
    expect((await add(service(1_000, 'USD'))).reply.priceFrom).toEqual({ amount: 20_000, currency: 'EUR' })
    const { services } = await mine(who)
    expect(services.map((one) => one.price.amount)).toEqual([50_000, 20_000, 1_000])
    for (const { id } of services.slice(0, 2)) {
      expect((await t.injectAs(who, routes.removePackageService, { params: { id } })).status).toBe(200)
    }
    expect(await mine(who)).toMatchObject({ priceFrom: { amount: 1_000, currency: 'USD' }, priceUnit: 'project' })
    await add({ ...service(500, 'USD'), unit: 'hour' })
    expect(await mine(who)).toMatchObject({ priceFrom: { amount: 500, currency: 'USD' }, priceUnit: 'hour' })
    expect((await add(service(1_000, 'XXX'))).problem.code).toBe('money.unknown-currency')
    const id = services[0]?.id ?? ''
    const repeated = await t.injectAs(who, routes.removePackageService, { params: { id } })
    expect([repeated.status, repeated.problem.code]).toEqual([404, 'package-service.not-found'])
  })

  test('can be changed by no one else', async () => {
    const who = await t.createUser('Olga Owner', { role: 'creator' })
    const other = await t.createUser('Otto Other', { role: 'creator' })
    await t.injectAs(who, routes.addPackageService, { body: service(50_000) })
    const fileId = await uploadImage(who)
    await t.injectAs(who, routes.addPortfolioItem, { body: { title: 'Set', description: '', fileId } })
    const { services, portfolio } = await mine(who)
    const theirs = { params: { id: services[0]?.id ?? '' } }
    expect((await t.injectAs(other, routes.removePackageService, theirs)).problem.code).toBe(
      'package-service.not-found',
    )
    const item = { params: { id: portfolio[0]?.id ?? '' } }
    expect((await t.injectAs(other, routes.removePortfolioItem, item)).problem.code).toBe('portfolio.item-not-found')
    const body: PortfolioItemBody = { title: 'Stolen', description: '', fileId }
    expect((await t.injectAs(other, routes.addPortfolioItem, { body })).problem.code).toBe('file.not-found')
  })

  test('offers its owner to edit it, and others to request a commission only from a creator who takes new work', async () => {
    const [owner, reader] = [await t.createUser('Ola Owner'), await t.createUser('Rea Reader')]
    const actionsFor = async (who: TestUser) =>
      (await t.injectAs(who, routes.readCreator, { params: { id: owner.id } })).reply.actions
    await t.injectAs(owner, routes.changeProfile, { body: { accepting: 'waiting-list' } })
    expect([await actionsFor(owner), await actionsFor(reader)]).toEqual([['edit'], ['request', 'message']])
    await t.injectAs(owner, routes.changeProfile, { body: { accepting: 'closed' } })
    expect([await actionsFor(owner), await actionsFor(reader)]).toEqual([['edit'], ['message']])
    await makeFindable(t, owner.id)
    const cardActionsFor = async (who: TestUser) => {
      const { reply } = await t.injectAs(who, routes.searchTalent, { query: { q: 'Ola Owner' } })
      // Others have one of the two words.
      return reply.items[0]?.actions
    }
    expect([await cardActionsFor(owner), await cardActionsFor(reader)]).toEqual([['edit'], ['message']])
  })

  test('shows its images to every signed-in user as long as they are on it', async () => {
    const who = await t.createUser('Pia Picture', { role: 'creator' })
    const guest = await t.createUser('Gus Guest')
    const fileId = await uploadImage(who)
    const seen = async (by: TestUser | null) =>
      (await t.injectAs(by, readStoredFile, { params: { id: fileId } })).status
    expect(await seen(guest)).toBe(404)
    const added = await t.injectAs(who, routes.addPortfolioItem, {
      body: { title: 'Set', description: 'Planks', fileId },
    })
    expect(added.reply.portfolio).toMatchObject([
      { title: 'Set', image: `/api/files/${fileId}`, width: 640, height: 480 },
    ])
    expect(added.reply.images).toEqual([{ title: 'Set', url: `/api/files/${fileId}` }])
    expect(await seen(guest)).toBe(200)
    expect(await seen(null)).toBe(404)
    await t.injectAs(who, routes.removePortfolioItem, { params: { id: added.reply.portfolio[0]?.id ?? '' } })
    expect(await seen(guest)).toBe(404)
    expect((await mine(who)).portfolio).toEqual([])
  })
})

describe('the event handlers', () => {
  test('create a page for a new creator, and copy a new name to where search finds it', async () => {
    const who = await t.createUser('Rita Registered', { role: 'creator' })
    const guest = await t.createUser()
    const appendAccountEvent = (type: string, data: object) =>
      t.transact((tx) =>
        appendEvent(tx, { type, subject: { kind: 'user', id: who.id }, actor: who.id, at: t.clock.now(), data }),
      )
    await appendAccountEvent('account.registered', { userId: who.id, role: 'creator' })
    await t.runUntilIdle()
    expect((await t.injectAs(guest, routes.readCreator, { params: { id: who.id } })).reply.name).toBe('Rita Registered')
    await t.deps.db.updateTable('users').set({ name: 'Rita Renamed' }).where('id', '=', who.id).execute()
    await appendAccountEvent('account.changed', { userId: who.id, fields: ['name'] })
    await t.runUntilIdle()
    await makeFindable(t, who.id)
    const found = await t.injectAs(guest, routes.searchTalent, { query: { q: 'renamed' } })
    expect(found.reply.items.map((item) => item.id)).toEqual([who.id])
    expect((await t.injectAs(guest, routes.searchTalent, { query: { q: 'registered' } })).reply.items).toEqual([])
  })

  test('count published stars and completed commissions, and reviews are listed page by page', async () => {
    const creator = await t.createUser('Ria Reviewed', { role: 'creator' })
    await t.injectAs(creator, routes.changeProfile, { body: { headline: 'Reviewed' } })
    const stars = [5, 4, 4, 5, 3, 5, 2, 5, 4, 5, 1, 4]
    for (const [index, given] of stars.entries()) await reviewed(creator, given, index !== 10)
    await t.runUntilIdle()
    const guest = await t.createUser()
    const page = (await t.injectAs(guest, routes.readCreator, { params: { id: creator.id } })).reply
    expect(page.completedCount).toBe(stars.length)
    expect(page.rating).toEqual({ average: 4.2, count: 11 })
    expect(page.reviews.items).toHaveLength(10)
    const rest = await t.injectAs(guest, routes.listCreatorReviews, {
      params: { id: creator.id },
      query: { cursor: page.reviews.next ?? '' },
    })
    const all = [...page.reviews.items, ...rest.reply.items]
    expect(all.map((review) => review.stars)).toEqual([4, 5, 4, 5, 2, 5, 3, 5, 4, 4, 5])
    expect(rest.reply.next).toBeNull()
    const lost = { params: { id: creator.id }, query: { cursor: 'xxx' } }
    expect((await t.injectAs(guest, routes.listCreatorReviews, lost)).problem.code).toBe('list.cursor-unreadable')
  })
})

/** Creates a completed commission with a client's stars, and the events of both. */
async function reviewed(creator: TestUser, stars: number, published: boolean): Promise<void> {
  const client = await t.createUser('Cleo Client')
  // The ids of the rows below are generated here.
  const projectId = t.deps.ids.next() as ProjectId
  const commissionId = t.deps.ids.next() as CommissionId
  const reviewId = t.deps.ids.next() as ReviewId
  t.clock.setShift(t.clock.shift() + day)
  const now = t.clock.now()
  const dates = { created_at: new Date(now), updated_at: new Date(now) }
  await t.transact(async (tx) => {
    const budget = { budget_from: null, budget_to: null, budget_currency: null }
    await tx
      .insertInto('projects')
      .values({ id: projectId, client_id: client.id, title: 'A set', brief: '', state: 'active', ...budget, ...dates })
      .execute()
    const offers = { current_offer_id: null, accepted_offer_id: null, accepted_terms: 1 }
    const parties = { client_id: client.id, creator_id: creator.id }
    await tx
      .insertInto('commissions')
      .values({ id: commissionId, project_id: projectId, ...parties, state: 'completed', ...offers, ...dates })
      .execute()
    await tx
      .insertInto('reviews')
      .values({
        id: reviewId,
        commission_id: commissionId,
        by_id: client.id,
        about_id: creator.id,
        stars,
        text: 'Good',
        answer: null,
        created_at: new Date(now),
        published_at: published ? new Date(now) : null,
      })
      .execute()
    const facts = { projectId, commissionId, clientId: client.id, creatorId: creator.id }
    const subject = { kind: 'commission', id: commissionId }
    const data = { ...facts, reviewsCloseAt: after(now, 14 * day) }
    await appendEvent(tx, { type: 'commission.completed', subject, projectId, actor: null, at: now, data })
    if (!published) return
    const review: ReviewEvents['review.published'] = {
      reviewId,
      commissionId,
      projectId,
      by: client.id,
      about: creator.id,
    }
    const about = { kind: 'review', id: reviewId }
    await appendEvent(tx, { type: 'review.published', subject: about, projectId, actor: null, at: now, data: review })
  })
}
