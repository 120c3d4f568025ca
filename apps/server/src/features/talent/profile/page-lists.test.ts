import * as routes from '@veranda/contract/talent/routes.ts'
import { readAssetSource, readStoredFile } from '@veranda/contract/assets/routes.ts'
import { type Asset } from '@veranda/contract/assets/schemas.ts'
import { type PackageServiceBody, type Profile } from '@veranda/contract/talent/schemas.ts'
import { offerLimits } from '@veranda/core/commissions/offers/offer-content.ts'
import { maxPortfolioFiles } from '@veranda/core/talent/portfolio/portfolio.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assetStorageKey } from '../../../platform/assets/asset-keys.ts'
import { imageStorageKey } from '../../../platform/assets/stored-files/image-bytes.ts'
import { type TestUser, type TestApp, testApp } from '../../../testing/test-app.ts'
import { makeFindable } from '../testing/make-findable.ts'
import { talentFeature } from '../feature.ts'

let t: TestApp
beforeAll(async () => {
  const readOpenServices = async () => Promise.resolve({ hourlyServices: [], freeTimes: [] })
  const changeTimeZone = async () => Promise.reject(new Error('no time zone is changed here'))
  t = await testApp({ features: [talentFeature({ changeTimeZone, readOpenServices })] })
})
afterAll(() => t.close())

const profileOf = async (who: TestUser) => (await t.injectAs(who, routes.readProfile)).reply
const titles = (items: readonly { title: string }[]) => items.map(({ title }) => title)
const idOf = (items: readonly { id: string; title: string }[], title: string) =>
  items.find((item) => item.title === title)?.id ?? ''

async function uploadImage(owner: TestUser): Promise<string> {
  const id = t.deps.ids.next()
  const sha256 = id.replaceAll('-', '').padEnd(64, '0')
  const facts = { sha256, media_type: 'image/webp', bytes: 3, width: 640, height: 480, name: 'image.webp' }
  await t.deps.db
    .insertInto('stored_files')
    .values({ id, owner_id: owner.id, ...facts, created_at: new Date(t.clock.now()) })
    .execute()
  await t.deps.gateways.storage.put(imageStorageKey(sha256, 'preview'), new Uint8Array([1, 2, 3]))
  return id
}

const zero = { x: 0, y: 0, z: 0 }
const modelFacts = {
  triangles: 12,
  materials: 1,
  draws: 1,
  textures: [],
  textureBytes: 0,
  size: zero,
  box: { min: zero, max: zero },
  parts: [],
  animations: [],
  deviation: 0,
}

/** Inserts a converted model of the user. */
const makeModel = (owner: TestUser) => makeAsset(owner, 'model', 'model/gltf-binary')

/** Inserts an asset of the user that has been checked. */
async function makeAsset(owner: TestUser, kind: Asset['kind'], mediaType: string): Promise<string> {
  const id = t.deps.ids.next()
  const at = new Date(t.clock.now())
  const sha256 = id.replaceAll('-', '').padEnd(64, 'f')
  await sql`
    insert into asset_sources (sha256, kind, media_type, bytes, facts, created_at)
    values (${sha256}, ${kind}, ${mediaType}, 9, ${kind === 'model' ? JSON.stringify(modelFacts) : null}, ${at})`.execute(
    t.deps.db,
  )
  await sql`
    insert into assets (id, owner_id, name, purpose, state, bytes, sha256, created_at, updated_at)
    values (${id}, ${owner.id}, 'chair.glb', 'profile', 'ready', 9, ${sha256}, ${at}, ${at})`.execute(t.deps.db)
  await t.deps.gateways.storage.put(assetStorageKey(sha256, 'original'), new Uint8Array(9))
  return id
}

const service = (title: string, amount = 50_000): PackageServiceBody => ({
  title,
  description: '',
  price: { amount, currency: 'EUR' },
  unit: 'project',
  deliveryDays: null,
  reviewRounds: null,
})

