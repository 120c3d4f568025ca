import { type SearchQuery, type SearchReply } from '@veranda/contract/talent/schemas.ts'
import { wantedTimes } from '@veranda/core/bookings/availability/free-times.ts'
import { type Interval } from '@veranda/core/bookings/availability/schedule.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { checkSearch, type SearchFilters, type SearchSort } from '@veranda/core/talent/search/search.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type RawBuilder, sql } from 'kysely'
import { encodeSortCursor, parseSortCursor, type SortCursor } from '../../../platform/db/cursor.ts'
import { type Db } from '../../../platform/db/database.ts'
import { pageLimit } from '../../../platform/db/page-limit.ts'
import { average, type SearchCondition, searchConditions } from './search-conditions.ts'
import { hasAllWords, readTextSearch, type TextSearch } from './search-text.ts'
import { findSkillNames } from '../skills/skill.repository.ts'
import { cardColumns, type CardRow, type CreatorReader, toCreatorCard } from './creator-card.presenter.ts'

const defaultPageSize = 20
/** The total stops counting here, so that its cost does not grow with the number of creators. */
const maxCountedMatches = 10_000
/** Facets are computed from at most this many of the best matches. */
const facetSampleSize = 1_000
const maxFacets = 24
/** Two of at most this many filters are dropped together, so that the counts stay few. */
const maxPairedFilters = 6
/** Up to this many pages are read to see which words they have. */
const maxReadPages = 1_000

/** A column to sort by: in SQL, as a cursor value, and as a bound parameter. */
type SortKey = {
  readonly column: RawBuilder<unknown>
  readonly cursorValue: RawBuilder<unknown>
  bind(value: number): RawBuilder<unknown>
}

function bigintKey(column: RawBuilder<unknown>): SortKey {
  return { column, cursorValue: column, bind: (value) => sql`${value}::bigint` }
}

const createdAtKey: SortKey = {
  column: sql`c.created_at`,
  cursorValue: sql`extract(epoch from c.created_at) * 1000`,
  bind: (value) => sql`${new Date(value)}::timestamptz`,
}

type SortOrder = { readonly keys: readonly SortKey[]; readonly down: boolean }

/** Columns of each sort of the matches `c`, before the user id; each has an index. */
const sortOrders: Readonly<Record<SearchSort, SortOrder>> = {
  best: { keys: [bigintKey(sql`c.ranking_score`)], down: true },
  rating: { keys: [bigintKey(average), bigintKey(sql`c.ranking_score`)], down: true },
  price: { keys: [bigintKey(sql`c.price_from`)], down: false },
  newest: { keys: [createdAtKey], down: true },
}

/** Columns of the matches of a text, best first: how many words a page has and how well it has them, and the ranking. */
const bestMatches: SortOrder = { keys: [bigintKey(sql`c.score`), bigintKey(sql`c.ranking_score`)], down: true }

type Reader = CreatorReader & { readonly now: Instant }

/**
 * Searches creators; returns one page of cards as the reader sees them, the total, facets of all matches, and, where
 * there are none, what to leave out.
 */
export async function searchTalent(db: Db, query: SearchQuery, reader: Reader): Promise<Result<SearchReply>> {
  const checked = checkSearch(query)
  if (!checked.ok) return checked
  const filters = checked.value
  const isRanked = filters.q !== null && filters.sort === 'best'
  // Sorted by anything else, the pages with only some of the words come after those with all of them.
  const isTiered = filters.q !== null && !isRanked
  const order = isRanked ? bestMatches : sortOrders[filters.sort]
  const orderName = isRanked ? 'match' : filters.sort
  const cursor = parseSortCursor(query.cursor, { order: orderName, valueCount: order.keys.length + (isTiered ? 1 : 0) })
  if (!cursor.ok) return cursor
  const times = await findWantedTimes(db, filters, reader)
  if (!times.ok) return times
  const [text, skills] = await Promise.all([
    filters.q === null ? null : readTextSearch(db, filters.q),
    findSkillNames(db, filters.skills),
  ])
  const conditions = searchConditions({ filters, text, skills, times: times.value, now: reader.now })
  const { total, ids } = await findMatches(db, conditions)
  const score = text === null ? sql`0` : isRanked ? scoreOf(text, total) : hasAllWords(text)
  const matching = matchesOf({ conditions, total, ids }, score)
  const [page, facets, withoutFilters] = await Promise.all([
    readPage(db, matching.ranked, {
      orderName,
      order,
      isTiered,
      text,
      limit: query.limit,
      cursor: cursor.value,
      reader,
    }),
    readFacets(db, matching),
    total === 0 ? countWithout(db, conditions) : [],
  ])
  const words = text?.terms.map(({ typed, corrected }) => ({ typed, corrected })) ?? []
  return ok({ ...page, total, facets, words, withoutFilters })
}

