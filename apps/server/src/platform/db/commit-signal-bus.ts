import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import * as z from 'zod/mini'
import { type Logger } from '../logger.ts'
import { type CommitSignal, type CommitSignals } from './commit-signals.ts'
import { isTemporaryError } from './connection-errors.ts'
import { endSilentSessions } from './database.ts'
import { type WatchedConnections } from './database-watch.ts'

const notifyChannel = 'veranda'
const coalesceMs = 10
const reconnectDelayMs = 500
/** A connection that does not reply within this time is given up. */
const replyTimeoutMs = 2_000
/** The interval of statements that find out whether signals of other nodes can arrive. */
const heartbeatIntervalMs = 3_000
/** Signals that wait for a connection at most; of older ones the readers learn by polling. */
const maxQueuedSignals = 1_000
/** The time to send the last signals when the node stops. */
const maxStopMs = 1_000
/** Postgres limits a payload to 8000 bytes. */
const maxPayloadBytes = 7_500

const streamKind = z.enum(['conversation', 'user', 'room'])
const wireSignal = z.object({
  node: z.string(),
  events: z.optional(z.boolean()),
  timers: z.optional(z.boolean()),
  clock: z.optional(z.boolean()),
  all: z.optional(z.boolean()),
  queues: z.optional(z.array(z.string())),
  ended: z.optional(z.array(z.string())),
  access: z.optional(z.array(z.tuple([streamKind, z.string()]))),
  left: z.optional(z.array(z.tuple([streamKind, z.string(), z.string()]))),
  heads: z.optional(z.array(z.tuple([streamKind, z.string(), z.number()]))),
})
type WireSignal = z.infer<typeof wireSignal>

export type CommitSignalBus = CommitSignals & WatchedConnections & { start(): Promise<void>; stop(): Promise<void> }

/**
 * Makes the commit signals of one node: listeners in this process are called at once, other nodes get one notify per 10
 * ms.
 */
export function makeCommitSignalBus(url: string, log: Logger): CommitSignalBus {
  const node = randomUUID()
  const listeners = new Set<(signal: CommitSignal, origin: 'local' | 'remote') => void>()
  let queued: CommitSignal[] = []
  let timer: NodeJS.Timeout | undefined
  let client: Client | undefined
  let stopped = false
  let isSending = false

  const notifyListeners = (signal: CommitSignal, origin: 'local' | 'remote') => {
    for (const listener of listeners) listener(signal, origin)
  }

  /**
   * Sends the queued signals to the other nodes; signals that arrive meanwhile go with the next batch. Without a
   * connection they wait for the next one.
   */
  const flush = async () => {
    const connection = client
    const signals = connection ? queued : []
    if (connection) queued = []
    isSending = true
    try {
      for (const text of signals.length === 0 ? [] : toPayloads(node, signals)) {
        await connection?.query({ name: 'wake', text: 'select pg_notify($1, $2)', values: [notifyChannel, text] })
      }
    } catch (error) {
      log.warn({ err: error }, 'commit signal notify failed')
      if (isTemporaryError(error)) {
        // What had arrived arrives twice, which costs its readers a look.
        queued = [...signals, ...queued]
        closeConnection(connection)
      }
    }
    isSending = false
    timer = undefined
    if (client && queued.length > 0 && !stopped) scheduleFlush()
  }

  /** Closes a connection that does not reply, without a word to the other side; its end opens another one. */
  const closeConnection = (connection: Client | undefined) => {
    if (client === connection) client = undefined
    connection?.connection.stream.destroy()
  }

  /** Asks for a reply now and then, because a connection over which nothing can arrive any more looks like a quiet one. */
  const scheduleHeartbeat = (connection: Client) => {
    const heartbeat = setTimeout(() => {
      if (stopped || client !== connection) return
      connection.query('select 1').then(
        () => scheduleHeartbeat(connection),
        (error: unknown) => {
          log.warn({ err: error }, 'commit signal connection does not reply')
          closeConnection(connection)
        },
      )
    }, heartbeatIntervalMs)
    heartbeat.unref()
  }

  const scheduleFlush = () => {
    timer ??= setTimeout(() => void flush(), coalesceMs)
    timer.unref()
  }

  const connect = async () => {
    const connection = new Client({
      connectionString: url,
      connectionTimeoutMillis: 2_000,
      application_name: 'veranda-wake',
      keepAlive: true,
      query_timeout: replyTimeoutMs,
      options: endSilentSessions,
    })
    connection.on('notification', (message) => {
      const parsed = parsePayload(message.payload ?? '')
      if (parsed && parsed.node !== node) notifyListeners(fromWire(parsed), 'remote')
    })
    connection.on('error', (error) => log.warn({ err: error }, 'commit signal connection failed'))
    try {
      await connection.connect()
      await connection.query(`listen ${notifyChannel}`)
    } catch (error) {
      connection.connection.stream.destroy()
      throw error
    }
    client = connection
    scheduleHeartbeat(connection)
    if (queued.length > 0) scheduleFlush()
    // Only an established connection reconnects when it ends; a failed attempt is retried by `reconnect`.
    connection.once('end', () => {
      if (client === connection) client = undefined
      scheduleReconnect()
    })
  }

  const scheduleReconnect = () => {
    if (!stopped) setTimeout(() => void reconnect(), reconnectDelayMs).unref()
  }

  const reconnect = async () => {
    try {
      await connect()
      notifyListeners({ resync: true }, 'remote')
    } catch {
      scheduleReconnect()
    }
  }

  return {
    publish(signal) {
      notifyListeners(signal, 'local')
      queued.push(signal)
      if (queued.length > maxQueuedSignals) queued.shift()
      scheduleFlush()
    },
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: connect,
    isInUse: () => isSending && client !== undefined,
    cutOff: () => closeConnection(client),
    async stop() {
      stopped = true
      clearTimeout(timer)
      const connection = client
      // A database that does not reply must not hold up the end; what is not sent the other nodes read by themselves.
      const closing = setTimeout(() => connection?.connection.stream.destroy(), maxStopMs)
      try {
        await flush()
        await connection?.end()
      } finally {
        clearTimeout(closing)
      }
    },
  }
}

