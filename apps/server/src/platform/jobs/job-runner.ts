import { hash } from 'node:crypto'
import { isUuid } from '@veranda/core/ids.ts'
import { fromKysely, PgBoss, systemClock } from 'pg-boss'
import { signalAfterCommit } from '../db/commit-signals.ts'
import { openJobConnections } from './job-connections.ts'
import { type WatchedConnections } from '../db/database-watch.ts'
import { type Deps } from '../deps.ts'
import { type Logger } from '../logger.ts'
import { type Jobs } from './jobs.ts'
import { defaultJobTimeSeconds, type Worker } from './worker.ts'

const maxRetries = 7
/**
 * A worker sends two heartbeats in this time. Without one it counts as dead and the job goes to another worker. pg-boss
 * allows no less than 10.
 */
const heartbeatSeconds = 10
const superviseIntervalSeconds = 3
/** Time that running jobs have to finish when the node stops. */
const stopTimeoutMs = 8_000
/** Commit signals wake the workers; polling finds what waits for a retry, and what a lost signal left. */
const pollingIntervalSeconds = 4

/** Generous, because the upkeep of the queues runs over these connections too. */
const statementTimeoutMs = 30_000

export type JobRunner = Jobs &
  WatchedConnections & {
    /** Creates the queues; enqueue works from then on. */
    createQueues(workers: readonly Worker[]): Promise<void>
    /** Starts working on the queues. */
    startWorkers(deps: Deps): Promise<void>
    stop(): Promise<void>
    /** Lists jobs that were given up after their last retry. */
    listFailed(): Promise<{ queue: string; id: string; at: string; error: string }[]>
    /** Retries a job that was given up; returns false when there is none. */
    retryFailed(queue: string, id: string): Promise<boolean>
    /** Runs all pending jobs that something depends on, without waiting for retries. Returns how many were tried. */
    runUntilEmpty(deps: Deps): Promise<number>
  }

/**
 * Makes a job runner with pg-boss on the product's own database. Queues do not notify inside product transactions;
 * commit signals wake the workers after the commit.
 */
export function makeJobRunner(url: string, log: Logger, options: { supervise: boolean }): JobRunner {
  const connections = openJobConnections(url, {
    onError: (error) => log.warn({ err: error }, 'idle job connection failed'),
    statementTimeoutMs,
  })
  const boss = new PgBoss({
    db: { executeSql: (text, values) => connections.pool.query(text, values) },
    // Workers would sleep for as long as the clock of the machine is set back.
    clock: { ...systemClock, now: () => performance.timeOrigin + performance.now() },
    schedule: false,
    supervise: options.supervise,
    superviseIntervalSeconds: superviseIntervalSeconds,
    monitorIntervalSeconds: superviseIntervalSeconds,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job runner failed'))
  let workers: readonly Worker[] = []
  let started = false
  let isCutOff = false
  const wakeWorker = new Map<string, () => void>()
  /** Queues that may contain jobs, so that runUntilEmpty skips the others. */
  const pendingQueues = new Set<string>()
  /** Queues with a failed job that waits for its retry. */
  const retryingQueues = new Set<string>()

  return {
    async enqueue(tx, queue, data, { key, startAfterSeconds } = {}) {
      const id = key === undefined ? undefined : jobIdOf(queue, key)
      await boss.send(queue, data, {
        db: fromKysely(tx),
        ...(id === undefined ? {} : { id }),
        ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
      })
      pendingQueues.add(queue)
      signalAfterCommit(tx, { queues: [queue] })
    },
    async createQueues(registered) {
      // A dead letter queue must exist before the queue that refers to it.
      workers = registered.flatMap((one) =>
        one.onDeadLetter ? [{ queue: deadLetterQueueOf(one.queue), run: one.onDeadLetter }, one] : [one],
      )
      for (const { queue } of workers) pendingQueues.add(queue)
      await boss.start()
      started = true
      const existingQueues = new Set((await boss.getQueues()).map(({ name }) => name))
      for (const { queue, onDeadLetter, maxJobSeconds } of workers) {
        const policy = {
          retryLimit: maxRetries,
          retryDelay: 2,
          retryBackoff: true,
          retryDelayMax: 600,
          expireInSeconds: maxJobSeconds ?? defaultJobTimeSeconds,
          heartbeatSeconds,
          ...(onDeadLetter && { deadLetter: deadLetterQueueOf(queue) }),
        }
        if (existingQueues.has(queue)) await boss.updateQueue(queue, policy)
        else await boss.createQueue(queue, { ...policy, retentionSeconds: 30 * 86_400, deleteAfterSeconds: 7 * 86_400 })
      }
    },
    async startWorkers(deps) {
      for (const worker of workers) {
        const wake = () => wakeWorker.get(worker.queue)?.()
        const id = await boss.work(worker.queue, { pollingIntervalSeconds, batchSize: 1 }, async ([job]) => {
          if (!job) return
          try {
            await worker.run(job.data as object, deps)
          } finally {
            // The next job does not wait for the next poll. One that failed is not fetched before its retry delay.
            wake()
          }
        })
        wakeWorker.set(worker.queue, () => boss.notifyWorker(id))
      }
      deps.commitSignals.on((signal) => {
        for (const queue of signal.queues ?? []) wakeWorker.get(queue)?.()
      })
    },
    async stop() {
      if (started) await boss.stop({ graceful: true, timeout: stopTimeoutMs })
      await connections.close()
    },
    isInUse: () => connections.pool.totalCount > connections.pool.idleCount,
    cutOff() {
      isCutOff = true
      connections.cutOff()
    },
    restore() {
      // A worker whose fetch failed would wait for its next poll.
      if (isCutOff) for (const wake of wakeWorker.values()) wake()
      isCutOff = false
    },
    async listFailed() {
      const registered = await Promise.all(workers.map(({ queue }) => boss.findJobs(queue)))
      return registered.flat().flatMap((job) =>
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
    async retryFailed(queue, id) {
      if (!workers.some((worker) => worker.queue === queue) || !isUuid(id)) return false
      const [job] = await boss.findJobs(queue, { id })
      if (job?.state !== 'failed') return false
      await boss.retry(queue, id)
      pendingQueues.add(queue)
      return true
    },
    async runUntilEmpty(deps) {
      let ran = 0
      const awaited = workers.filter(({ unawaited }) => unawaited !== true)
      for (const worker of awaited.filter(({ queue }) => pendingQueues.has(queue) || retryingQueues.has(queue))) {
        pendingQueues.delete(worker.queue)
        for (let jobs = await boss.fetch(worker.queue, { batchSize: 50 }); jobs.length > 0;) {
          for (const job of jobs) {
            ran += 1
            try {
              await worker.run(job.data as object, deps)
              await boss.complete(worker.queue, job.id)
            } catch (error) {
              retryingQueues.add(worker.queue)
              if (worker.onDeadLetter) pendingQueues.add(deadLetterQueueOf(worker.queue))
              log.warn({ err: error, queue: worker.queue }, 'job failed')
              await boss.fail(worker.queue, job.id, { message: String(error) })
            }
          }
          jobs = await boss.fetch(worker.queue, { batchSize: 50 })
        }
      }
      return ran
    },
  }
}

/** Returns the dead letter queue of a queue. */
function deadLetterQueueOf(queue: string): string {
  return `${queue}.given-up`
}

/** Derives the job id from queue and key, so that the same work is inserted only once. */
function jobIdOf(queue: string, key: string): string {
  const hex = hash('sha256', `${queue}\n${key}`)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
