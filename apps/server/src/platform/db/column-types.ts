import { type Instant } from '@veranda/core/time/instant.ts'
import { type ColumnType } from 'kysely'

/** timestamptz: read as epoch milliseconds, written as `new Date(instant)`. */
export type Timestamp = ColumnType<Instant, Date, Date>
/** timestamptz that may be null. */
export type NullableTimestamp = ColumnType<Instant | null, Date | null | undefined, Date | null>
/** timestamptz with a default in the table. */
export type DefaultedTimestamp = ColumnType<Instant, Date | undefined, Date>
/** A column with a default value in the table. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>
/** jsonb: read as T, written as text with `JSON.stringify`. An array passed as it is would become a Postgres array. */
export type Jsonb<T> = ColumnType<T, string, string>
/** jsonb that may be null. */
export type NullableJsonb<T> = ColumnType<T | null, string | null | undefined, string | null>
/** A column that only the database computes. */
export type Computed<T> = ColumnType<T, never, never>
