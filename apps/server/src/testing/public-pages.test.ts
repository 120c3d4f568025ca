import * as assets from '@veranda/contract/assets/routes.ts'
import { addHourlyService, changeSchedule } from '@veranda/contract/bookings/routes.ts'
import { addDeliverable } from '@veranda/contract/commissions/routes.ts'
import * as consents from '@veranda/contract/talent/consents/routes.ts'
import * as explore from '@veranda/contract/talent/explore/routes.ts'
import { type PublicCreator } from '@veranda/contract/talent/explore/schemas.ts'
import * as listings from '@veranda/contract/talent/listing/routes.ts'
import {
  changePortfolioItem,
  addPackageService,
  addPortfolioItem,
  changeProfile,
  removePortfolioItem,
} from '@veranda/contract/talent/routes.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeLibrary } from '../../seed/assets/library.ts'
import { everyDay, paidTalk } from '../features/bookings/testing/booking-scenario.ts'
import { acceptedCommission, CommissionScenario } from '../features/commissions/testing/commission-scenario.ts'
import { makeFindable } from '../features/talent/testing/make-findable.ts'
import { unlistCreator } from '../features/talent/listing/unlist-creator.ts'
import { uploadImage } from '../platform/assets/testing/upload-client.ts'
import { addTurntable, uploadConvertedModel } from '../platform/assets/testing/upload-converted-model.ts'
import { type TestApp, testApp, type TestUser } from './test-app.ts'

let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await testApp()
  user = await app.createUser('Ulla User')
})
afterAll(() => app.close())

let hue = 0
/** Uploads a picture that no one else has; returns its id. */
async function picture(owner: TestUser): Promise<string> {
  hue += 1
  const background = { r: hue, g: 90, b: 120 }
  const png = await sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .png()
    .toBuffer()
  return (await uploadImage(app, owner, `${hue}.png`, png)).id
}

async function addWork(creator: TestUser, title: string, more: { fileId?: string; assetId?: string } = {}) {
  const fileId = more.fileId ?? (await picture(creator))
  const body = { title, description: `About ${title}`, fileId, assetId: more.assetId ?? null }
  const { reply } = await app.injectAs(creator, addPortfolioItem, { body })
  const item = reply.portfolio.find((one) => one.title === title)
  if (!item) throw new Error(`no item ${title}`)
  return { id: item.id, image: item.image, fileId }
}

async function createCreator(name: string): Promise<TestUser> {
  const creator = await app.createUser(name, { role: 'creator' })
  await app.runUntilIdle()
  await app.injectAs(creator, changeProfile, { body: { headline: `Work by ${name}`, skills: ['Furniture'] } })
  // Without hours, no one is in the gallery.
  await app.injectAs(creator, changeSchedule, { body: { ...everyDay, timeZone: 'UTC', expected: 0 } })
  await app.runUntilIdle()
  return creator
}

const list = async (who: TestUser, body: { listed?: boolean; handle?: string } = { listed: true }) =>
  app.injectAs(who, listings.changeListing, { body })
const handleOf = async (who: TestUser) => (await app.injectAs(who, listings.readListing)).reply.handle ?? ''
const open = (who: TestUser | null, handle: string) =>
  app.injectAs(who, explore.readPublicCreator, { params: { handle } })
const gallery = async (query: { q?: string; discipline?: string; free?: 'week' } = {}, who: TestUser | null = null) =>
  (await app.injectAs(who, explore.exploreCreators, { query })).reply.items.map(({ handle }) => handle)
const fileStatus = async (who: TestUser | null, image: string) =>
  (await app.app.http.inject({ url: image, headers: who ? { cookie: who.cookie } : {} })).statusCode

