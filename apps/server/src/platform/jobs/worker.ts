import { type Deps } from '../deps.ts'

export type Worker = {
  readonly queue: string
  run(data: object, deps: Deps): Promise<void>
  /** Handles a job after its last retry, as a job of its own with the same data and number of tries. */
  readonly onDeadLetter?: (data: object, deps: Deps) => Promise<void>
  /** Nothing depends on when it is done, so `runUntilEmpty` leaves it to a running server. */
  readonly unawaited?: boolean
  /** The time after which a job counts as failed, where it may take longer than `defaultJobTimeSeconds`. */
  readonly maxJobSeconds?: number
}

export const defaultJobTimeSeconds = 120

type RunJob<Data> = (data: Data, deps: Deps) => Promise<void>

/**
 * Declares the worker of a queue. It runs at least once, so it must be idempotent. A throw is retried with backoff;
 * after eight tries, or eight deaths of its process, the job becomes a dead letter: `npm run admin -- failed-jobs`
 * lists it and `onDeadLetter` handles it.
 */
export function worker<Data extends object>(
  queue: string,
  run: RunJob<Data>,
  options: { onDeadLetter?: RunJob<Data>; unawaited?: boolean; maxJobSeconds?: number } = {},
): Worker {
  const { onDeadLetter, unawaited = false, maxJobSeconds } = options
  // The queue contains only what enqueue wrote for it.
  const typed = (job: RunJob<Data>) => (data: object, deps: Deps) => job(data as Data, deps)
  return {
    queue,
    run: typed(run),
    unawaited,
    ...(onDeadLetter && { onDeadLetter: typed(onDeadLetter) }),
    ...(maxJobSeconds !== undefined && { maxJobSeconds }),
  }
}
