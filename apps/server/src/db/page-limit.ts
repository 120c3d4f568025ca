import { type RawBuilder, sql } from 'kysely'

/** The page sizes that the screens ask for. */
const usual = new Set([1, 6, 10, 20, 24, 30, 50, 100])

/**
 * The limit that reads one page and the row that tells whether there is more. Of a limit that is a parameter Postgres
 * keeps no plan: it takes a tenth of all rows for likely and plans at every call. So the usual sizes stand in the text;
 * others remain parameters, for the sake of the number of statements kept.
 */
export function pageLimit(size: number): RawBuilder<number> {
  return usual.has(size) ? sql.lit(size + 1) : sql<number>`${size + 1}`
}