async function creatorWith(services: readonly string[], items: readonly string[] = []): Promise<TestUser> {
  const who = await t.createUser('Pia Page', { role: 'creator' })
  for (const [index, title] of services.entries()) {
    await t.injectAs(who, routes.addPackageService, { body: service(title, 10_000 + index) })
  }
  for (const title of items) {
    const fileId = await uploadImage(who)
    await t.injectAs(who, routes.addPortfolioItem, { body: { title, description: '', fileId } })
  }
  return who
}

test('services and portfolio items are moved, and stay there for everyone', async () => {
  const who = await creatorWith(['Chair', 'Desk', 'Lamp'], ['One', 'Two', 'Three'])
  const { services, portfolio } = await profileOf(who)
  const move = async (id: string, before: string | null) =>
    t.injectAs(who, routes.movePackageService, { params: { id }, body: { before } })
  const moved = await move(idOf(services, 'Lamp'), idOf(services, 'Chair'))
  expect(titles(moved.reply.services)).toEqual(['Lamp', 'Chair', 'Desk'])
  await move(idOf(services, 'Lamp'), null)
  await t.injectAs(who, routes.movePortfolioItem, {
    params: { id: idOf(portfolio, 'Three') },
    body: { before: idOf(portfolio, 'Two') },
  })
  const reader = await t.createUser()
  const seen = (await t.injectAs(reader, routes.readCreator, { params: { id: who.id } })).reply
  expect(titles(seen.services)).toEqual(['Chair', 'Desk', 'Lamp'])
  expect(titles(seen.portfolio)).toEqual(['One', 'Three', 'Two'])
  expect(titles(seen.images)).toEqual(['One', 'Three', 'Two'])
})

test('two windows that move different things both take effect, and a move before what is gone is refused', async () => {
  const who = await creatorWith(['A', 'B', 'C', 'D'])
  const { services } = await profileOf(who)
  const move = async (title: string, before: string | null) =>
    t.injectAs(who, routes.movePackageService, {
      params: { id: idOf(services, title) },
      body: { before: before === null ? null : idOf(services, before) },
    })
  await Promise.all([move('A', null), move('D', 'B')])
  expect(titles((await profileOf(who)).services)).toEqual(['D', 'B', 'C', 'A'])
  await t.injectAs(who, routes.removePackageService, { params: { id: idOf(services, 'B') } })
  const refused = await move('A', 'B')
  expect(refused.problem).toMatchObject({ status: 409, code: 'page-list.stale', field: 'before' })
  const stranger = await creatorWith(['Z'])
  const theirs = { params: { id: idOf(services, 'A') }, body: { before: null } }
  expect((await t.injectAs(stranger, routes.movePackageService, theirs)).problem.code).toBe('package-service.not-found')
})

test('an undone removal is back at its place with its id, its images and its price', async () => {
  const who = await creatorWith(['Cheap', 'Dear', 'Dearer'], ['One', 'Two', 'Three'])
  const { services, portfolio, priceFrom } = await profileOf(who)
  const cheap = { params: { id: idOf(services, 'Cheap') } }
  const two = { params: { id: idOf(portfolio, 'Two') } }
  await t.injectAs(who, routes.removePackageService, cheap)
  await t.injectAs(who, routes.removePortfolioItem, two)
  const removed = await profileOf(who)
  expect([titles(removed.services), titles(removed.portfolio)]).toEqual([
    ['Dear', 'Dearer'],
    ['One', 'Three'],
  ])
  expect(removed.priceFrom).not.toEqual(priceFrom)
  // What is moved meanwhile keeps the removed one between its neighbours.
  await t.injectAs(who, routes.movePackageService, {
    params: { id: idOf(services, 'Dearer') },
    body: { before: idOf(services, 'Dear') },
  })
  const stranger = await t.injectAs(await creatorWith([]), routes.restorePackageService, cheap)
  expect(stranger.problem).toMatchObject({ status: 404, code: 'package-service.not-found' })
  await t.injectAs(who, routes.restorePackageService, cheap)
  const { reply } = await t.injectAs(who, routes.restorePortfolioItem, two)
  expect(titles(reply.services)).toEqual(['Cheap', 'Dearer', 'Dear'])
  expect(reply.portfolio).toEqual(portfolio)
  expect(reply.priceFrom).toEqual(priceFrom)
  const again = await t.injectAs(who, routes.restorePackageService, cheap)
  expect(again.problem).toMatchObject({ status: 404, code: 'package-service.not-found' })
})

