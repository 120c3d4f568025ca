import { type Instant } from '@veranda/core/time/instant.ts'
import { type RawBuilder, sql } from 'kysely'

/** An instant as an operand of a comparison with a timestamptz column: `.where('at', '<=', moment(now))`. */
export function moment(at: Instant): RawBuilder<Instant> {
  return sql<Instant>`${new Date(at)}::timestamptz`
}
