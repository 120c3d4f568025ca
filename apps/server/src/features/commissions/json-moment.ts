import { type Instant } from '@veranda/core/time/instant.ts'
import { type RawBuilder, sql } from 'kysely'

/** A timestamptz inside a json value, as epoch milliseconds. */
export function jsonMoment(column: string): RawBuilder<Instant | null> {
  return sql<Instant | null>`floor(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`
}
