import * as routes from '@veranda/contract/talent/routes.ts'
import { type ProfilePatch, type SearchQuery } from '@veranda/contract/talent/schemas.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { ok } from '@veranda/core/result.ts'
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Tables } from '../../../platform/db/tables.ts'
import { type TestUser, type TestApp, testApp } from '../../../testing/test-app.ts'
import { talentFeature } from '../feature.ts'
import { searchTalent } from './search-talent.ts'
import { insertCreators } from '../testing/insert-creators.ts'
import { makeFindable } from '../testing/make-findable.ts'

let t: TestApp
let reader: TestUser
const many = 20_000

beforeAll(async () => {
  const zones = talentFeature({
    readOpenServices: () => Promise.resolve({ hourlyServices: [], freeTimes: [] }),
    changeTimeZone: async (at, zone) => {
      await at.tx.updateTable('users').set({ time_zone: zone }).where('id', '=', at.actor.id).execute()
      return ok(undefined)
    },
  })
  t = await testApp({ features: [zones] })
  reader = await t.createUser('Rea Reader')
  await insertCreators(t, many)
}, 60_000)
afterAll(() => t.close())

const search = async (query: SearchQuery) => (await t.injectAs(reader, routes.searchTalent, { query })).reply

async function walk(query: SearchQuery, most = 30) {
  const ids: string[] = []
  let cursor: string | undefined
  for (let page = 0; page < most; page += 1) {
    const reply = await search({ ...query, ...(cursor === undefined ? {} : { cursor }) })
    ids.push(...reply.items.map((item) => item.id))
    if (reply.next === null) return ids
    cursor = reply.next
  }
  return ids
}