describe('a creator', () => {
  test('is shown to strangers only after saying so, and no more after taking it back', async () => {
    const creator = await createCreator('Lena Listed')
    const work = await addWork(creator, 'Bench')
    const before = (await app.injectAs(creator, listings.readListing)).reply
    expect(before).toMatchObject({ handle: null, suggestion: 'lena-listed', listed: false })
    expect((await open(null, 'lena-listed')).status).toBe(404)
    expect([await fileStatus(null, work.image), await fileStatus(user, work.image)]).toEqual([404, 200])

    expect((await list(creator)).reply).toMatchObject({ handle: 'lena-listed', listed: true })
    expect((await open(null, 'lena-listed')).reply.works.map(({ title }) => title)).toEqual(['Bench'])
    expect(await gallery()).toContain('lena-listed')
    expect(await fileStatus(null, work.image)).toBe(200)
    // The original has what the preview has not.
    expect(await fileStatus(null, `${work.image}?form=full`)).toBe(404)

    await list(creator, { listed: false })
    expect((await open(null, 'lena-listed')).status).toBe(404)
    expect((await open(creator, 'lena-listed')).status).toBe(404)
    expect(await gallery()).not.toContain('lena-listed')
    expect(await fileStatus(null, work.image)).toBe(404)
  })

  test('without a work has a page, but is not in the gallery; a removed work is gone for strangers', async () => {
    const creator = await createCreator('Wim Workless')
    await list(creator)
    expect((await open(null, 'wim-workless')).reply.works).toEqual([])
    expect(await gallery()).not.toContain('wim-workless')
    const work = await addWork(creator, 'Stool')
    expect(await gallery()).toContain('wim-workless')
    await app.injectAs(creator, removePortfolioItem, { params: { id: work.id } })
    expect((await open(null, 'wim-workless')).reply.works).toEqual([])
    expect(await gallery()).not.toContain('wim-workless')
    expect(await fileStatus(null, work.image)).toBe(404)
  })

  test('whom clients do not find yet has a page, but is not in the gallery', async () => {
    const creator = await createCreator('Hugo Hourless')
    await addWork(creator, 'Clock')
    await list(creator)
    expect(await gallery()).toContain('hugo-hourless')
    await app.injectAs(creator, changeSchedule, { body: { ...everyDay, weekly: [], timeZone: 'UTC', expected: 1 } })
    await app.runUntilIdle()
    expect((await open(null, 'hugo-hourless')).reply.works).toHaveLength(1)
    expect(await gallery()).not.toContain('hugo-hourless')
  })

  test('whose account is closed is gone, with everything of theirs', async () => {
    const creator = await createCreator('Cleo Closed')
    const work = await addWork(creator, 'Lamp')
    await list(creator)
    expect((await open(null, 'cleo-closed')).status).toBe(200)
    const closed = { closed_at: new Date(app.clock.now()) }
    await app.deps.db.updateTable('users').set(closed).where('id', '=', creator.id).execute()
    expect((await open(null, 'cleo-closed')).status).toBe(404)
    expect(await gallery()).not.toContain('cleo-closed')
    expect(await fileStatus(null, work.image)).toBe(404)
  })

  test('whom an admin took down stays down whatever they say, until the admin lets them back', async () => {
    const creator = await createCreator('Dora Down')
    const work = await addWork(creator, 'Vase')
    await list(creator)
    expect(await unlistCreator(app.deps, '@Dora-Down', 'This model is not yours.')).toBe('Dora Down')
    expect((await open(null, 'dora-down')).status).toBe(404)
    expect(await gallery()).not.toContain('dora-down')
    expect(await fileStatus(null, work.image)).toBe(404)
    expect((await list(creator)).problem).toMatchObject({ code: 'listing.unlisted', field: 'listed' })
    const own = (await app.injectAs(creator, listings.readListing)).reply
    expect(own).toMatchObject({ listed: true, unlistedReason: 'This model is not yours.' })
    expect(own.works.every(({ isPublic }) => !isPublic)).toBe(true)
    await unlistCreator(app.deps, 'dora-down', null)
    expect((await open(null, 'dora-down')).status).toBe(200)
    expect(await unlistCreator(app.deps, 'no-one', 'x')).toBeUndefined()
  })
})

