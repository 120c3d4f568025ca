import * as routes from '@veranda/contract/talent/routes.ts'
import { type PieceBody, type ServiceBody } from '@veranda/contract/talent/schemas.ts'
import { readFile } from '@veranda/contract/files/routes.ts'
import { type ReviewEvents } from '@veranda/core/reviews/events.ts'
import { type CommissionId, type ProjectId, type ReviewId } from '@veranda/core/ids.ts'
import { ok, refuse } from '@veranda/core/result.ts'
import { after, day } from '@veranda/core/time/instant.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storageKey } from '../../files/stored-bytes.ts'
import { append } from '../../log/append.ts'
import { type Person, type TestApp, testApp } from '../../testing/test-app.ts'
import { talentFeature } from './feature.ts'

let t: TestApp
beforeAll(async () => {
  const feature = talentFeature({
    changeTimeZone: async (at, zone) => {
      if (!zone.includes('/')) return refuse('account.time-zone-unknown', 'invalid', { field: 'timeZone' })
      await at.tx.updateTable('people').set({ time_zone: zone }).where('id', '=', at.actor.id).execute()
      return ok(undefined)
    },
  })
  t = await testApp({ features: [feature] })
})
afterAll(() => t.close())

const mine = async (who: Person) => (await t.injectAs(who, routes.readProfile)).reply
const service = (amount: number, currency = 'EUR'): ServiceBody => ({
  title: 'A stage set',
  description: 'Modelled and lit',
  price: { amount, currency },
  unit: 'project',
  deliveryDays: 14,
})

async function picture(owner: Person): Promise<string> {
  const id = t.deps.ids.next()
  await t.deps.db
    .insertInto('files')
    .values({
      id,
      owner_id: owner.id,
      sha256: 'b'.repeat(64),
      mime: 'image/webp',
      bytes: 3,
      width: 640,
      height: 480,
      name: 'set.webp',
      created_at: new Date(t.clock.now()),
    })
    .execute()
  await t.deps.gateways.storage.put(storageKey('b'.repeat(64)), new Uint8Array([1, 2, 3]))
  return id
}

describe('one’s own page', () => {
  test('is empty before the first save, which makes one a creator, told once', async () => {
    const who = await t.person('Nora New')
    expect(await mine(who)).toMatchObject({ id: who.id, name: 'Nora New', headline: '', services: [], priceFrom: null })
    expect((await t.injectAs(who, routes.readTalent, { params: { id: who.id } })).status).toBe(404)
    const body = { headline: ' Small worlds ', skills: ['Blender', 'Rigging', 'blender'], languages: ['en' as const] }
    const saved = await t.injectAs(who, routes.changeProfile, { body })
    expect(saved.reply).toMatchObject({ headline: 'Small worlds', skills: ['Blender', 'Rigging'], accepting: 'open' })
    await t.injectAs(who, routes.changeProfile, { body: { accepting: 'closed' } })
    const read = await t.injectAs(await t.person(), routes.readTalent, { params: { id: who.id } })
    expect(read.reply).toMatchObject({ headline: 'Small worlds', accepting: 'closed', languages: ['en'] })
    const joined = await t.deps.db.selectFrom('events').select('data').where('type', '=', 'creator.joined').execute()
    expect(joined.filter((event) => JSON.stringify(event.data).includes(who.id))).toHaveLength(1)
  })

  test('keeps the time zone with the account, and saves nothing when the account refuses it', async () => {
    const who = await t.person('Zoe Zone')
    const moved = await t.injectAs(who, routes.changeProfile, { body: { timeZone: 'Asia/Tokyo', headline: 'Here' } })
    expect(moved.reply.timeZone).toBe('Asia/Tokyo')
    const wrong = await t.injectAs(who, routes.changeProfile, { body: { timeZone: 'Nowhere', headline: 'There' } })
    expect(wrong.problem).toMatchObject({ code: 'account.time-zone-unknown', field: 'timeZone' })
    expect((await mine(who)).headline).toBe('Here')
  })

  test('says the lowest price of its services, in the currency of the first', async () => {
    const who = await t.person('Petra Price', { role: 'creator' })
    const add = (body: ServiceBody) => t.injectAs(who, routes.addService, { body })
    expect((await add(service(50_000))).reply.priceFrom).toEqual({ amount: 50_000, currency: 'EUR' })
    await add(service(20_000))
    expect((await add(service(1_000, 'USD'))).reply.priceFrom).toEqual({ amount: 20_000, currency: 'EUR' })
    const { services } = await mine(who)
    expect(services.map((one) => one.price.amount)).toEqual([50_000, 20_000, 1_000])
    for (const { id } of services.slice(0, 2)) {
      expect((await t.injectAs(who, routes.removeService, { params: { id } })).status).toBe(200)
    }
    expect((await mine(who)).priceFrom).toEqual({ amount: 1_000, currency: 'USD' })
    expect((await add(service(1_000, 'XXX'))).problem.code).toBe('money.unknown-currency')
    const id = services[0]?.id ?? ''
    const again = await t.injectAs(who, routes.removeService, { params: { id } })
    expect([again.status, again.problem.code]).toEqual([404, 'service.not-found'])
  })

  test('is changed by nobody else', async () => {
    const who = await t.person('Olga Owner', { role: 'creator' })
    const other = await t.person('Otto Other', { role: 'creator' })
    await t.injectAs(who, routes.addService, { body: service(50_000) })
    const fileId = await picture(who)
    await t.injectAs(who, routes.addPiece, { body: { title: 'Set', description: '', fileId } })
    const { services, portfolio } = await mine(who)
    const theirs = { params: { id: services[0]?.id ?? '' } }
    expect((await t.injectAs(other, routes.removeService, theirs)).problem.code).toBe('service.not-found')
    const piece = { params: { id: portfolio[0]?.id ?? '' } }
    expect((await t.injectAs(other, routes.removePiece, piece)).problem.code).toBe('piece.not-found')
    const body: PieceBody = { title: 'Stolen', description: '', fileId }
    expect((await t.injectAs(other, routes.addPiece, { body })).problem.code).toBe('file.not-found')
  })

  test('shows its pictures to everybody signed in, for as long as they are on it', async () => {
    const who = await t.person('Pia Picture', { role: 'creator' })
    const guest = await t.person('Gus Guest')
    const fileId = await picture(who)
    const seen = async (by: Person | null) => (await t.injectAs(by, readFile, { params: { id: fileId } })).status
    expect(await seen(guest)).toBe(404)
    const added = await t.injectAs(who, routes.addPiece, { body: { title: 'Set', description: 'Planks', fileId } })
    expect(added.reply.portfolio).toMatchObject([
      { title: 'Set', picture: `/api/files/${fileId}`, width: 640, height: 480 },
    ])
    expect(added.reply.pictures).toEqual([{ title: 'Set', url: `/api/files/${fileId}` }])
    expect(await seen(guest)).toBe(200)
    expect(await seen(null)).toBe(404)
    await t.injectAs(who, routes.removePiece, { params: { id: added.reply.portfolio[0]?.id ?? '' } })
    expect(await seen(guest)).toBe(404)
    expect((await mine(who)).portfolio).toEqual([])
  })
})

