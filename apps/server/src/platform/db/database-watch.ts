import { Client } from 'pg'
import { type Logger } from '../logger.ts'

const probeIntervalMs = 500
const probeTimeoutMs = 900
/** After a busy event loop the reply may have arrived and not been read yet. */
const lateReplyMs = 100

/** Connections to the database that the watch can end. */
export type WatchedConnections = {
  /** Returns true while a statement runs or waits, or a transaction is open. */
  isInUse(): boolean
  /** Fails every running statement at once, and may fail waiting and new ones until `restore`. */
  cutOff(): void
  restore?(): void
}

export type DatabaseWatch = {
  /** Starts probing. */
  start(): void
  stop(): Promise<void>
}

/**
 * Makes a watch over the database: twice a second, while any of `databases` is in use, a connection of its own sends a
 * statement. A database that does not reply within a second, because it is frozen, cut off or gone, is cut off here:
 * every running and waiting statement of `databases` fails at once, and new ones of calls fail until a probe gets
 * through again. Without it each call would wait for as long as the database is frozen, because deadlines of statements
 * are kept by the database itself. Connections that alone are lost, as in a firewall, are replaced in the same way.
 */
export function makeDatabaseWatch(url: string, databases: readonly WatchedConnections[], log: Logger): DatabaseWatch {
  let client: ProbeClient | undefined
  let reachable = true
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let probing: Promise<void> | undefined

  async function probe(): Promise<void> {
    const started = client ?? openProbe(url, forgetClient)
    client = started
    try {
      await withinProbeTimeout(started.ready.then(() => started.query('select 1')))
      if (!reachable) log.warn('database reachable again')
      reachable = true
      for (const database of databases) database.restore?.()
    } catch (error) {
      started.connection.stream.destroy()
      client = undefined
      if (stopped) return
      if (reachable) log.error({ err: error }, 'database unreachable')
      reachable = false
      for (const database of databases) database.cutOff()
    }
  }

  /** Forgets a connection that ended between two probes, as after a restart of the database. */
  function forgetClient(ended: ProbeClient): void {
    if (client === ended) client = undefined
  }

  function scheduleProbe(delayMs = probeIntervalMs): void {
    if (stopped) return
    timer = setTimeout(() => {
      // Nothing waits for an idle database, so a probe would only cost it time. But the connection is there from the
      // start: one that is opened when others have fallen silent would get replies, and say nothing about them.
      const isNeeded = client === undefined || !reachable || databases.some((database) => database.isInUse())
      probing = (isNeeded ? probe() : Promise.resolve()).finally(() => scheduleProbe())
    }, delayMs)
    timer.unref()
  }

  return {
    start: () => scheduleProbe(0),
    async stop() {
      stopped = true
      clearTimeout(timer)
      await probing
      await client?.end().catch(() => undefined)
    },
  }
}

type ProbeClient = Client & { ready: Promise<unknown> }

function openProbe(url: string, onEnd: (client: ProbeClient) => void): ProbeClient {
  const client = new Client({ connectionString: url, application_name: 'veranda-watch', keepAlive: true })
  // A failure is noticed by the next statement.
  client.on('error', () => undefined)
  const probeClient = Object.assign(client, { ready: client.connect() })
  client.on('end', () => onEnd(probeClient))
  return probeClient
}

/** Rejects when the reply of a probe is late. */
async function withinProbeTimeout(reply: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      timer = setTimeout(() => reject(new Error(`no reply within ${probeTimeoutMs + lateReplyMs} ms`)), lateReplyMs)
    }, probeTimeoutMs)
  })
  try {
    await Promise.race([reply, timeout])
  } finally {
    clearTimeout(timer)
    // The reply of a probe that was late fails once its connection is closed.
    reply.catch(() => undefined)
  }
}