describe('a handle', () => {
  test('is unique, checked, and its old addresses lead on for good', async () => {
    const [first, second] = [await createCreator('Hana Handle'), await createCreator('Hana Handle')]
    await list(first)
    await list(second)
    expect([await handleOf(first), await handleOf(second)]).toEqual(['hana-handle', 'hana-handle-2'])
    const refused = async (handle: string) => (await list(second, { handle })).problem
    expect(await refused('hana-handle')).toMatchObject({ code: 'handle.taken', field: 'handle', status: 409 })
    expect(await refused('Admin')).toMatchObject({ code: 'handle.reserved', field: 'handle', status: 422 })
    expect(await refused('a b c')).toMatchObject({ code: 'handle.characters', field: 'handle' })

    expect((await list(first, { handle: '@Hana-Studio' })).reply.handle).toBe('hana-studio')
    expect((await open(null, 'hana-handle')).reply.handle).toBe('hana-studio')
    // An old handle is not free for anyone else, but its owner may take it back.
    expect(await refused('hana-handle')).toMatchObject({ code: 'handle.taken' })
    expect((await list(first, { handle: 'hana-handle' })).reply.handle).toBe('hana-handle')
    expect((await open(null, 'hana-studio')).reply.handle).toBe('hana-handle')
  })

  test('that two ask for at the same time goes to one of them', async () => {
    const creators = await Promise.all(['Ivo One', 'Ivo Two', 'Ivo Three'].map(createCreator))
    const answers = await Promise.all(creators.map((one) => list(one, { handle: 'ivo', listed: true })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
  })

  test('cannot be changed again and again to keep names from others', async () => {
    const creator = await createCreator('Greta Greedy')
    const statuses: number[] = []
    for (const handle of ['greta-1', 'greta-2', 'greta-3', 'greta-4', 'greta-5'])
      statuses.push((await list(creator, { handle })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 409])
    expect((await list(creator, { handle: 'greta-2' })).status).toBe(200)
  })
})

describe('work that was made for a client', () => {
  test('appears only with the consent of that client, and goes when it is taken back', async () => {
    const story = await acceptedCommission(app)
    const { client, creator } = story.parties
    await story.fund()
    const delivered = await picture(creator)
    const { id: milestone } = await story.milestone()
    await app.injectAs(creator, addDeliverable, {
      params: { id: milestone },
      body: { notes: 'v1', fileIds: [delivered] },
    })
    const own = await addWork(creator, 'Own work')
    const work = await addWork(creator, 'Client work', { fileId: delivered })
    await list(creator)
    const handle = await handleOf(creator)
    const titles = async () => (await open(null, handle)).reply.works.map(({ title }) => title)
    const seen = async () => [await titles(), await fileStatus(null, work.image)]
    expect(await seen()).toEqual([['Own work'], 404])
    expect((await app.injectAs(creator, listings.readListing)).reply.works).toMatchObject([
      { id: own.id, isPublic: true, clients: [], actions: ['name-client'] },
      {
        id: work.id,
        isPublic: false,
        clients: [{ projectId: story.projectId, client: client.name, state: null, actions: ['ask'] }],
        actions: [],
      },
    ])

    const ask = { params: { id: work.id }, body: { projectId: story.projectId } }
    expect((await app.injectAs(user, consents.askWorkConsent, ask)).status).toBe(404)
    const asked = (await app.injectAs(creator, consents.askWorkConsent, ask)).reply.works
    expect(asked[1]).toMatchObject({ clients: [{ state: 'asked', actions: [] }], actions: [] })
    expect((await app.injectAs(creator, consents.askWorkConsent, ask)).problem.code).toBe('work-consent.already-asked')
    expect(await seen()).toEqual([['Own work'], 404])

    const question = async () => (await app.injectAs(client, consents.listWorkConsents)).reply.items[0]
    const answer = async (who: TestUser, given: 'grant' | 'withdraw') => {
      const { id = '', version: expected = 0 } = (await question()) ?? {}
      return app.injectAs(who, consents.answerWorkConsent, { params: { id }, body: { answer: given, expected } })
    }
    expect(await question()).toMatchObject({ title: 'Client work', state: 'asked', actions: ['grant', 'decline'] })
    for (const who of [creator, user]) expect((await answer(who, 'grant')).status).toBe(404)
    expect((await answer(client, 'grant')).reply).toMatchObject({ state: 'granted', actions: ['withdraw'] })
    expect(await seen()).toEqual([['Own work', 'Client work'], 200])
    expect((await answer(client, 'withdraw')).reply).toMatchObject({ state: 'withdrawn', actions: ['grant'] })
    expect(await seen()).toEqual([['Own work'], 404])
    await app.runUntilIdle()
    const sent = await app.deps.db
      .selectFrom('notifications')
      .select(['user_id', 'key'])
      .where('key', 'like', 'work-consent.%')
      .execute()
    expect(sent.map(({ user_id, key }) => `${user_id === client.id ? 'client' : 'creator'} ${key}`).toSorted()).toEqual(
      ['client work-consent.asked', 'creator work-consent.granted', 'creator work-consent.withdrawn'],
    )
  })

  test('is asked about again when another work takes the place of the one that was allowed', async () => {
    const { client, creator, projectId } = await fundedCommission()
    const work = await addWork(creator, 'Allowed work')
    await list(creator)
    const handle = await handleOf(creator)
    await app.injectAs(creator, consents.askWorkConsent, { params: { id: work.id }, body: { projectId } })
    const question = async () => (await app.injectAs(client, consents.listWorkConsents)).reply.items[0]
    const { id = '', version: expected = 0 } = (await question()) ?? {}
    await app.injectAs(client, consents.answerWorkConsent, { params: { id }, body: { answer: 'grant', expected } })
    const change = async (body: { title: string } | { files: { fileId: string; assetId: null }[] }) =>
      (await app.injectAs(creator, changePortfolioItem, { params: { id: work.id }, body })).reply
    await change({ title: 'The same work' })
    expect((await open(null, handle)).reply.works).toHaveLength(1)
    await change({ files: [{ fileId: await picture(creator), assetId: null }] })
    expect((await open(null, handle)).reply.works).toHaveLength(0)
    expect(await question()).toMatchObject({ state: 'asked', actions: ['grant', 'decline'] })
  })

  test('that the creator names themselves is hidden from then on, and is named once', async () => {
    const { client, creator, projectId } = await fundedCommission()
    const work = await addWork(creator, 'Named work')
    await list(creator)
    const handle = await handleOf(creator)
    expect((await open(null, handle)).reply.works).toHaveLength(1)
    const ask = (project: string) =>
      app.injectAs(creator, consents.askWorkConsent, { params: { id: work.id }, body: { projectId: project } })
    expect((await ask(projectId)).reply.works[0]?.actions).toEqual([])
    const other = new CommissionScenario(app, { client, creator })
    await other.fundFirstMilestone()
    expect((await ask(other.projectId)).problem).toMatchObject({ status: 409, code: 'work-consent.client-known' })
    expect((await open(null, handle)).reply.works).toHaveLength(0)
    expect(await gallery()).not.toContain(handle)
  })
})

async function fundedCommission() {
  const story = await acceptedCommission(app)
  await story.fund()
  await makeFindable(app, story.parties.creator.id)
  return { ...story.parties, projectId: story.projectId, commissionId: story.id }
}

/** Every field of a reply with the types of its values, as `a.b[].c: string`. */
function fieldsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((one) => fieldsOf(one, `${path}[]`)))]
  if (value === null || typeof value !== 'object') return [path]
  return Object.entries(value).flatMap(([name, one]) => fieldsOf(one, path === '' ? name : `${path}.${name}`))
}

