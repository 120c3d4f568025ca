import { resolve } from 'node:path'
import { type TestProject } from 'vitest/node'
import { startTestPostgres } from '../platform/db/testing/test-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string
  }
}

/** Starts one Postgres with a migrated template for the whole run. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres(resolve(import.meta.dirname, '../../../..'))
  provide('postgres', postgres.url)
  return () => postgres.stop()
}
