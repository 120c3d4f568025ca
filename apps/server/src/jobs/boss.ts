import { createHash } from 'node:crypto'
import { fromKysely, PgBoss } from 'pg-boss'
import { touch } from '../db/wake.ts'
import { type Deps } from '../deps.ts'
import { type Logger } from '../logger.ts'
import { type Jobs, type Worker } from './jobs.ts'

const retries = 7
/** Whoever holds a job says so twice in this time; who did not is dead, and the job goes to another. Ten is the least. */
const heartbeatSeconds = 10
/** How often the dead are looked for. */
const lookSeconds = 3

export type JobRunner = Jobs & {
  /** Makes the queues; enqueue works from then on. */
  open(workers: readonly Worker[]): Promise<void>
  /** Begins to work on the queues. */
  work(deps: Deps): Promise<void>
  stop(): Promise<void>
  /** Jobs that were tried until they were given up. */
  failed(): Promise<{ queue: string; id: string; at: string; error: string }[]>
  /** Puts a given-up job back; false when there is none. */
  retry(queue: string, id: string): Promise<boolean>
  /** Does all the waiting work here and now, without waiting for retries. Answers how many jobs were tried. */
  drain(deps: Deps): Promise<number>
}

/** pg-boss on the product's own database. Queues do not notify inside product transactions: the wake does, after commit. */
export function makeJobs(url: string, log: Logger, options: { supervise: boolean }): JobRunner {
  const boss = new PgBoss({
    connectionString: url,
    max: 4,
    application_name: 'veranda-jobs',
    schedule: false,
    supervise: options.supervise,
    superviseIntervalSeconds: lookSeconds,
    monitorIntervalSeconds: lookSeconds,
  })
  boss.on('error', (error) => log.error({ err: error }, 'the jobs stumbled'))
  let workers: readonly Worker[] = []
  let opened = false
  const running = new Map<string, () => void>()
  /** Queues that may hold something, so that draining asks no others. */
  const waiting = new Set<string>()
  /** Queues with something that failed and is tried again when its pause is over. */
  const failing = new Set<string>()

  return {
    async enqueue(tx, queue, data, { key } = {}) {
      const id = key === undefined ? undefined : idOf(queue, key)
      await boss.send(queue, data, { db: fromKysely(tx), ...(id === undefined ? {} : { id }) })
      waiting.add(queue)
      touch(tx, { queues: [queue] })
    },
    async open(all) {
      // A queue of the given-up is there before the queue that fills it.
      workers = all.flatMap((one) => (one.givenUp ? [{ queue: lettersOf(one.queue), run: one.givenUp }, one] : [one]))
      for (const { queue } of workers) waiting.add(queue)
      await boss.start()
      opened = true
      const known = new Set((await boss.getQueues()).map(({ name }) => name))
      for (const { queue, givenUp } of workers) {
        const policy = {
          retryLimit: retries,
          retryDelay: 2,
          retryBackoff: true,
          retryDelayMax: 600,
          expireInSeconds: 120,
          heartbeatSeconds,
          ...(givenUp && { deadLetter: lettersOf(queue) }),
        }
        if (known.has(queue)) await boss.updateQueue(queue, policy)
        else await boss.createQueue(queue, { ...policy, retentionSeconds: 30 * 86_400, deleteAfterSeconds: 7 * 86_400 })
      }
    },
    async work(deps) {
      for (const worker of workers) {
        const id = await boss.work(worker.queue, { pollingIntervalSeconds: 2, batchSize: 1 }, async ([job]) => {
          if (job) await worker.run(job.data as object, deps)
        })
        running.set(worker.queue, () => boss.notifyWorker(id))
      }
      deps.wake.on((touched) => {
        for (const queue of touched.queues ?? []) running.get(queue)?.()
      })
    },
    async stop() {
      if (opened) await boss.stop({ graceful: true, close: true, timeout: 8_000 })
    },
    async failed() {
      const all = await Promise.all(workers.map(({ queue }) => boss.findJobs(queue)))
      return all.flat().flatMap((job) =>
        job.state === 'failed'
          ? [
              {
                queue: job.name,
                id: job.id,
                at: (job.completedOn ?? job.createdOn).toISOString(),
                error: JSON.stringify(job.output),
              },
            ]
          : [],
      )
    },
    async retry(queue, id) {
      if (!workers.some((worker) => worker.queue === queue) || !/^[0-9a-f-]{36}$/.test(id)) return false
      const [job] = await boss.findJobs(queue, { id })
      if (job?.state !== 'failed') return false
      await boss.retry(queue, id)
      waiting.add(queue)
      return true
    },
    async drain(deps) {
      let tried = 0
      for (const worker of workers.filter(({ queue }) => waiting.has(queue) || failing.has(queue))) {
        waiting.delete(worker.queue)
        for (let jobs = await boss.fetch(worker.queue, { batchSize: 50 }); jobs.length > 0;) {
          for (const job of jobs) {
            tried += 1
            try {
              await worker.run(job.data as object, deps)
              await boss.complete(worker.queue, job.id)
            } catch (error) {
              failing.add(worker.queue)
              if (worker.givenUp) waiting.add(lettersOf(worker.queue))
              log.warn({ err: error, queue: worker.queue }, 'a job failed')
              await boss.fail(worker.queue, job.id, { message: String(error) })
            }
          }
          jobs = await boss.fetch(worker.queue, { batchSize: 50 })
        }
      }
      return tried
    },
  }
}

/** Where the jobs of a queue go that were given up. */
function lettersOf(queue: string): string {
  return `${queue}.given-up`
}

/** The same work gets the same id, and a second row with it is not written. */
function idOf(queue: string, key: string): string {
  const hex = createHash('sha256').update(`${queue}\n${key}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