test('a service is changed in place, and its price counts in the search', async () => {
  const who = await creatorWith(['Chair', 'Desk'])
  const { services } = await profileOf(who)
  const params = { id: idOf(services, 'Chair') }
  const body = { ...service('Marquetry chair', 5_000), deliveryDays: 9, unit: 'hour' as const }
  const { reply } = await t.injectAs(who, routes.changePackageService, { params, body })
  expect(reply.services[0]).toMatchObject({ ...params, title: 'Marquetry chair', deliveryDays: 9, unit: 'hour' })
  expect(reply.priceFrom).toEqual({ amount: 5_000, currency: 'EUR' })
  await makeFindable(t, who.id)
  const found = await t.injectAs(await t.createUser(), routes.searchTalent, { query: { q: 'marquetry' } })
  expect(found.reply.items.map(({ id }) => id)).toEqual([who.id])
  const wrong = { ...body, price: { amount: 5_000, currency: 'XXX' } }
  const refused = await t.injectAs(who, routes.changePackageService, { params, body: wrong })
  expect(refused.problem).toMatchObject({ code: 'money.unknown-currency', field: 'currency' })
})

test('a package includes from 0 review rounds to as many as an offer may have, or leaves them to the offer', async () => {
  const who = await creatorWith(['Chair'])
  const reader = await t.createUser()
  const params = { id: idOf((await profileOf(who)).services, 'Chair') }
  const change = (reviewRounds: number | null) =>
    t.injectAs(who, routes.changePackageService, { params, body: { ...service('Chair'), reviewRounds } })
  for (const rounds of [0, offerLimits.reviewRounds, null]) {
    await change(rounds)
    const { reply } = await t.injectAs(reader, routes.readCreator, { params: { id: who.id } })
    expect(reply.services[0]?.reviewRounds).toBe(rounds)
  }
  for (const rounds of [-1, offerLimits.reviewRounds + 1, 1.5]) expect((await change(rounds)).status).toBe(422)
  expect((await profileOf(who)).services[0]?.reviewRounds).toBeNull()
})

test('an item has several files, those in 3D first; what is left out is private again', async () => {
  const who = await creatorWith([])
  const [front, back, other] = [await uploadImage(who), await uploadImage(who), await uploadImage(who)]
  const model = await makeModel(who)
  const body = { title: 'Chair', description: '', fileId: front, files: [{ fileId: back, assetId: model }] }
  const added = (await t.injectAs(who, routes.addPortfolioItem, { body })).reply.portfolio[0]
  const imagesOf = (item: Profile['portfolio'][number] | undefined) => item?.files.map(({ image }) => image)
  expect(imagesOf(added)).toEqual([`/api/files/${back}`, `/api/files/${front}`])
  expect(added).toMatchObject({ image: `/api/files/${back}`, asset: { id: model }, discipline: null })
  const params = { id: added?.id ?? '' }
  const files = [{ fileId: other }, { id: added?.files[1]?.id ?? '' }]
  const patch = { title: 'Armchair', discipline: 'product-models' as const, files }
  const changed = (await t.injectAs(who, routes.changePortfolioItem, { params, body: patch })).reply.portfolio[0]
  expect(imagesOf(changed)).toEqual([`/api/files/${other}`, `/api/files/${front}`])
  expect(changed).toMatchObject({ title: 'Armchair', discipline: 'product-models', asset: null })
  const guest = await t.createUser()
  const seen = async (id: string) => (await t.injectAs(guest, readStoredFile, { params: { id } })).status
  expect([await seen(other), await seen(front), await seen(back)]).toEqual([200, 200, 404])
  await makeFindable(t, who.id)
  const search = await t.injectAs(guest, routes.searchTalent, { query: { q: 'armchair product models' } })
  expect(search.reply.items[0]?.id).toBe(who.id)
})

