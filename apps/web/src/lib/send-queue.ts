import { type DBSchema, type IDBPDatabase, openDB, unwrap } from 'idb'
import { Problem } from './api/problem.ts'
import { sendQueueDbPrefix } from './session/user-databases.ts'
import { createStore, type Store } from './store.ts'
import { ids } from './ids.ts'

export type SendStatus =
  | { readonly state: 'queued' | 'sending' | 'sent' }
  /** The server refused it. */
  | { readonly state: 'failed'; readonly error: { readonly code: string; readonly message: string } }

export type SendQueueItem<P> = SendStatus & {
  /** A UUIDv7 made on the client: the key on screen and on the server. */
  readonly clientId: string
  /** Items of one lane (a conversation) are sent one at a time. */
  readonly lane: string
  readonly payload: P
  /** When it was written, in milliseconds since the epoch. */
  readonly createdAtMs: number
}

interface SendQueueSchema<P> extends DBSchema {
  items: { key: string; value: SendQueueItem<P> }
}

export type SendQueueOptions<P> = {
  /** The owner: no other user sends it from this browser. */
  userId: string
  /** Sends one item. A `Problem` that is not uncertain is a refusal; any other error is retried. */
  send: (item: SendQueueItem<P>) => Promise<void>
}

export type SendQueue<P> = {
  /** All items, oldest first. */
  readonly items: Store<readonly SendQueueItem<P>[]>
  /**
   * Stores an item, then sends it; resolves once it is stored. What has been tried without the queue keeps the key of
   * that try.
   */
  add: (lane: string, payload: P, clientId?: string) => Promise<SendQueueItem<P>>
  /** Replaces the payload of a refused or unsent item and queues it again. */
  edit: (clientId: string, payload: P) => Promise<void>
  retry: (clientId: string) => Promise<void>
  /** Removes an item that was seen in the conversation or that the user discarded. */
  remove: (clientId: string) => Promise<void>
  /** Sends everything that is queued; called on connect and when the network is back. */
  flush: () => Promise<void>
  close: () => void
}

const retryDelayMs = 3000

const waitingByQueue = new Map<string, number>()
/** The number of items in the open queues that wait to be sent. */
export const waitingWrites = createStore(0)

function countWaiting(queue: string, items: readonly SendStatus[]): void {
  waitingByQueue.set(queue, items.filter(({ state }) => state === 'queued' || state === 'sending').length)
  waitingWrites.set(Array.from(waitingByQueue.values()).reduce((total, count) => total + count, 0))
}

/**
 * Opens the queue of items that the server has not acknowledged yet. It survives reloads and crashes; one tab at a time
 * sends, in order within each lane; a refusal does not block later items, a lost connection does.
 */
export async function openSendQueue<P>({ userId, send }: SendQueueOptions<P>): Promise<SendQueue<P>> {
  const name = `${sendQueueDbPrefix}${userId}`
  const db: IDBPDatabase<SendQueueSchema<P>> = await openDB<SendQueueSchema<P>>(name, 1, {
    upgrade: (newDb) => void newDb.createObjectStore('items', { keyPath: 'clientId' }),
  })
  const items = createStore<readonly SendQueueItem<P>[]>([])
  const channel = new BroadcastChannel(name)
  let closed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let flushRequested = false

  channel.addEventListener('message', () => void reload())
  const onOnline = () => void flush()
  addEventListener('online', onOnline)

  async function reload() {
    if (closed) return
    // UUIDv7 keys sort by creation time.
    items.set(await db.getAll('items'))
    countWaiting(name, items.get())
  }

  async function write(item: SendQueueItem<P>) {
    await db.put('items', item)
    await notifyChanged()
  }

  async function notifyChanged() {
    await reload()
    if (!closed) channel.postMessage('changed')
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    if (running) flushRequested = true
    else running = withLock(name, sendUntilEmpty).finally(() => (running = undefined))
    return running
  }

  /** Sends again if items were added while the last one was being sent. */
  async function sendUntilEmpty() {
    do {
      flushRequested = false
      await sendAll()
    } while (flushRequested && !closed)
  }

  async function sendAll() {
    const blockedLanes = new Set<string>()
    for (let item = await nextItem(blockedLanes); item && !closed; item = await nextItem(blockedLanes)) {
      await writeStatus(item, { state: 'sending' })
      const state = await attempt(item)
      if (closed) return
      if (state === 'queued') blockedLanes.add(item.lane)
    }
    if (blockedLanes.size > 0 && !closed) timer = setTimeout(() => void flush(), retryDelayMs)
  }

  /**
   * Returns the next item to send, including items left as `sending` by a closed tab: the server deduplicates by key.
   */
  async function nextItem(blockedLanes: ReadonlySet<string>) {
    const pending = await db.getAll('items')
    return pending.find((item) => (item.state === 'queued' || item.state === 'sending') && !blockedLanes.has(item.lane))
  }

  /** Sends an item and stores the outcome, unless the item was removed in the meantime; returns its new state. */
  async function attempt(item: SendQueueItem<P>): Promise<SendStatus['state']> {
    const outcome = await send(item).then((): SendStatus => ({ state: 'sent' }), statusAfterError)
    if (!closed && (await db.get('items', item.clientId))) await writeStatus(item, outcome)
    return outcome.state
  }

  async function writeStatus({ clientId, lane, payload, createdAtMs }: SendQueueItem<P>, status: SendStatus) {
    await write({ clientId, lane, payload, createdAtMs, ...status })
  }

  async function requeue(clientId: string, payload?: P) {
    const item = await db.get('items', clientId)
    if (!item) return
    await writeStatus({ ...item, payload: payload ?? item.payload }, { state: 'queued' })
    void flush()
  }

  await reload()
  void flush()

  return {
    items,
    async add(lane, payload, clientId = ids.next()) {
      const item: SendQueueItem<P> = { clientId, lane, payload, state: 'queued', createdAtMs: Date.now() }
      await write(item)
      void flush()
      return item
    },
    edit: requeue,
    retry: (clientId) => requeue(clientId),
    async remove(clientId) {
      await db.delete('items', clientId)
      await notifyChanged()
    },
    flush,
    close() {
      closed = true
      clearTimeout(timer)
      removeEventListener('online', onOnline)
      channel.close()
      // The wrapper of a database asks for a global that may be gone with its page.
      unwrap(db).close()
      countWaiting(name, [])
    },
  }
}

/** Returns the status of an item that could not be sent: refused for good, or queued for the next attempt. */
function statusAfterError(error: unknown): SendStatus {
  if (error instanceof Problem && !error.uncertain && error.status !== 401 && error.status !== 429) {
    return { state: 'failed', error: { code: error.code, message: error.message } }
  }
  return { state: 'queued' }
}

function withLock(name: string, task: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return task()
  return navigator.locks.request(name, task)
}
