import { type Instant } from '@veranda/core/time/instant.ts'
import { type RawBuilder, sql } from 'kysely'

/** Wraps an instant for a comparison with a timestamptz column: `.where('at', '<=', timestamptz(now))`. */
export function timestamptz(instant: Instant): RawBuilder<Instant> {
  return sql<Instant>`${new Date(instant)}::timestamptz`
}
