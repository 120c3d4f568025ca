import { Client } from 'pg'
import { UnusableDatabaseError } from './migrate.ts'
import { demoSeedKeys } from './settings.ts'

/** Empties the whole database before the demo world is seeded again. Throws while a server is using it. */
export async function resetDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ running: boolean }>(
      "select exists (select 1 from pg_stat_activity where datname = current_database() and application_name = 'veranda-wake') as running",
    )
    if (rows[0]?.running) throw new UnusableDatabaseError('Veranda is running on this database: stop it first')
    await client.query('drop schema if exists pgboss cascade; drop schema public cascade; create schema public')
  } finally {
    await client.end()
  }
}

/** Returns whether seeding the demo world started but never finished. */
export async function isDemoWorldIncomplete(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ key: string }>('select key from settings where key = any($1)', [
      [demoSeedKeys.started, demoSeedKeys.done],
    ])
    return rows.some(({ key }) => key === demoSeedKeys.started) && !rows.some(({ key }) => key === demoSeedKeys.done)
  } finally {
    await client.end()
  }
}