test.each([
  ['video', 'video/mp4'],
  ['document', 'application/pdf'],
  ['archive', 'application/zip'],
] as const)('a %s is refused as a file of an item, and shown to nobody by one that has it', async (kind, mediaType) => {
  const who = await creatorWith([], ['One'])
  const { portfolio } = await profileOf(who)
  const assetId = await makeAsset(who, kind, mediaType)
  const refusal = { status: 422, code: 'portfolio.unsupported-file', field: 'assetId' }
  const body = { title: 'Tour', description: '', fileId: await uploadImage(who), assetId }
  expect((await t.injectAs(who, routes.addPortfolioItem, { body })).problem).toMatchObject(refusal)
  const params = { id: portfolio[0]?.id ?? '' }
  const change = { params, body: { files: [{ fileId: await uploadImage(who), assetId }] } }
  expect((await t.injectAs(who, routes.changePortfolioItem, change)).problem).toMatchObject(refusal)
  expect((await profileOf(who)).portfolio).toEqual(portfolio)
  // One that an item had before such a file was refused stays private.
  await t.deps.db.updateTable('portfolio_files').set({ asset_id: assetId }).where('item_id', '=', params.id).execute()
  const readAs = async (user: TestUser) => (await t.injectAs(user, readAssetSource, { params: { id: assetId } })).status
  expect([await readAs(who), await readAs(await t.createUser())]).toEqual([200, 404])
})

test('a file that is not there, not the user’s own, or one too many is refused with its field', async () => {
  const who = await creatorWith([], ['One'])
  const other = await creatorWith([], ['Theirs'])
  const [mine] = (await profileOf(who)).portfolio
  const [theirs] = (await profileOf(other)).portfolio
  const change = async (files: { id?: string; fileId?: string; assetId?: string }[]) =>
    (await t.injectAs(who, routes.changePortfolioItem, { params: { id: mine?.id ?? '' }, body: { files } })).problem
  expect(await change([{ id: theirs?.files[0]?.id ?? '' }])).toMatchObject({
    code: 'portfolio.file-not-found',
    field: 'files',
  })
  expect(await change([{ fileId: await uploadImage(other) }])).toMatchObject({
    code: 'file.not-found',
    field: 'fileId',
  })
  expect(await change([{ assetId: await makeModel(other) }])).toMatchObject({
    code: 'asset.not-ready',
    field: 'assetId',
  })
  expect(await change([{}])).toMatchObject({ code: 'portfolio.no-image', field: 'fileId' })
  expect(await change([])).toMatchObject({ status: 422, field: 'files' })
  const many = await Promise.all(Array.from({ length: maxPortfolioFiles + 1 }, async () => uploadImage(who)))
  const body = {
    title: 'Many',
    description: '',
    fileId: many[0] ?? '',
    files: many.slice(1).map((fileId) => ({ fileId })),
  }
  const refused = await t.injectAs(who, routes.addPortfolioItem, { body })
  expect(refused.problem).toMatchObject({ code: 'portfolio.too-many-files', field: 'files' })
  expect(await profileOf(who)).toMatchObject({ portfolio: [mine] })
  const foreign = { params: { id: mine?.id ?? '' }, body: { title: 'Stolen' } }
  expect((await t.injectAs(other, routes.changePortfolioItem, foreign)).problem.code).toBe('portfolio.item-not-found')
})
