import { type SearchFilterName, type SearchFilters } from '@veranda/core/talent/search/search.ts'
import { type Interval } from '@veranda/core/bookings/availability/schedule.ts'
import { type Instant, minute } from '@veranda/core/time/instant.ts'
import { type RawBuilder, sql } from 'kysely'
import { type TextSearch } from './search-text.ts'

/** Average rating in thousandths, exactly as in the index. */
export const average = sql`(case when c.rating_count = 0 then 0 else c.rating_sum * 1000 / c.rating_count end)`

/** A filter in SQL, with what it is known by when it is dropped; `value` tells several of a kind apart. */
export type SearchCondition = {
  readonly filter: SearchFilterName
  readonly value: string | null
  readonly sql: RawBuilder<unknown>
}

/** A search: filters, the text in SQL, the skills by their names, and the time that is wanted. */
export type SearchDemand = {
  readonly filters: SearchFilters
  readonly text: TextSearch | null
  readonly skills: readonly string[]
  readonly times: readonly Interval[]
  readonly now: Instant
}

/** Returns the conditions of a search on creators `c`. */
export function searchConditions({ filters, text, skills, times, now }: SearchDemand): SearchCondition[] {
  const { language, currency, priceFrom, priceTo, rating, free, hours } = filters
  const one = (filter: SearchFilterName, condition: RawBuilder<unknown> | null | false, value: string | null = null) =>
    condition ? [{ filter, value, sql: condition }] : []
  const prices = [
    currency === null ? undefined : sql`c.price_currency = ${currency}`,
    priceFrom === null ? undefined : sql`c.price_from >= ${priceFrom}`,
    priceTo === null ? undefined : sql`c.price_from <= ${priceTo}`,
  ].filter((condition) => condition !== undefined)
  return [
    ...one('q', text && sql`c.search @@ ${text.query}`),
    ...skills.flatMap((skill) => one('skill', sql`c.skills @> array[${skill}]::text[]`, skill)),
    ...one('language', language !== null && sql`c.languages @> array[${language}]::text[]`),
    ...one('price', prices.length > 0 && sql.join(prices, sql` and `)),
    ...one(
      'free',
      free !== null &&
        sql`exists (select from availability_index o where o.creator_id = c.user_id
          and o.free_from <= ${new Date(now)} and o.free_until > ${new Date(now)})`,
    ),
    ...one('hours', hours.length > 0 && isFreeIn(times, now)),
    ...one('rating', rating !== null && sql`${average} >= ${Math.round(rating * 1_000)}`),
  ]
}

/**
 * A session fits into one of the times: the first start on its run's grid that is not too early is not too late. The
 * runs are found by the times, and not for each creator.
 */
function isFreeIn(times: readonly Interval[], now: Instant): RawBuilder<unknown> {
  const starts = times.map(({ from }) => Math.ceil(Math.max(from, now) / minute))
  const ends = times.map(({ to }) => Math.floor(to / minute))
  const nowMinutes = sql`${Math.ceil(now / minute)}::integer`
  const earliest = sql`greatest(f.first_start, wanted.starts_at, ${nowMinutes} + f.notice_minutes)`
  const firstOnGrid = sql`f.first_start + (${earliest} - f.first_start + f.step_minutes - 1) / f.step_minutes * f.step_minutes`
  return sql`c.user_id in (
    select f.creator_id
    from unnest(${starts}::integer[], ${ends}::integer[]) as wanted (starts_at, ends_at)
      join free_times f on int4range(f.first_start, f.last_start, '[]') && int4range(wanted.starts_at, greatest(wanted.starts_at, wanted.ends_at))
    where ${firstOnGrid} <= least(f.last_start, wanted.ends_at - f.minutes, ${nowMinutes} + f.horizon_days * 1440))`
}