describe('the log', () => {
  test('opens a page for a new creator, and copies a new name to where the search finds it', async () => {
    const who = await t.person('Rita Registered', { role: 'creator' })
    const guest = await t.person()
    const told = (type: string, data: object) =>
      t.transact((tx) =>
        append(tx, { type, subject: { kind: 'person', id: who.id }, actor: who.id, at: t.clock.now(), data }),
      )
    await told('account.registered', { personId: who.id, role: 'creator' })
    await t.settle()
    expect((await t.injectAs(guest, routes.readTalent, { params: { id: who.id } })).reply.name).toBe('Rita Registered')
    await t.deps.db.updateTable('people').set({ name: 'Rita Renamed' }).where('id', '=', who.id).execute()
    await told('account.changed', { personId: who.id, fields: ['name'] })
    await t.settle()
    const found = await t.injectAs(guest, routes.searchTalent, { query: { q: 'renamed' } })
    expect(found.reply.items.map((item) => item.id)).toEqual([who.id])
    expect((await t.injectAs(guest, routes.searchTalent, { query: { q: 'registered' } })).reply.items).toEqual([])
  })

  test('counts published stars as a creator and completed commissions, and lists what clients wrote, page by page', async () => {
    const creator = await t.person('Ria Reviewed', { role: 'creator' })
    await t.injectAs(creator, routes.changeProfile, { body: { headline: 'Reviewed' } })
    const stars = [5, 4, 4, 5, 3, 5, 2, 5, 4, 5, 1, 4]
    for (const [index, given] of stars.entries()) await reviewed(creator, given, index !== 10)
    await t.settle()
    const guest = await t.person()
    const page = (await t.injectAs(guest, routes.readTalent, { params: { id: creator.id } })).reply
    expect(page.completed).toBe(stars.length)
    expect(page.rating).toEqual({ average: 4.2, count: 11 })
    expect(page.reviews.items).toHaveLength(10)
    const rest = await t.injectAs(guest, routes.listTalentReviews, {
      params: { id: creator.id },
      query: { cursor: page.reviews.next ?? '' },
    })
    const all = [...page.reviews.items, ...rest.reply.items]
    expect(all.map((review) => review.stars)).toEqual([4, 5, 4, 5, 2, 5, 3, 5, 4, 4, 5])
    expect(rest.reply.next).toBeNull()
    const lost = { params: { id: creator.id }, query: { cursor: 'xxx' } }
    expect((await t.injectAs(guest, routes.listTalentReviews, lost)).problem.code).toBe('list.cursor-unreadable')
  })
})

/** A finished commission whose client gave stars, and what the log says of both. */
async function reviewed(creator: Person, stars: number, published: boolean): Promise<void> {
  const client = await t.person('Cleo Client')
  // The ids of the rows below are born here.
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
    const people = { client_id: client.id, creator_id: creator.id }
    await tx
      .insertInto('commissions')
      .values({ id: commissionId, project_id: projectId, ...people, state: 'completed', ...offers, ...dates })
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
    await append(tx, { type: 'commission.completed', subject, projectId, actor: null, at: now, data })
    if (!published) return
    const review: ReviewEvents['review.published'] = {
      reviewId,
      commissionId,
      projectId,
      by: client.id,
      about: creator.id,
    }
    const about = { kind: 'review', id: reviewId }
    await append(tx, { type: 'review.published', subject: about, projectId, actor: null, at: now, data: review })
  })
}