/** Finds the time in which the reader wants a session, and has time for it. */
async function findWantedTimes(
  db: Db,
  { hours, timeZone }: SearchFilters,
  { now, readerId }: Reader,
): Promise<Result<Interval[]>> {
  if (hours.length === 0) return ok([])
  const { rows } = await sql<{ from: Instant; to: Instant }>`
    select (extract(epoch from lower(blocked)) * 1000)::bigint as from, (extract(epoch from upper(blocked)) * 1000)::bigint as to
    from occupancy where user_id = ${readerId} and upper(blocked) > ${new Date(now)}
      and (expires_at is null or expires_at > ${new Date(now)})`.execute(db)
  return wantedTimes(hours, { timeZone, now, busy: rows })
}

type Matches = {
  /** The matching creators as the common table `found`. */
  readonly ranked: RawBuilder<unknown>
  /** The same for the facets, without their scores. */
  readonly unranked: RawBuilder<unknown>
  /** The best of them are as cheap to find as any. */
  readonly isCheapToSort: boolean
}

/** Returns the matching creators, with what they are sorted and counted by. */
function matchesOf(
  { conditions, total, ids }: { conditions: readonly SearchCondition[] } & FoundMatches,
  score: RawBuilder<unknown>,
): Matches {
  const usesGinIndex = conditions.some(({ filter }) => ['q', 'skill', 'language'].includes(filter))
  // Few matches are fetched by the filter's index and then sorted; many, or all, are read along a sort index.
  const fitsInMemory =
    ids !== null || (conditions.length > 0 && total < (usesGinIndex ? maxCountedMatches : facetSampleSize))
  const where = ids === null ? whereAll(conditions) : sql`c.user_id = any(${ids}::uuid[])`
  const found = (as: RawBuilder<unknown>) =>
    sql`found as ${fitsInMemory ? sql`` : sql`not`} materialized (
      select c.user_id, c.ranking_score, c.created_at, c.price_from, c.rating_sum, c.rating_count, c.skills, c.languages,
        ${as} as score from creators c where ${where})`
  return {
    ranked: found(score),
    unranked: found(sql`0`),
    isCheapToSort: fitsInMemory || !usesGinIndex,
  }
}

/** Returns what holds for the matches: creators whom clients find, under all conditions. */
function whereAll(conditions: readonly SearchCondition[]): RawBuilder<unknown> {
  return sql.join([sql`c.is_findable`, ...conditions.map((condition) => condition.sql)], sql` and `)
}

/**
 * Scores how well a page has the words of a text: first by how many of them, then by the very words rather than their
 * synonyms, most of all in name and headline. Few pages are read for it; for many, each word is looked up in the index.
 */
function scoreOf({ terms }: TextSearch, total: number): RawBuilder<unknown> {
  if (terms.length === 0) return sql`0`
  const has = (column: 'search' | 'search_head', query: RawBuilder<unknown>) =>
    total < maxReadPages
      ? sql`${sql.ref(`c.${column}`)} @@ ${query}`
      : sql`c.user_id in (select x.user_id from creators x where ${sql.ref(`x.${column}`)} @@ ${query})`
  return sql.join(
    terms.flatMap(({ any, exact }) => [
      sql`(${has('search', any)})::integer * 1000`,
      sql`(${has('search', exact)})::integer`,
      sql`(${has('search_head', exact)})::integer * 2`,
    ]),
    sql` + `,
  )
}

type PageQuery = {
  readonly orderName: string
  readonly order: SortOrder
  /** The matches with score 1 come before those with score 0, each in order. */
  readonly isTiered: boolean
  readonly text: TextSearch | null
  readonly limit: number | undefined
  readonly cursor: SortCursor | undefined
  readonly reader: Reader
}

