import { withOwnConnection } from './own-connection.ts'
import { preparationLimits, runPreparation, UnusableDatabaseError } from './preparation.ts'
import { demoSeedKeys } from './settings.ts'

const connection = { applicationName: 'veranda-reset', ...preparationLimits }

/**
 * Empties the whole database before the demo world is seeded again. Throws UnusableDatabaseError while a server is using
 * it, and when something else holds one of its tables.
 */
export function resetDatabase(url: string, limits = preparationLimits): Promise<void> {
  return withOwnConnection(url, { ...connection, ...limits }, async (client) => {
    const { rows } = await client.query<{ running: boolean }>(
      "select exists (select 1 from pg_stat_activity where datname = current_database() and application_name = 'veranda-wake') as running",
    )
    if (rows[0]?.running) throw new UnusableDatabaseError('Veranda is running on this database: stop it first')
    await runPreparation(url, client, { ...limits, name: 'Emptying the database' }, () =>
      client.query('drop schema if exists pgboss cascade; drop schema public cascade; create schema public'),
    )
  })
}

/** Returns whether seeding the demo world started but never finished. */
export function isDemoWorldIncomplete(url: string): Promise<boolean> {
  return withOwnConnection(url, connection, async (client) => {
    const { rows } = await client.query<{ key: string }>('select key from settings where key = any($1)', [
      [demoSeedKeys.started, demoSeedKeys.done],
    ])
    return rows.some(({ key }) => key === demoSeedKeys.started) && !rows.some(({ key }) => key === demoSeedKeys.done)
  })
}
