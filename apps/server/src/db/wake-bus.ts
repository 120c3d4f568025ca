import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import * as z from 'zod/mini'
import { type Logger } from '../logger.ts'
import { type Touched, type Wake } from './wake.ts'

const channel = 'veranda'
const coalesce = 10
/** Postgres takes 8000 bytes. */
const longest = 7_500

const heard = z.object({
  node: z.string(),
  events: z.optional(z.boolean()),
  due: z.optional(z.boolean()),
  clock: z.optional(z.boolean()),
  all: z.optional(z.boolean()),
  queues: z.optional(z.array(z.string())),
  ended: z.optional(z.array(z.string())),
  left: z.optional(z.array(z.tuple([z.enum(['conversation', 'person', 'room']), z.string(), z.string()]))),
  heads: z.optional(z.array(z.tuple([z.enum(['conversation', 'person', 'room']), z.string(), z.number()]))),
})
type Heard = z.infer<typeof heard>

export type WakeBus = Wake & { start(): Promise<void>; stop(): Promise<void> }

/** The wake-ups of one node: listeners in this process are called at once, other nodes by one notify per 10 ms. */
export function makeWake(url: string, log: Logger): WakeBus {
  const node = randomUUID()
  const listeners = new Set<(touched: Touched, origin: 'here' | 'elsewhere') => void>()
  let waiting: Touched[] = []
  let timer: NodeJS.Timeout | undefined
  let client: Client | undefined
  let stopped = false

  const tell = (touched: Touched, origin: 'here' | 'elsewhere') => {
    for (const listener of listeners) listener(touched, origin)
  }

  /** Tells the other nodes what has gathered; what gathers meanwhile goes with the next one. */
  const flush = async () => {
    const gathered = waiting
    waiting = []
    try {
      for (const text of gathered.length === 0 ? [] : messages(node, gathered)) {
        await client?.query({ name: 'wake', text: 'select pg_notify($1, $2)', values: [channel, text] })
      }
    } catch (error) {
      log.warn({ err: error }, 'a wake-up was not sent')
    }
    timer = undefined
    if (waiting.length > 0 && !stopped) later()
  }

  const later = () => {
    timer ??= setTimeout(() => void flush(), coalesce)
    timer.unref()
  }

  const connect = async () => {
    const fresh = new Client({
      connectionString: url,
      connectionTimeoutMillis: 2_000,
      application_name: 'veranda-wake',
      keepAlive: true,
    })
    fresh.on('notification', (message) => {
      const parsed = parse(message.payload ?? '')
      if (parsed && parsed.node !== node) tell(fromWire(parsed), 'elsewhere')
    })
    const again = () => {
      if (client === fresh) client = undefined
      if (!stopped) setTimeout(() => void reconnect(), 500).unref()
    }
    fresh.on('error', (error) => log.warn({ err: error }, 'the connection for wake-ups broke'))
    fresh.on('end', again)
    await fresh.connect()
    await fresh.query(`listen ${channel}`)
    client = fresh
  }

  const reconnect = async () => {
    try {
      await connect()
      tell({ all: true }, 'elsewhere')
    } catch {
      if (!stopped) setTimeout(() => void reconnect(), 1_000).unref()
    }
  }

  return {
    committed(touched) {
      tell(touched, 'here')
      waiting.push(touched)
      later()
    },
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: connect,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await flush()
      await client?.end()
    },
  }
}

function messages(node: string, gathered: readonly Touched[]): string[] {
  const heads = new Map<string, [Heads[number][0], string, number]>()
  const ended: string[] = []
  const left: NonNullable<Heard['left']> = []
  const queues = new Set<string>()
  const flags: Partial<Heard> = {}
  for (const touched of gathered) {
    if (touched.events) flags.events = true
    if (touched.due) flags.due = true
    if (touched.clock) flags.clock = true
    for (const queue of touched.queues ?? []) queues.add(queue)
    ended.push(...(touched.endedSessions ?? []))
    for (const { stream, personId } of touched.left ?? []) left.push([stream.kind, stream.id, personId])
    for (const { stream, seq } of touched.rows ?? []) {
      const key = `${stream.kind}:${stream.id}`
      if ((heads.get(key)?.[2] ?? 0) < seq) heads.set(key, [stream.kind, stream.id, seq])
    }
  }
  const text = JSON.stringify({ node, ...flags, queues: [...queues], ended, left, heads: [...heads.values()] })
  if (text.length <= longest) return [text]
  const out = [JSON.stringify({ node, all: true })]
  for (let from = 0; from < Math.max(ended.length, left.length); from += 60) {
    out.push(JSON.stringify({ node, ended: ended.slice(from, from + 60), left: left.slice(from, from + 60) }))
  }
  return out
}

type Heads = NonNullable<Heard['heads']>

function parse(text: string): Heard | undefined {
  try {
    const result = heard.safeParse(JSON.parse(text))
    return result.success ? result.data : undefined
  } catch {
    return undefined
  }
}

function fromWire(message: Heard): Touched {
  return {
    events: message.events ?? false,
    due: message.due ?? false,
    clock: message.clock ?? false,
    all: message.all ?? false,
    queues: message.queues ?? [],
    endedSessions: message.ended ?? [],
    left: (message.left ?? []).map(([kind, id, personId]) => ({ stream: { kind, id }, personId })),
    heads: (message.heads ?? []).map(([kind, id, seq]) => ({ stream: { kind, id }, seq })),
  }
}
