import { type SearchFilterName, type SearchFilters } from '@veranda/core/talent/search.ts'
import { type Interval } from '@veranda/core/bookings/availability/schedule.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
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

/** A session fits into one of the times: the first start on its run's grid that is not too early is not too late. */
function isFreeIn(times: readonly Interval[], now: Instant): RawBuilder<unknown> {
  return sql`exists (
    select from unnest(${times.map(({ from }) => new Date(from))}::timestamptz[], ${times.map(({ to }) => new Date(to))}::timestamptz[])
      as wanted (starts_at, ends_at)
      join free_times f on f.last_start >= wanted.starts_at and f.first_start < wanted.ends_at
    where f.creator_id = c.user_id
      and f.first_start + f.step_minutes * interval '1 minute' * ceil(greatest(0, extract(epoch from
        greatest(wanted.starts_at, ${new Date(now)}::timestamptz + f.notice_minutes * interval '1 minute') - f.first_start))
        / (f.step_minutes * 60))
      <= least(f.last_start, wanted.ends_at - f.minutes * interval '1 minute',
        ${new Date(now)}::timestamptz + f.horizon_days * interval '24 hours'))`
}