/** Returns what the database itself matches, in order. */
async function expected(where: string, order: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from creators c where is_findable and ${sql.raw(where)} order by ${sql.raw(order)} limit ${limit}`.execute(
    t.deps.db,
  )
  return rows.map((row) => row.id)
}

describe('the search', () => {
  const average = '(case when rating_count = 0 then 0 else rating_sum * 1000 / rating_count end)'
  test.each<[SearchQuery, string, string]>([
    [{ skill: 'Rigging' }, `'Rigging' = any(skills)`, 'ranking_score desc, user_id desc'],
    [{ sort: 'rating' }, 'true', `${average} desc, ranking_score desc, user_id desc`],
    [{ sort: 'newest', language: 'ja' }, `'ja' = any(languages)`, 'created_at desc, user_id desc'],
    [{ sort: 'price', currency: 'EUR' }, `price_currency = 'EUR'`, 'price_from, user_id'],
    [
      { sort: 'price', currency: 'USD', priceFrom: 20_000, priceTo: 60_000 },
      `price_currency = 'USD' and price_from between 20000 and 60000`,
      'price_from, user_id',
    ],
    [
      { rating: 4.5, skill: 'Lighting' },
      `'Lighting' = any(skills) and ${average} >= 4500`,
      'ranking_score desc, user_id desc',
    ],
  ])('by %j returns every match once and in order, page by page', async (query, where, order) => {
    const wanted = await expected(where, order, 700)
    expect(wanted.length).toBeGreaterThan(100)
    const found = await walk({ ...query, limit: 70 }, 10)
    expect(found).toEqual(wanted)
  })

  test('by text finds words in name, headline, skills and about, and prefixes of words', async () => {
    const id = await named('Zyra Quillfeather', {
      headline: 'Marionette puppets',
      about: 'Works in walnut',
      skills: ['Carving'],
    })
    for (const q of ['quill', 'zyra quill', 'MARION', 'walnut', 'carv', '"marionette puppets"', 'zyra -oak']) {
      expect((await search({ q })).items.map((item) => item.id)).toEqual([id])
    }
    for (const q of ['zyra -walnut', '"puppets marionette"', "'\\:*&|!()", '%']) {
      const { items, total, next } = await search({ q })
      expect([items, total, next]).toEqual([[], 0, null])
    }
  })

  test('finds nobody whose page lacks one of the steps, neither them nor their words', async () => {
    const found = async (q: string) => (await search({ q })).items.map((item) => item.id)
    const ilse = await t.createUser('Ilse Emptying', { role: 'creator' })
    const change = (body: ProfilePatch) => t.injectAs(ilse, routes.changeProfile, { body })
    await change({ headline: 'Xylography', skills: ['Prints'] })
    expect(await found('xylography')).toEqual([])
    await makeFindable(t, ilse.id)
    expect(await found('xylography')).toEqual([ilse.id])
    expect((await search({ q: 'xylograhpy' })).words[0]?.corrected).toBe('xylography')
    const total = async () => (await search({ skill: 'Prints' })).total
    expect(await total()).toBe(1)
    await change({ skills: [] })
    expect(await found('xylography')).toEqual([])
    expect((await search({ q: 'xylograhpy' })).words[0]?.corrected).toBeNull()
    await change({ skills: ['Prints'], headline: '' })
    expect(await total()).toBe(0)
    await change({ headline: 'Xylography' })
    expect(await found('xylography')).toEqual([ilse.id])
  })

  test('by several words finds any of them, the pages with more of them first, and says which ones', async () => {
    const one = await named('Ulla Quorn', { headline: 'Zoetropes', about: '', skills: ['Pantographs'] })
    const both = await named('Vera Quorn', { headline: 'Zoetropes and dioramas', about: '', skills: [] })
    const { items, total, words } = await search({ q: 'a diorama with a zoetrope, for Wexler' })
    expect([items.map(({ id }) => id), total]).toEqual([[both, one], 2])
    expect(items.map(({ matched }) => matched)).toEqual([['diorama', 'zoetrope'], ['zoetrope']])
    expect(words.map(({ typed }) => typed)).toEqual(['diorama', 'zoetrope', 'wexler'])
    // The very word counts more than another word for the same skill, and name and headline more than the rest.
    const related = await named('Xenia Quorn', { headline: 'Quorn joinery', about: '', skills: ['Furniture'] })
    const exact = await named('Yves Quorn', { headline: 'Quorn armchairs', about: '', skills: [] })
    expect((await search({ q: 'armchair quorn' })).items.map(({ id }) => id).slice(0, 2)).toEqual([exact, related])
  })

  test('with a typing error finds the word that a creator has, and says so', async () => {
    const id = await named('Wanda Marquetry', { headline: 'Intarsia clocks', about: '', skills: [] })
    for (const q of ['intrasia', 'marqetry', 'intarsai clocsk']) {
      const { items, words } = await search({ q })
      expect(items.map((item) => item.id)).toEqual([id])
      expect(words.every(({ typed, corrected }) => corrected !== null && corrected !== typed)).toBe(true)
    }
    expect((await search({ q: 'intrasia' })).words).toEqual([{ typed: 'intrasia', corrected: 'intarsia' }])
    const { items, words } = await search({ q: 'zzzzqqqq' })
    expect([items, words]).toEqual([[], [{ typed: 'zzzzqqqq', corrected: null }]])
    // A word that has left all pages is no correction any more.
    await t.deps.db.updateTable('creators').set({ headline: '' }).where('user_id', '=', id).execute()
    expect((await search({ q: 'intrasia' })).words).toEqual([{ typed: 'intrasia', corrected: null }])
  })

  test('finds what is in the services, until they are removed', async () => {
    const user = await t.createUser('Sven Service', { role: 'creator' })
    const price = { amount: 10_000, currency: 'EUR' }
    const body = {
      title: 'Astrolabe replica',
      description: 'Brass',
      price,
      unit: 'project' as const,
      deliveryDays: null,
      reviewRounds: null,
    }
    const { reply } = await t.injectAs(user, routes.addPackageService, { body })
    await makeFindable(t, user.id)
    for (const q of ['astrolabe', 'brass', 'astrolab replcia']) {
      expect((await search({ q })).items.map((item) => item.id)).toContain(user.id)
    }
    await t.injectAs(user, routes.removePackageService, { params: { id: reply.services[0]?.id ?? '' } })
    expect((await search({ q: 'astrolabe' })).items).toEqual([])
  })

  test('ranked by its words goes through every match once, page by page', async () => {
    const query = { q: 'houdini rigging avatars', language: 'ja' as const, limit: 70 }
    const { total } = await search(query)
    expect(total).toBeGreaterThan(500)
    const ids: string[] = []
    const matchCounts: number[] = []
    let cursor: string | undefined
    do {
      const reply = await search({ ...query, ...(cursor === undefined ? {} : { cursor }) })
      ids.push(...reply.items.map(({ id }) => id))
      matchCounts.push(...reply.items.map(({ matched }) => matched.length))
      cursor = reply.next ?? undefined
    } while (cursor !== undefined)
    expect([ids.length, new Set(ids).size]).toEqual([total, total])
    expect(new Set(matchCounts)).toEqual(new Set([3, 2, 1]))
    expect(matchCounts).toEqual(matchCounts.toSorted((a, b) => b - a))
  })

  test('by price, who has all the words comes before who has only some, page by page', async () => {
    const query = { q: 'houdini rigging avatars', sort: 'price' as const, currency: 'EUR', limit: 70 }
    const { total } = await search(query)
    const matchCounts: number[] = []
    const prices: number[][] = [[], []]
    const ids = new Set<string>()
    let cursor: string | undefined
    do {
      const reply = await search({ ...query, ...(cursor === undefined ? {} : { cursor }) })
      for (const { id, matched, priceFrom } of reply.items) {
        ids.add(id)
        matchCounts.push(matched.length)
        prices[matched.length === 3 ? 0 : 1]?.push(priceFrom?.amount ?? 0)
      }
      cursor = reply.next ?? undefined
    } while (cursor !== undefined)
    expect([ids.size, matchCounts.length]).toEqual([total, total])
    const full = matchCounts.filter((count) => count === 3).length
    expect(full).toBeGreaterThan(10)
    expect(matchCounts.slice(0, full).every((count) => count === 3)).toBe(true)
    for (const tier of prices) expect(tier).toEqual(tier.toSorted((a, b) => a - b))
  })

  test('by several skills finds who has all of them, whatever their spelling', async () => {
    const { total, items } = await search({ skill: ['rigging', 'HOUDINI'] })
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from creators where skills @> '{Rigging,Houdini}'`.execute(t.deps.db)
    expect(total).toBe(rows[0]?.n)
    expect(items.every(({ skills }) => skills.includes('Rigging') && skills.includes('Houdini'))).toBe(true)
  })

  test('without a match says which filter stands in the way, and how many there are without it', async () => {
    const reply = await search({ skill: ['Rigging', 'Lighting'], language: 'de', q: 'worlds' })
    expect(reply.total).toBe(0)
    const names = reply.withoutFilters.map(({ filters }) => filters.map(({ filter, value }) => `${filter} ${value}`))
    expect(new Set(names.flat())).toEqual(new Set(['skill Lighting', 'skill Rigging']))
    for (const { filters, total } of reply.withoutFilters) {
      const other = filters[0]?.value === 'Rigging' ? 'Lighting' : 'Rigging'
      expect((await search({ skill: other, language: 'de', q: 'worlds' })).total).toBe(total)
    }
    // Rigging, Lighting and Texturing exclude each other, so two have to go.
    const { withoutFilters } = await search({ skill: ['Rigging', 'Lighting', 'Texturing'] })
    expect(withoutFilters.map(({ filters }) => filters.length)).toEqual([2, 2, 2])
    expect(withoutFilters[0]?.total).toBeGreaterThan(1_000)
    expect((await search({ q: 'zzzzqqqq' })).withoutFilters).toEqual([])
    expect((await search({ skill: 'Rigging' })).withoutFilters).toEqual([])
  })

  test('counts all matches and lists their skills and languages', async () => {
    const { total, facets } = await search({ skill: 'Rigging', language: 'de' })
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from creators where 'Rigging' = any(skills) and 'de' = any(languages)`.execute(t.deps.db)
    expect(total).toBe(rows[0]?.n)
    expect(facets.skills[0]?.name).toBe('Rigging')
    expect(facets.languages[0]?.name).toBe('de')
    expect((await search({})).total).toBe(10_000)
  })

  test('refuses a price without a currency and a reversed price range', async () => {
    const code = async (query: SearchQuery) => (await t.injectAs(reader, routes.searchTalent, { query })).problem.code
    expect(await code({ priceTo: 100 })).toBe('search.price-needs-currency')
    expect(await code({ currency: 'EUR', priceFrom: 200, priceTo: 100 })).toBe('search.price-reversed')
    expect(await code({ currency: 'ABC' })).toBe('money.unknown-currency')
  })

  test('refuses a foreign cursor', async () => {
    const first = await search({ sort: 'newest' })
    const refused = { status: 422, code: 'list.cursor-unreadable', field: 'cursor' }
    for (const cursor of [first.next ?? '', '', 'xxx', 'best_x', "best_1_'; drop table creators"]) {
      const query = { sort: 'best' as const, cursor }
      expect((await t.injectAs(reader, routes.searchTalent, { query })).problem).toMatchObject(refused)
    }
    const query = { sort: 'newest' as const, cursor: `newest_9999999999999999_${reader.id}` }
    expect((await t.injectAs(reader, routes.searchTalent, { query })).problem).toMatchObject(refused)
  })

  test.each<SearchQuery>([
    {},
    { sort: 'rating' },
    { sort: 'newest' },
    { sort: 'price', currency: 'EUR' },
    { skill: 'Rigging' },
    { skill: ['Rigging', 'Blender'] },
    { q: 'quill' },
    { q: 'a quill for my puppets' },
    { q: 'qiull' },
    { q: 'stage', language: 'ja' },
    { rating: 4.5 },
    { free: 'week' },
    { free: 'week', skill: 'Rigging' },
    { free: 'week', sort: 'price', currency: 'EUR' },
    { q: 'houdini rigging', sort: 'price', currency: 'EUR' },
  ])('by %j scans no table from end to end', async (query) => {
    const asked: CompiledQuery[] = []
    const address = new URL(inject('postgres'))
    const { rows: names } = await sql<{ name: string }>`select current_database() as name`.execute(t.deps.db)
    address.pathname = `/${names[0]?.name}`
    const pool = new Pool({ connectionString: address.href })
    const noting = new Kysely<Tables>({
      dialect: new PostgresDialect({ pool }),
      log: (event) => {
        asked.push(event.query)
      },
    })
    try {
      await searchTalent(noting, query, {
        now: t.clock.now(),
        readerId: asId<UserId>(t.deps.ids.next()),
        paymentsOn: true,
      })
      expect(asked.length).toBeGreaterThanOrEqual(3)
      for (const { sql: text, parameters } of asked) {
        const plan = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...parameters])
        const lines = plan.rows.map((row) => row['QUERY PLAN'])
        expect(lines.filter((line) => line.includes('Seq Scan'))).toEqual([])
      }
    } finally {
      await noting.destroy()
    }
  })
})

async function named(name: string, more: { headline: string; about: string; skills: string[] }): Promise<string> {
  const user = await t.createUser(name, { role: 'creator' })
  await t.injectAs(user, routes.changeProfile, { body: more })
  await makeFindable(t, user.id)
  return user.id
}
