import { join } from 'node:path'

/** Data directory of the benchmarks' own Postgres. */
export const dataDir = join(import.meta.dirname, '..', '..', '.data/bench')
