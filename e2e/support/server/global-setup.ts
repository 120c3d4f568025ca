import { prepareWorld, startJourneyPostgres } from './prepare-world.ts'
import { isWorldPrepared } from '../scope.ts'

/** Prepares the world unless that has been done, and starts one Postgres for all journeys. */
export default async function setUp(): Promise<() => Promise<void>> {
  if (!isWorldPrepared) await prepareWorld()
  const postgres = await startJourneyPostgres()
  process.env['E2E_POSTGRES'] = postgres.url
  return () => postgres.stop()
}