test('a stranger, a user and the owner get exactly the same page, of which every field is listed here', async () => {
  const { client, creator, commissionId } = await fundedCommission()
  await app.injectAs(creator, changeProfile, {
    body: { headline: 'Lobbies', about: 'Since 2010', skills: ['Worlds'], languages: ['de'] },
  })
  await app.injectAs(creator, addPackageService, {
    body: {
      title: 'A lobby',
      description: 'd',
      price: { amount: 90_000, currency: 'EUR' },
      unit: 'project',
      deliveryDays: 9,
      reviewRounds: 2,
    },
  })
  await app.injectAs(creator, addHourlyService, { body: { ...paidTalk, description: 'Drawings welcome' } })
  const model = await uploadConvertedModel(app, creator, 'secret-name.glb', await makeLibrary(), { purpose: 'profile' })
  await addWork(creator, 'Library', { assetId: model.id })
  const sides = { commission_id: commissionId, by_id: client.id, about_id: creator.id }
  const at = new Date(app.clock.now())
  const review = { stars: 5, text: 'On time', answer: 'Thanks', created_at: at, published_at: at }
  await app.deps.db
    .insertInto('reviews')
    .values({ id: app.deps.ids.next(), ...sides, ...review })
    .execute()
  await list(creator)
  const handle = await handleOf(creator)
  const pages: PublicCreator[] = []
  for (const who of [null, user, client, creator]) pages.push((await open(who, handle)).reply)
  const [page] = pages
  if (!page) throw new Error('no page')
  for (const other of pages) expect(other).toEqual(page)
  expect(fieldsOf(page).toSorted()).toEqual([
    'about',
    'accepting',
    'actions[]',
    'avatar',
    'completedCount',
    'freeThisWeek',
    'freeTimes[].at',
    'freeTimes[].serviceId',
    'handle',
    'headline',
    'hourlyServices[].description',
    'hourlyServices[].id',
    'hourlyServices[].minutes',
    'hourlyServices[].price.amount',
    'hourlyServices[].price.currency',
    'hourlyServices[].title',
    'id',
    'languages[]',
    'memberSince',
    'name',
    'priceFrom.amount',
    'priceFrom.currency',
    'priceUnit',
    'rating.average',
    'rating.count',
    'reviews[].answer',
    'reviews[].at',
    'reviews[].by',
    'reviews[].id',
    'reviews[].stars',
    'reviews[].text',
    'services[].deliveryDays',
    'services[].description',
    'services[].id',
    'services[].price.amount',
    'services[].price.currency',
    'services[].reviewRounds',
    'services[].title',
    'services[].unit',
    'skills[]',
    'timeZone',
    'works[].description',
    'works[].height',
    'works[].id',
    'works[].image',
    'works[].model.bytes',
    'works[].model.url',
    'works[].title',
    'works[].turntable',
    'works[].width',
  ])
  expect(page.reviews.map(({ by }) => by)).toEqual([client.name.split(' ')[0]])
  // The client's full name, the project's title and the name of the file are no one else's business.
  for (const secret of [client.name, client.id, 'A lobby, ', 'secret-name', creator.email])
    expect(JSON.stringify(page)).not.toContain(secret)
  const cards = async (who: TestUser | null) =>
    (await app.injectAs(who, explore.exploreCreators, { query: { q: 'lobbies' } })).reply
  expect(await cards(null)).toEqual(await cards(creator))
  expect(
    fieldsOf((await cards(null)).items)
      .map((field) => field.slice(3))
      .toSorted(),
  ).toEqual([
    'accepting',
    'avatar',
    'freeThisWeek',
    'handle',
    'headline',
    'name',
    'priceFrom.amount',
    'priceFrom.currency',
    'priceUnit',
    'rating.average',
    'rating.count',
    'skills[]',
    'works[].description',
    'works[].height',
    'works[].id',
    'works[].image',
    'works[].model.bytes',
    'works[].model.url',
    'works[].title',
    'works[].turntable',
    'works[].width',
  ])
})

