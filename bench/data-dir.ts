import { join } from 'node:path'

/** Where the bench keeps its own Postgres. */
export const dataDir = join(import.meta.dirname, '../.data/bench')
