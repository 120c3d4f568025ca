import { type ExploreCard, type ExploreQuery, type ExploreReply } from '@veranda/contract/talent/explore/schemas.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { ratingOf } from '@veranda/core/reviews/review.ts'
import { checkSearch } from '@veranda/core/talent/search/search.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { avatarUrl } from '../../../platform/assets/stored-files/stored-file-url.ts'
import { encodeSortCursor, parseSortCursor } from '../../../platform/db/cursor.ts'
import { type Db } from '../../../platform/db/database.ts'
import { pageLimit } from '../../../platform/db/page-limit.ts'
import { hasAllWords, readTextSearch } from '../search/search-text.ts'
import { priceUnitColumn } from '../search/creator-card.presenter.ts'
import { findSkillNames } from '../skills/skill.repository.ts'
import { type PublicWorkRow, publicWorksJson, toPublicWork } from './public-work.presenter.ts'

const defaultPageSize = 24
const maxCardWorks = 3
/** The total stops counting here; disciplines are counted among this many of the best matches. */
const maxCounted = 1_000
const maxDisciplines = 16

/** Columns of a public creator, shared by gallery and page; `c` is the creator, `u` the user and `p` the public row. */
export type PublicSummaryRow = {
  handle: string
  name: string
  avatar_file: string | null
  headline: string
  skills: string[]
  accepting: ExploreCard['accepting']
  price_from: number | null
  price_currency: string | null
  price_unit: ExploreCard['priceUnit']
  rating_sum: number
  rating_count: number
  free: boolean
  works: PublicWorkRow[]
}

/** Returns the columns of a `PublicSummaryRow` with at most `maxWorks` works. */
export function publicSummaryColumns(maxWorks: number, now: Instant) {
  return sql`p.handle, u.name, u.avatar_file, c.headline, c.skills, c.accepting, c.price_from, c.price_currency,
    ${priceUnitColumn}, c.rating_sum, c.rating_count, ${isFreeThisWeek(now)} as free, ${publicWorksJson(maxWorks)} as works`
}

/** Maps what strangers see of a creator in the gallery and on their page. */
export function toPublicSummary(row: PublicSummaryRow): ExploreCard {
  const { price_from: amount, price_currency: currency } = row
  return {
    handle: row.handle,
    name: row.name,
    avatar: avatarUrl(row.avatar_file),
    headline: row.headline,
    skills: row.skills,
    priceFrom: amount === null || currency === null ? null : { amount, currency },
    priceUnit: row.price_unit,
    rating: ratingOf(row.rating_sum, row.rating_count),
    accepting: row.accepting,
    freeThisWeek: row.free,
    works: row.works.map(toPublicWork),
  }
}

/**
 * Lists the creators of the gallery, best first, and of a text those with all its words first; one page, the total and
 * the disciplines to choose from.
 */
export async function exploreCreators(db: Db, query: ExploreQuery, now: Instant): Promise<Result<ExploreReply>> {
  const { q, discipline, currency, priceTo, free, limit = defaultPageSize } = query
  const checked = checkSearch({ q, skill: discipline, currency, priceTo, free })
  if (!checked.ok) return checked
  const cursor = parseSortCursor(query.cursor, { order: 'explore', valueCount: 2 })
  if (!cursor.ok) return cursor
  const { value: filters } = checked
  const [text, skills] = await Promise.all([
    filters.q === null ? null : readTextSearch(db, filters.q),
    findSkillNames(db, filters.skills),
  ])
  const conditions = [
    sql`c.in_gallery`,
    ...(text === null ? [] : [sql`c.search @@ ${text.query}`]),
    ...skills.map((skill) => sql`c.skills @> array[${skill}]::text[]`),
    ...(filters.currency === null ? [] : [sql`c.price_currency = ${filters.currency}`]),
    ...(filters.priceTo === null ? [] : [sql`c.price_from <= ${filters.priceTo}`]),
    ...(filters.free === null ? [] : [isFreeThisWeek(now)]),
  ]
  const where = sql.join(conditions, sql` and `)
  // Without several words nothing but the ranking sorts, so that its index does.
  const allWords = text === null || text.terms.length < 2 ? null : hasAllWords(text)
  const bestFirst = sql`${allWords ? sql`${allWords} desc,` : sql``} c.ranking_score desc, c.user_id desc`
  const [words = 1, ranking = 0] = cursor.value?.values ?? []
  const after = cursor.value
    ? sql`(${allWords ? sql`${allWords},` : sql``} c.ranking_score, c.user_id)
        < (${allWords ? sql`${words}::bigint,` : sql``} ${ranking}::bigint, ${cursor.value.id}::uuid)`
    : sql`true`
  const [{ rows }, counted, disciplines] = await Promise.all([
    sql<PublicSummaryRow & { id: string; ranking_score: number; all_words: number }>`
      select c.user_id as id, c.ranking_score, ${allWords ?? sql`1`} as all_words, ${publicSummaryColumns(maxCardWorks, now)}
      from (
        select * from creators c where ${where} and ${after} order by ${bestFirst} limit ${pageLimit(limit)}
      ) c
        join public_creators p on p.creator_id = c.user_id join users u on u.id = c.user_id
      order by ${bestFirst}`.execute(db),
    sql<{ total: number }>`
      select count(*) as total from (select from creators c where ${where} limit ${sql.lit(maxCounted)}) as counted`.execute(
      db,
    ),
    sql<{ name: string; count: number }>`
      select name, count(*) as count from (
        select skills from creators c where c.in_gallery
        order by c.ranking_score desc, c.user_id desc limit ${sql.lit(maxCounted)}
      ) as best, unnest(skills) as name
      group by name order by count desc, name limit ${sql.lit(maxDisciplines)}`.execute(db),
  ])
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return ok({
    // A work may have become a client's since the gallery was last updated.
    items: shown.map(toPublicSummary).filter(({ works }) => works.length > 0),
    next:
      rows.length > limit && last
        ? encodeSortCursor({ order: 'explore', values: [last.all_words, last.ranking_score], id: last.id })
        : null,
    total: counted.rows[0]?.total ?? 0,
    disciplines: disciplines.rows,
  })
}

function isFreeThisWeek(now: Instant) {
  return sql<boolean>`exists (select from availability_index o where o.creator_id = c.user_id
    and o.free_from <= ${new Date(now)} and o.free_until > ${new Date(now)})`
}
