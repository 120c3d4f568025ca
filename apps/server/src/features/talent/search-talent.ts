import { type SearchQuery, type SearchReply } from '@veranda/contract/talent/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type SearchFilters, type SearchSort, checkSearch } from '@veranda/core/talent/search.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Db } from '../../db/database.ts'
import { pageLimit } from '../../db/page-limit.ts'
import { readSearchCursor, type SearchCursor, writeSearchCursor } from './cursor.ts'
import { type CardRow, cardColumns, showCard } from './show-card.ts'
import { textQuery } from './text-query.ts'

const defaultLimit = 20
/** Beyond this many the total is not counted on, so that its cost does not grow with the number of creators. */
const countedUpTo = 10_000
/** Facets are read off the best that match, at most these. */
const facetsFrom = 1_000
const facetsShown = 24

/** The average of the stars in thousandths, exactly as the index has it. */
const average = sql`(case when c.rating_count = 0 then 0 else c.rating_sum * 1000 / c.rating_count end)`

/** A column that a sort walks by; as a cursor carries it, and as it is compared with what a cursor carried. */
type Key = {
  readonly column: RawBuilder<unknown>
  readonly carried: RawBuilder<unknown>
  bind(value: number): RawBuilder<unknown>
}

function whole(column: RawBuilder<unknown>): Key {
  return { column, carried: column, bind: (value) => sql`${value}::bigint` }
}

const age: Key = {
  column: sql`c.created_at`,
  carried: sql`extract(epoch from c.created_at) * 1000`,
  bind: (value) => sql`${new Date(value)}::timestamptz`,
}

/** What each sort walks by, before the person's id; each has an index. */
const orders: Readonly<Record<SearchSort, { readonly keys: readonly Key[]; readonly down: boolean }>> = {
  best: { keys: [whole(sql`c.standing`)], down: true },
  rating: { keys: [whole(average), whole(sql`c.standing`)], down: true },
  price: { keys: [whole(sql`c.price_from`)], down: false },
  newest: { keys: [age], down: true },
}

/** Creators by what they say and do, one page of cards with the number and the facets of all that match. */
export async function searchTalent(db: Db, query: SearchQuery, now: Instant): Promise<Result<SearchReply>> {
  const checked = checkSearch(query)
  if (!checked.ok) return checked
  const filters = checked.value
  const cursor = readSearchCursor(query.cursor, filters.sort, orders[filters.sort].keys.length)
  if (query.cursor !== undefined && !cursor) return refuse('list.cursor-unreadable', 'invalid', { field: 'cursor' })
  const wanted = conditions(filters, now)
  const where = sql.join([sql`true`, ...wanted], sql` and `)
  const total = await countMatches(db, where)
  // Few are fetched by what they are searched for and then put in order; of many, or of all, an order's index is walked.
  const inverted = filters.q !== null || filters.skill !== null || filters.language !== null
  const few = wanted.length > 0 && total < (inverted ? countedUpTo : facetsFrom)
  const matching = few
    ? sql`(with found as materialized (select * from creators c where ${where}) select * from found)`
    : sql`(select * from creators c where ${where})`
  const [page, facets] = await Promise.all([
    readPage(db, matching, filters.sort, { limit: query.limit, cursor }),
    readFacets(db, matching, few || !inverted),
  ])
  return ok({ ...page, total, facets })
}

function conditions(filters: SearchFilters, now: Instant): RawBuilder<unknown>[] {
  const { q, skill, language, currency, priceFrom, priceTo, rating, free } = filters
  return [
    q === null ? undefined : sql`c.search @@ ${textQuery(q)}`,
    skill === null ? undefined : sql`c.skills @> array[${skill}]::text[]`,
    language === null ? undefined : sql`c.languages @> array[${language}]::text[]`,
    currency === null ? undefined : sql`c.price_currency = ${currency}`,
    priceFrom === null ? undefined : sql`c.price_from >= ${priceFrom}`,
    priceTo === null ? undefined : sql`c.price_from <= ${priceTo}`,
    free === null
      ? undefined
      : sql`exists (select from session_openings o where o.creator_id = c.person_id
          and o.free_from <= ${new Date(now)} and o.free_until > ${new Date(now)})`,
    rating === null ? undefined : sql`${average} >= ${Math.round(rating * 1_000)}`,
  ].filter((condition) => condition !== undefined)
}

async function readPage(
  db: Db,
  matching: RawBuilder<unknown>,
  sort: SearchSort,
  { limit = defaultLimit, cursor }: { limit: number | undefined; cursor: SearchCursor | undefined },
): Promise<Pick<SearchReply, 'items' | 'next'>> {
  const { keys, down } = orders[sort]
  const columns = [...keys.map((key) => key.column), sql`c.person_id`]
  const order = sql.join(columns.map((column) => (down ? sql`${column} desc` : sql`${column}`)))
  const beyond = cursor
    ? sql`(${sql.join(columns)}) ${down ? sql`<` : sql`>`}
        (${sql.join(keys.map((key, at) => key.bind(cursor.values[at] ?? 0)))}, ${cursor.id}::uuid)`
    : sql`true`
  const carried = sql.join(keys.map((key) => sql`(${key.carried})::bigint`))
  const { rows } = await sql<CardRow & { walked: number[] }>`
    select ${cardColumns}, json_build_array(${carried}) as walked
    from (select * from ${matching} c where ${beyond} order by ${order} limit ${pageLimit(limit)}) c
      join people p on p.id = c.person_id
    order by ${order}`.execute(db)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last ? writeSearchCursor({ sort, values: last.walked, id: last.id }) : null
  return { items: shown.map(showCard), next }
}

/** How many match, counted up to a bound. */
async function countMatches(db: Db, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select 1 from creators c where ${where} limit ${sql.lit(countedUpTo)}) as counted`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

/** Which skills and languages the best that match have; of very many, those that are found first. */
async function readFacets(db: Db, matching: RawBuilder<unknown>, best: boolean): Promise<SearchReply['facets']> {
  const { rows } = await sql<SearchReply['facets']>`
    with best as materialized (
      select c.skills, c.languages from ${matching} c
      ${best ? sql`order by c.standing desc, c.person_id desc` : sql``} limit ${sql.lit(facetsFrom)}
    )
    select
      (select coalesce(json_agg(json_build_object('name', name, 'count', n) order by n desc, name), '[]') from (
        select name, count(*) as n from best, unnest(skills) as name group by name order by n desc, name limit ${sql.lit(facetsShown)}
      ) as top) as skills,
      (select coalesce(json_agg(json_build_object('name', name, 'count', n) order by n desc, name), '[]') from (
        select name, count(*) as n from best, unnest(languages) as name group by name
      ) as top) as languages`.execute(db)
  return rows[0] ?? { skills: [], languages: [] }
}
