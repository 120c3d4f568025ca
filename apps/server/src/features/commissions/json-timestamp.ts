import { type Instant } from '@veranda/core/time/instant.ts'
import { type RawBuilder, sql } from 'kysely'

/** Selects a timestamptz inside a JSON value as epoch milliseconds. */
export function jsonEpochMs(column: string): RawBuilder<Instant | null> {
  return sql<Instant | null>`floor(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`
}
