import { type RawBuilder, sql } from 'kysely'

/** The page sizes that the screens request. */
const commonPageSizes = new Set([1, 6, 10, 20, 24, 30, 50, 100])

/**
 * Returns a SQL limit for one page plus one row, which tells whether there are more. Common sizes are written into the
 * text, because Postgres replans a parameterised limit on every call and estimates it as a tenth of the table. Other
 * sizes stay parameters, to bound the number of prepared statements.
 */
export function pageLimit(size: number): RawBuilder<number> {
  return commonPageSizes.has(size) ? sql.lit(size + 1) : sql<number>`${size + 1}`
}
