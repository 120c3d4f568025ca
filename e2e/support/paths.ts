import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')
/** Everything that the journeys leave behind; not tracked. Two runs at once need a place each. */
export const dataDir = process.env['E2E_DATA'] ?? join(root, '.data/e2e')
/** The database that every journey starts from a copy of. */
export const seededDatabase = 'veranda_e2e_seeded'
