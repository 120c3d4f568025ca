import { resolve } from 'node:path'
import { type TestProject } from 'vitest/node'
import { startTestPostgres } from '../db/testing.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string
  }
}

/** One Postgres with a migrated template for the whole run. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres(resolve(import.meta.dirname, '../../../..'))
  provide('postgres', postgres.url)
  return () => postgres.stop()
}
