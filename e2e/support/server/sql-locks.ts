import { Client } from 'pg'

/**
 * Runs a statement and keeps its locks until released, so that a test can stop the product at an exact point: whatever
 * needs those rows or that table waits there. Returns how to release.
 */
export async function holdSqlLocks(
  databaseUrl: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query(statement, [...values])
  return async () => {
    await client.query('rollback')
    await client.end()
  }
}
