import type { ReadRows } from './nothing-lost.ts'

/** The connections to the database that a node has at most, as compose.yaml states: 28 of its pools and two more. */
export const maxDatabaseConnections = 30

/**
 * Finds the connections that a node has outside of its pools, one of each name, and that are there more often than
 * there are nodes. Returns a sentence for each.
 */
export async function findLeakedConnections(rows: ReadRows, nodeCount: number): Promise<string[]> {
  const found = await rows<{ name: string; count: number }>(
    `select application_name as name, count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name like 'veranda-%' and application_name <> 'veranda-jobs'
     group by 1 having count(*) > $1 order by 1`,
    [nodeCount],
  )
  return found.map(({ name, count }) => `${count} connections ${name} instead of ${nodeCount}`)
}
