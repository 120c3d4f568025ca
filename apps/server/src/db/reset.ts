import { Client } from 'pg'
import { DatabaseUnfit } from './migrate.ts'
import { settingsOfSeed } from './settings.ts'

/** Empties the whole database, for making the demo world anew. Refuses while a server works on it. */
export async function resetDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ running: boolean }>(
      "select exists (select 1 from pg_stat_activity where datname = current_database() and application_name = 'veranda-wake') as running",
    )
    if (rows[0]?.running) throw new DatabaseUnfit('Veranda is running on this database: stop it first')
    await client.query('drop schema if exists pgboss cascade; drop schema public cascade; create schema public')
  } finally {
    await client.end()
  }
}

/** Whether the making of the demo world was begun and never came to its end. */
export async function isHalfMade(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ key: string }>('select key from settings where key = any($1)', [
      [settingsOfSeed.begun, settingsOfSeed.done],
    ])
    return rows.some(({ key }) => key === settingsOfSeed.begun) && !rows.some(({ key }) => key === settingsOfSeed.done)
  } finally {
    await client.end()
  }
}
