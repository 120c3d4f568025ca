import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')
/** Output of the journeys; not tracked. Two concurrent runs need a directory each. */
export const dataDir = process.env['E2E_DATA'] ?? join(root, '.data/e2e')
/** The names of all databases of the journeys begin so. */
export const journeyDatabasePrefix = 'veranda_e2e_'
/** The database that every journey copies. */
export const seededDatabase = `${journeyDatabasePrefix}seeded`

/** Returns the URL of another database on the same server. */
export function databaseUrl(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
