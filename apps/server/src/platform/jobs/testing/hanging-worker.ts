import { type Deps } from '../../deps.ts'
import { makeLogger } from '../../logger.ts'
import { makeJobRunner } from '../job-runner.ts'
import { worker } from '../worker.ts'

export const hangingQueue = 'test.hanging'

/** Runs as a separate node that takes one job, reports it, and never finishes it. */
async function runHangingWorker(databaseUrl: string): Promise<void> {
  const jobs = makeJobRunner(databaseUrl, makeLogger('silent'), { supervise: true })
  const hanging = worker(hangingQueue, () => {
    process.send?.('held')
    return new Promise(() => {})
  })
  await jobs.createQueues([hanging])
  // Working uses nothing of the server but its commit signals.
  await jobs.startWorkers({ commitSignals: { on: () => () => {} } } as unknown as Deps)
}

if (import.meta.main) await runHangingWorker(process.argv[2] ?? '')
