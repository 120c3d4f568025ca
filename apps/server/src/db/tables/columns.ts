import type { Instant } from '@veranda/core/time/instant.ts'
import type { ColumnType, Generated } from 'kysely'

/** timestamptz: read as an Instant (our pool's parser), written as a Date. */
export type Stamp = ColumnType<Instant, Date, Date>
export type StampOrNull = ColumnType<Instant | null, Date | null | undefined, Date | null>

/** jsonb: read as the value, written as JSON text. */
export type Json<T> = ColumnType<T, string, string>

/** A column with a default in the database. */
export type Defaulted<T> = Generated<T>

/** A column that only the database computes. */
export type Computed<T> = ColumnType<T, never, never>
