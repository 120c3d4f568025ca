import * as routes from '@veranda/contract/talent/routes.ts'
import { type SearchQuery } from '@veranda/contract/talent/schemas.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { ok } from '@veranda/core/result.ts'
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Tables } from '../../platform/db/tables.ts'
import { type TestUser, type TestApp, testApp } from '../../testing/test-app.ts'
import { talentFeature } from './feature.ts'
import { searchTalent } from './search-talent.ts'
import { insertCreators } from './testing/insert-creators.ts'

let t: TestApp
let reader: TestUser
const many = 20_000

beforeAll(async () => {
  const zones = talentFeature({
    readOpenSessions: () => Promise.resolve({ sessions: [], freeTimes: [] }),
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
    select user_id as id from creators c where ${sql.raw(where)} order by ${sql.raw(order)} limit ${limit}`.execute(
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
    for (const q of ['zyra oak', 'zyra -walnut', '"puppets marionette"', "'\\:*&|!()", '%']) {
      const { items, total, next } = await search({ q })
      expect([items, total, next]).toEqual([[], 0, null])
    }
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
    { q: 'quill' },
    { q: 'stage', language: 'ja' },
    { rating: 4.5 },
    { free: 'week' },
    { free: 'week', skill: 'Rigging' },
    { free: 'week', sort: 'price', currency: 'EUR' },
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
      await searchTalent(noting, query, { now: t.clock.now(), readerId: asId<UserId>(t.deps.ids.next()) })
      expect(asked).toHaveLength(3)
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
  return user.id
}
