import { type Deps } from '../../deps.ts'
import { makeLogger } from '../../logger.ts'
import { makeJobs } from '../boss.ts'
import { worker } from '../jobs.ts'

export const heldQueue = 'test.held'

/** A node of its own that takes the first job it gets, says so, and never ends it. */
async function hold(databaseUrl: string): Promise<void> {
  const jobs = makeJobs(databaseUrl, makeLogger('silent'), { supervise: true })
  const held = worker(heldQueue, () => {
    process.send?.('held')
    return new Promise(() => {})
  })
  await jobs.open([held])
  // Working needs nothing of the server but to be woken.
  await jobs.work({ wake: { on: () => () => {} } } as unknown as Deps)
}

if (import.meta.main) await hold(process.argv[2] ?? '')
