import { Client } from 'pg'

/**
 * Keeps a statement's locks on a database until let go, so that a test can stop the product at an exact place:
 * whatever needs those rows or that table waits there.
 */
export async function hold(
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
