import { cpuSeconds, cpuSecondsWithChildren } from './support/cpu-time.ts'
import { type BenchResult } from './support/result.ts'
import { sleep } from './support/load.ts'
import { type BenchDatabase } from './support/bench-database.ts'
import { type RunningServer } from './support/environment.ts'

const measuredSeconds = 5

/** Measures what the server and Postgres use while there are no requests, in CPU milliseconds per second. */
export async function benchIdle(database: BenchDatabase, veranda: RunningServer): Promise<BenchResult[]> {
  const before = { server: cpuSeconds(veranda.pid), postgres: cpuSecondsWithChildren(database.postgresPid) }
  await sleep(measuredSeconds * 1_000)
  const perSecond = (now: number, then: number) => ((now - then) * 1_000) / measuredSeconds
  return [
    { name: 'idle server, per second', unit: 'ms CPU', ours: perSecond(cpuSeconds(veranda.pid), before.server) },
    {
      name: 'idle Postgres, per second',
      unit: 'ms CPU',
      ours: perSecond(cpuSecondsWithChildren(database.postgresPid), before.postgres),
    },
  ]
}
