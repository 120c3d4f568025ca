import { type SearchQuery, type SearchReply } from '@veranda/contract/talent/schemas.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { checkSearch, type SearchFilters, type SearchSort } from '@veranda/core/talent/search.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type RawBuilder, sql } from 'kysely'
import { encodeSortCursor, parseSortCursor, type SortCursor } from '../../platform/db/cursor.ts'
import { type Db } from '../../platform/db/database.ts'
import { pageLimit } from '../../platform/db/page-limit.ts'
import { cardColumns, type CardRow, toTalentCard } from './talent-card.presenter.ts'

const defaultPageSize = 20
/** The total stops counting here, so that its cost does not grow with the number of creators. */
const maxCountedMatches = 10_000
/** Facets are computed from at most this many of the best matches. */
const facetSampleSize = 1_000
const maxFacets = 24

/** Average rating in thousandths, exactly as in the index. */
const average = sql`(case when c.rating_count = 0 then 0 else c.rating_sum * 1000 / c.rating_count end)`

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

/** Columns of each sort, before the user id; each has an index. */
const sortOrders: Readonly<Record<SearchSort, { readonly keys: readonly SortKey[]; readonly down: boolean }>> = {
  best: { keys: [bigintKey(sql`c.ranking_score`)], down: true },
  rating: { keys: [bigintKey(average), bigintKey(sql`c.ranking_score`)], down: true },
  price: { keys: [bigintKey(sql`c.price_from`)], down: false },
  newest: { keys: [createdAtKey], down: true },
}

/** Searches creators; returns one page of cards as the reader sees them, the total, and facets of all matches. */
export async function searchTalent(
  db: Db,
  query: SearchQuery,
  { now, readerId }: { now: Instant; readerId: UserId },
): Promise<Result<SearchReply>> {
  const checked = checkSearch(query)
  if (!checked.ok) return checked
  const filters = checked.value
  const cursor = parseSortCursor(query.cursor, {
    order: filters.sort,
    valueCount: sortOrders[filters.sort].keys.length,
  })
  if (!cursor.ok) return cursor
  const filterConditions = conditions(filters, now)
  const where = sql.join([sql`true`, ...filterConditions], sql` and `)
  const total = await countMatches(db, where)
  // Few matches are fetched by the filter's index and then sorted; many, or all, are read along a sort index.
  const usesGinIndex = filters.q !== null || filters.skill !== null || filters.language !== null
  const fitsInMemory = filterConditions.length > 0 && total < (usesGinIndex ? maxCountedMatches : facetSampleSize)
  const matching = fitsInMemory
    ? sql`(with found as materialized (select * from creators c where ${where}) select * from found)`
    : sql`(select * from creators c where ${where})`
  const [page, facets] = await Promise.all([
    readPage(db, matching, filters.sort, { limit: query.limit, cursor: cursor.value, readerId }),
    readFacets(db, matching, fitsInMemory || !usesGinIndex),
  ])
  return ok({ ...page, total, facets })
}

function conditions(filters: SearchFilters, now: Instant): RawBuilder<unknown>[] {
  const { q, skill, language, currency, priceFrom, priceTo, rating, free } = filters
  return [
    q === null ? undefined : sql`c.search @@ ${toTsquery(q)}`,
    skill === null ? undefined : sql`c.skills @> array[${skill}]::text[]`,
    language === null ? undefined : sql`c.languages @> array[${language}]::text[]`,
    currency === null ? undefined : sql`c.price_currency = ${currency}`,
    priceFrom === null ? undefined : sql`c.price_from >= ${priceFrom}`,
    priceTo === null ? undefined : sql`c.price_from <= ${priceTo}`,
    free === null
      ? undefined
      : sql`exists (select from availability_index o where o.creator_id = c.user_id
          and o.free_from <= ${new Date(now)} and o.free_until > ${new Date(now)})`,
    rating === null ? undefined : sql`${average} >= ${Math.round(rating * 1_000)}`,
  ].filter((condition) => condition !== undefined)
}

async function readPage(
  db: Db,
  matching: RawBuilder<unknown>,
  sort: SearchSort,
  {
    limit = defaultPageSize,
    cursor,
    readerId,
  }: { limit: number | undefined; cursor: SortCursor | undefined; readerId: UserId },
): Promise<Pick<SearchReply, 'items' | 'next'>> {
  const { keys, down } = sortOrders[sort]
  const columns = [...keys.map((key) => key.column), sql`c.user_id`]
  const order = sql.join(columns.map((column) => (down ? sql`${column} desc` : sql`${column}`)))
  const afterCursor = cursor
    ? sql`(${sql.join(columns)}) ${down ? sql`<` : sql`>`}
        (${sql.join(keys.map((key, at) => key.bind(cursor.values[at] ?? 0)))}, ${cursor.id}::uuid)`
    : sql`true`
  const cursorValues = sql.join(keys.map((key) => sql`(${key.cursorValue})::bigint`))
  const { rows } = await sql<CardRow & { walked: number[] }>`
    select ${cardColumns}, json_build_array(${cursorValues}) as walked
    from (select * from ${matching} c where ${afterCursor} order by ${order} limit ${pageLimit(limit)}) c
      join users u on u.id = c.user_id
    order by ${order}`.execute(db)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last ? encodeSortCursor({ order: sort, values: last.walked, id: last.id }) : null
  return { items: shown.map((row) => toTalentCard(row, readerId)), next }
}

/** Counts the matches up to `maxCountedMatches`. */
async function countMatches(db: Db, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select 1 from creators c where ${where} limit ${sql.lit(maxCountedMatches)}) as counted`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

/** Counts the skills and languages of the best matches; of very many, those found first. */
async function readFacets(db: Db, matching: RawBuilder<unknown>, best: boolean): Promise<SearchReply['facets']> {
  const { rows } = await sql<SearchReply['facets']>`
    with best as materialized (
      select c.skills, c.languages from ${matching} c
      ${best ? sql`order by c.ranking_score desc, c.user_id desc` : sql``} limit ${sql.lit(facetSampleSize)}
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

/**
 * Converts user input to a text search: every word must match, prefixes are enough. Quotes, a minus or the word `or`
 * switch to web search syntax with whole words.
 */
export function toTsquery(input: string): RawBuilder<unknown> {
  const words = input.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  const operators = /["]|(^|\s)-\S|\sor\s/i.test(input)
  if (operators || words.length === 0) return sql`websearch_to_tsquery('simple', ${input})`
  return sql`to_tsquery('simple', ${words.map((word) => `'${word}':*`).join(' & ')})`
}
