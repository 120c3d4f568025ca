import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../db/database.ts'

/** A figure as it is now, with a sample for each set of labels; a figure without samples is not sent. */
export type Figure = {
  readonly name: string
  readonly help: string
  readonly samples: readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[]
}

/** Reads figures from the database, within the transaction of a scrape. */
export type FigureQuery = (tx: Tx, now: Instant) => Promise<readonly Figure[]>

/** Returns a figure with one value. */
export function figure(name: string, help: string, value: number): Figure {
  return { name, help, samples: [{ value }] }
}