test('strangers get the lightest rendition of a model and never its source', async () => {
  const creator = await createCreator('Rita Reduced')
  const model = await uploadConvertedModel(app, creator, 'room.glb', await makeLibrary(), { purpose: 'profile' })
  await addWork(creator, 'Room', { assetId: model.id })
  const statusOf = async (url: string) => (await app.app.http.inject({ url })).statusCode
  await addTurntable(app, model)
  const parts = ['headset', 'model', 'thumbnail', 'turntable', 'source']
  const paths = parts.map((part) => `/api/assets/${model.id}/${part}`)
  expect(await Promise.all(paths.map(statusOf))).toEqual([404, 404, 404, 404, 404])
  await list(creator)
  const [work] = (await open(null, 'rita-reduced')).reply.works
  expect(await statusOf(work?.model?.url ?? '')).toBe(200)
  const hasHeadset = model.headset !== null
  const [headset, full] = hasHeadset ? [200, 404] : [404, 200]
  expect(await Promise.all(paths.map(statusOf))).toEqual([headset, full, 200, 200, 404])
  expect(await statusOf(work?.turntable ?? '')).toBe(200)
  const read = await app.injectAs(null, assets.readAsset, { params: { id: model.id } })
  expect(read.status).toBe(401)
})

test('the gallery finds by text and discipline, and a foreign cursor is refused', async () => {
  const creator = await createCreator('Quirin Quill')
  await app.injectAs(creator, changeProfile, { body: { headline: 'Marionettes', skills: ['Puppets'] } })
  await addWork(creator, 'Puppet')
  await list(creator)
  const { handle } = (await app.injectAs(creator, listings.readListing)).reply
  expect(await gallery({ q: 'marion' })).toEqual([handle])
  expect(await gallery({ discipline: 'Puppets' })).toEqual([handle])
  expect(await gallery({ discipline: 'Puppets', free: 'week' })).toEqual([])
  const all = await app.injectAs(null, explore.exploreCreators, { query: { limit: 1 } })
  expect(all.reply.next).not.toBeNull()
  const second = await app.injectAs(null, explore.exploreCreators, {
    query: { limit: 1, cursor: all.reply.next ?? '' },
  })
  expect(second.reply.items[0]?.handle).not.toBe(all.reply.items[0]?.handle)
  const foreign = await app.injectAs(null, explore.exploreCreators, { query: { cursor: 'best_1_x' } })
  expect(foreign.problem).toMatchObject({ status: 422, field: 'cursor' })
})

