/** A sequenced stream of events. */
export type Stream = { readonly kind: 'conversation' | 'user' | 'room'; readonly id: string }

/** A row of a stream as it was written, so that this node can emit it without reading it back. */
export type StreamRow = { stream: Stream; seq: number; name: string; payload: unknown }

/** A user who lost access to a stream. */
export type StreamRevocation = { readonly stream: Stream; readonly userId: string }

/** The changes of a committed transaction, for those who wait for them. */
export type CommitSignal = {
  events?: boolean
  timers?: boolean
  queues?: readonly string[]
  /** Rows written on this node. */
  streamRows?: readonly StreamRow[]
  /** The newest sequence numbers of streams written on other nodes. */
  streamHeads?: readonly { stream: Stream; seq: number }[]
  endedSessions?: readonly string[]
  /** Memberships that ended in the transaction. */
  streamRevocations?: readonly StreamRevocation[]
  /** Streams whose users, or the roles of these, changed in the transaction. */
  accessChanges?: readonly Stream[]
  clock?: boolean
  /** Signals may have been lost: check everything. */
  resync?: boolean
}

/**
 * Signals sent after a commit: in this process at once, to other nodes by a coalesced notify outside the transaction. A
 * lost signal costs latency only, because every reader also polls.
 */
export type CommitSignals = {
  publish(signal: CommitSignal): void
  /**
   * Subscribes to signals of this node and, without the payloads of rows, of other nodes. Returns the unsubscribe
   * function.
   */
  on(listener: (signal: CommitSignal, origin: 'local' | 'remote') => void): () => void
}

type PendingSignal = {
  events: boolean
  timers: boolean
  clock: boolean
  queues: Set<string>
  streamRows: StreamRow[]
  endedSessions: string[]
  streamRevocations: StreamRevocation[]
  accessChanges: Stream[]
}

const pendingSignals = new WeakMap<object, PendingSignal>()

function pendingSignalOf(t: object): PendingSignal {
  const pending = pendingSignals.get(t)
  if (pending) return pending
  const empty = {
    events: false,
    timers: false,
    clock: false,
    queues: new Set<string>(),
    streamRows: [],
    endedSessions: [],
    streamRevocations: [],
    accessChanges: [],
  }
  pendingSignals.set(t, empty)
  return empty
}

/** Records what the transaction `tx` changed. Published only if it commits. */
export function signalAfterCommit(t: object, signal: CommitSignal): void {
  const pending = pendingSignalOf(t)
  if (signal.events) pending.events = true
  if (signal.timers) pending.timers = true
  if (signal.clock) pending.clock = true
  for (const queue of signal.queues ?? []) pending.queues.add(queue)
  pending.streamRows.push(...(signal.streamRows ?? []))
  pending.endedSessions.push(...(signal.endedSessions ?? []))
  pending.streamRevocations.push(...(signal.streamRevocations ?? []))
  pending.accessChanges.push(...(signal.accessChanges ?? []))
}

/** Returns what `tx` recorded; undefined when it recorded nothing. */
export function commitSignalOf(t: object): CommitSignal | undefined {
  const pending = pendingSignals.get(t)
  return pending && { ...pending, queues: [...pending.queues] }
}