async function readPage(
  db: Db,
  found: RawBuilder<unknown>,
  { orderName, order, isTiered, text, limit = defaultPageSize, cursor, reader }: PageQuery,
): Promise<Pick<SearchReply, 'items' | 'next'>> {
  const { keys, down } = order
  const columns = [...keys.map((key) => key.column), sql`c.user_id`]
  const orderBy = sql.join(columns.map((column) => (down ? sql`${column} desc` : sql`${column}`)))
  const cursorTier = isTiered ? Math.min(cursor?.values[0] ?? 0, 1) : 0
  const cursorKeys = cursor?.values.slice(isTiered ? 1 : 0) ?? []
  const afterCursor = cursor
    ? sql`(${sql.join(columns)}) ${down ? sql`<` : sql`>`}
        (${sql.join(keys.map((key, at) => key.bind(cursorKeys[at] ?? 0)))}, ${cursor.id}::uuid)`
    : sql`true`
  const cursorValues = keys.map((key) => sql`(${key.cursorValue})::bigint`)
  // Each tier is read along the index of the sort.
  const tiers = (isTiered ? [0, 1] : [0]).filter((tier) => tier >= cursorTier)
  const readTier = (tier: number) => sql`(
    select c.user_id, json_build_array(${sql.join([...(isTiered ? [sql.lit(tier)] : []), ...cursorValues])}) as walked,
      ${sql.lit(tier)} as tier, row_number() over (order by ${orderBy}) as place
    from found c where ${isTiered ? sql`c.score = ${sql.lit(1 - tier)}` : sql`true`}
      and ${tier === cursorTier ? afterCursor : sql`true`}
    order by ${orderBy} limit ${pageLimit(limit)})`
  const terms = text?.terms ?? []
  const hasTerm = sql.join(terms.map(({ any }) => sql`c.search @@ ${any}`))
  const { rows } = await sql<CardRow & { walked: number[]; has_term: boolean[] }>`
    with ${found}, page as (
      select * from (${sql.join(tiers.map(readTier), sql` union all `)}) as walks
      order by tier, place limit ${pageLimit(limit)}
    )
    select ${cardColumns(reader.paymentsOn)}, m.walked,
      ${terms.length === 0 ? sql`'[]'::json` : sql`json_build_array(${hasTerm})`} as has_term
    from page m join creators c on c.user_id = m.user_id join users u on u.id = c.user_id
    order by m.tier, m.place`.execute(db)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map((row) => ({
      ...toCreatorCard(row, reader.readerId),
      matched: terms.flatMap(({ typed }, index) => (row.has_term[index] === true ? [typed] : [])),
    })),
    next: rows.length > limit && last ? encodeSortCursor({ order: orderName, values: last.walked, id: last.id }) : null,
  }
}

type FoundMatches = {
  readonly total: number
  /** All matches, where finding them again would cost more than naming them. */
  readonly ids: readonly string[] | null
}

/**
 * Counts the matches up to `maxCountedMatches`. Comparing the hours with the free times of everyone is most of the cost
 * of a search, so with them the matches are remembered.
 */
async function findMatches(db: Db, conditions: readonly SearchCondition[]): Promise<FoundMatches> {
  if (!conditions.some(({ filter }) => filter === 'hours')) {
    return { total: await countMatches(db, conditions), ids: null }
  }
  const { rows } = await sql<{ id: string }>`
    select c.user_id as id from creators c where ${whereAll(conditions)}
    limit ${sql.lit(maxCountedMatches + 1)}`.execute(db)
  const total = Math.min(rows.length, maxCountedMatches)
  return { total, ids: rows.length === total ? rows.map(({ id }) => id) : null }
}

/** Counts the matches up to `maxCountedMatches`. */
async function countMatches(db: Db, conditions: readonly SearchCondition[]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select 1 from creators c where ${whereAll(conditions)} limit ${sql.lit(maxCountedMatches)}
    ) as counted`.execute(db)
  return rows[0]?.total ?? 0
}

/** Counts the matches without each filter, most first; where one is not enough, without each two. */
async function countWithout(db: Db, conditions: readonly SearchCondition[]): Promise<SearchReply['withoutFilters']> {
  const singles = conditions.map((condition) => [condition])
  const dropped = conditions.slice(0, maxPairedFilters)
  const pairs = dropped.flatMap((one, index) => dropped.slice(index + 1).map((other) => [one, other]))
  for (const choices of [singles, pairs]) {
    const counts = await Promise.all(
      choices.map(async (choice) => {
        const others = conditions.filter((condition) => !choice.includes(condition))
        return { choice, total: others.length === 0 ? 0 : await countMatches(db, others) }
      }),
    )
    const found = counts.filter(({ total }) => total > 0).toSorted((a, b) => b.total - a.total)
    if (found.length > 0) {
      return found.map(({ choice, total }) => ({
        filters: choice.map(({ filter, value }) => ({ filter, value })),
        total,
      }))
    }
  }
  return []
}

/** Counts the skills and languages of the best matches; of very many, those found first. */
async function readFacets(db: Db, { unranked, isCheapToSort }: Matches): Promise<SearchReply['facets']> {
  const { rows } = await sql<SearchReply['facets']>`
    with ${unranked}, best as materialized (
      select c.skills, c.languages from found c
      ${isCheapToSort ? sql`order by c.ranking_score desc, c.user_id desc` : sql``} limit ${sql.lit(facetSampleSize)}
    )
    select
      (select coalesce(json_agg(json_build_object('name', name, 'count', n) order by n desc, name), '[]') from (
        select name, count(*) as n from best, unnest(skills) as name group by name order by n desc, name limit ${sql.lit(maxFacets)}
      ) as top) as skills,
      (select coalesce(json_agg(json_build_object('name', name, 'count', n) order by n desc, name), '[]') from (
        select name, count(*) as n from best, unnest(languages) as name group by name
      ) as top) as languages`.execute(db)
  return rows[0] ?? { skills: [], languages: [] }
}
