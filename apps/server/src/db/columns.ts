import { type Instant } from '@veranda/core/time/instant.ts'
import { type ColumnType } from 'kysely'

/** timestamptz: read as epoch milliseconds, written as `new Date(instant)`. */
export type At = ColumnType<Instant, Date, Date>
/** timestamptz that may be null. */
export type MaybeAt = ColumnType<Instant | null, Date | null | undefined, Date | null>
/** timestamptz with a default in the table. */
export type DefaultAt = ColumnType<Instant, Date | undefined, Date>
/** A column with a default in the table. */
export type Default<T> = ColumnType<T, T | undefined, T>
/** jsonb: read as T, written as text by `JSON.stringify` (an array given as such would become a Postgres array). */
export type Json<T> = ColumnType<T, string, string>
/** jsonb that may be null. */
export type MaybeJson<T> = ColumnType<T | null, string | null | undefined, string | null>
/** A column that only the database computes. */
export type Computed<T> = ColumnType<T, never, never>