test('the gallery puts who has all the words of a text before who has only one, however well ranked, page by page', async () => {
  const partly = await createCreator('Paul Partly')
  const wholly = await createCreator('Wanda Wholly')
  await addWork(partly, 'Sundial')
  await addWork(wholly, 'Sundial with a gnomon')
  for (const creator of [partly, wholly]) await list(creator)
  await app.deps.db
    .updateTable('creators')
    .set({ rating_sum: 50, rating_count: 10 })
    .where('user_id', '=', partly.id)
    .execute()
  const inOrder = [await handleOf(wholly), await handleOf(partly)]
  expect(await gallery({ q: 'sundial gnomon' })).toEqual(inOrder)
  const read = async (cursor?: string) =>
    (
      await app.injectAs(null, explore.exploreCreators, {
        query: { q: 'sundial gnomon', limit: 1, ...(cursor === undefined ? {} : { cursor }) },
      })
    ).reply
  const first = await read()
  expect([...first.items, ...(await read(first.next ?? '')).items].map(({ handle }) => handle)).toEqual(inOrder)
})

test('a page can be reported by anyone, admins get a mail, and hidden pages and foreign works are refused', async () => {
  const admin = await app.createUser('Ada Admin', { isAdmin: true })
  const creator = await createCreator('Paul Public')
  const work = await addWork(creator, 'Copy')
  const report = (who: TestUser | null, handle: string, itemId: string | null = null) =>
    app.injectAs(who, explore.reportPage, {
      params: { handle },
      body: { reason: 'stolen', message: 'See example.com', itemId },
    })
  expect((await report(null, 'paul-public')).status).toBe(404)
  await list(creator)
  expect((await report(null, 'paul-public')).status).toBe(201)
  expect((await report(user, 'paul-public', work.id)).status).toBe(201)
  expect((await report(null, 'paul-public', user.id)).problem).toMatchObject({ status: 422, field: 'itemId' })
  await app.runUntilIdle()
  const mails = await app.deps.gateways.mail.listMailbox?.(admin.email, 10)
  const texts = (mails ?? []).map(({ text }) => text)
  expect(texts.filter((text) => text.includes('paul-public') && text.includes('See example.com'))).toHaveLength(2)
  expect(texts.some((text) => text.includes('“Copy”'))).toBe(true)
  expect(texts[0]).toContain('Reason: it shows work by someone else.')
  expect(texts[0]).toMatch(/\/admin\/reports\/[0-9a-f-]{36}/)
  const reporters = await app.deps.db.selectFrom('page_reports').select('reporter_id').execute()
  expect(reporters).toHaveLength(2)
  expect(new Set(reporters.map(({ reporter_id: id }) => id))).toEqual(new Set([user.id, null]))
})
