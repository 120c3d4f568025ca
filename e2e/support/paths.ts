import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')
/** Everything that the journeys leave behind; not tracked. */
export const dataDir = join(root, '.data/e2e')
/** The database that every journey starts from a copy of. */
export const seededDatabase = 'veranda_e2e_seeded'
