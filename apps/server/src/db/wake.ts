/** One sequenced log. */
export type Stream = { readonly kind: 'conversation' | 'person' | 'room'; readonly id: string }

/** A row of a sequenced log as it was written, so that this node can emit it without reading it back. */
export type StreamRow = { stream: Stream; seq: number; name: string; payload: unknown }

/** Somebody who may no longer hear a stream. */
export type Left = { readonly stream: Stream; readonly personId: string }

/** What a transaction touched that somebody waits for. */
export type Touched = {
  events?: boolean
  due?: boolean
  queues?: readonly string[]
  /** Written on this node. */
  rows?: readonly StreamRow[]
  /** Written elsewhere: the streams' newest numbers. */
  heads?: readonly { stream: Stream; seq: number }[]
  endedSessions?: readonly string[]
  /** Memberships that ended. */
  left?: readonly Left[]
  clock?: boolean
  /** Something was missed: look at everything. */
  all?: boolean
}

/**
 * Wake-ups after a commit: in this process at once, on other nodes by a coalesced notify outside the transaction.
 * Losing one costs latency only; every reader also polls.
 */
export type Wake = {
  committed(touched: Touched): void
  /** Called with what was touched here or, without the rows' payloads, on another node. Returns the way to stop. */
  on(listener: (touched: Touched, origin: 'here' | 'elsewhere') => void): () => void
}

type Gathered = {
  events: boolean
  due: boolean
  clock: boolean
  queues: Set<string>
  rows: StreamRow[]
  endedSessions: string[]
  left: Left[]
}

const gathered = new WeakMap<object, Gathered>()

function gatheredBy(t: object): Gathered {
  const known = gathered.get(t)
  if (known) return known
  const fresh = {
    events: false,
    due: false,
    clock: false,
    queues: new Set<string>(),
    rows: [],
    endedSessions: [],
    left: [],
  }
  gathered.set(t, fresh)
  return fresh
}

/** Notes what the transaction `t` touched; told to the waiting only if it commits. */
export function touch(t: object, what: Touched): void {
  const g = gatheredBy(t)
  if (what.events) g.events = true
  if (what.due) g.due = true
  if (what.clock) g.clock = true
  for (const queue of what.queues ?? []) g.queues.add(queue)
  g.rows.push(...(what.rows ?? []))
  g.endedSessions.push(...(what.endedSessions ?? []))
  g.left.push(...(what.left ?? []))
}

/** What `t` touched; undefined when nothing. */
export function touchedBy(t: object): Touched | undefined {
  const g = gathered.get(t)
  return g && { ...g, queues: [...g.queues] }
}