function toPayloads(node: string, signals: readonly CommitSignal[]): string[] {
  const heads = new Map<string, [WireHeads[number][0], string, number]>()
  const ended: string[] = []
  const left: NonNullable<WireSignal['left']> = []
  const access: NonNullable<WireSignal['access']> = []
  const queues = new Set<string>()
  const flags: Partial<WireSignal> = {}
  for (const signal of signals) {
    if (signal.events) flags.events = true
    if (signal.timers) flags.timers = true
    if (signal.clock) flags.clock = true
    for (const queue of signal.queues ?? []) queues.add(queue)
    ended.push(...(signal.endedSessions ?? []))
    for (const { stream, userId } of signal.streamRevocations ?? []) left.push([stream.kind, stream.id, userId])
    for (const { kind, id } of signal.accessChanges ?? []) access.push([kind, id])
    for (const { stream, seq } of signal.streamRows ?? []) {
      const key = `${stream.kind}:${stream.id}`
      if ((heads.get(key)?.[2] ?? 0) < seq) heads.set(key, [stream.kind, stream.id, seq])
    }
  }
  const text = JSON.stringify({ node, ...flags, queues: [...queues], ended, left, access, heads: [...heads.values()] })
  if (text.length <= maxPayloadBytes) return [text]
  const payloads = [JSON.stringify({ node, all: true })]
  for (let from = 0; from < Math.max(ended.length, left.length); from += 60) {
    payloads.push(JSON.stringify({ node, ended: ended.slice(from, from + 60), left: left.slice(from, from + 60) }))
  }
  return payloads
}

type WireHeads = NonNullable<WireSignal['heads']>

function parsePayload(text: string): WireSignal | undefined {
  try {
    const result = wireSignal.safeParse(JSON.parse(text))
    return result.success ? result.data : undefined
  } catch {
    return undefined
  }
}

function fromWire(message: WireSignal): CommitSignal {
  return {
    events: message.events ?? false,
    timers: message.timers ?? false,
    clock: message.clock ?? false,
    resync: message.all ?? false,
    queues: message.queues ?? [],
    endedSessions: message.ended ?? [],
    streamRevocations: (message.left ?? []).map(([kind, id, userId]) => ({ stream: { kind, id }, userId })),
    accessChanges: (message.access ?? []).map(([kind, id]) => ({ kind, id })),
    streamHeads: (message.heads ?? []).map(([kind, id, seq]) => ({ stream: { kind, id }, seq })),
  }
}
