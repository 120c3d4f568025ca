import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { Problem } from './problem.ts'
import { createStore, type Store } from './store.ts'
import { uuidv7 } from './uuid.ts'

export type OutboxState = 'queued' | 'sending' | 'sent' | 'failed'

export type OutboxItem<P> = {
  /** A UUIDv7 made before anything else: the key on screen and the key under which the server knows it. */
  readonly clientId: string
  /** Items of one lane (a conversation) go out one after the other. */
  readonly lane: string
  readonly payload: P
  readonly state: OutboxState
  /** Milliseconds since the epoch when it was written. */
  readonly at: number
  /** Why the server refused it. */
  readonly refusal?: { code: string; message: string }
}

interface OutboxSchema<P> extends DBSchema {
  items: { key: string; value: OutboxItem<P> }
}

export type OutboxOptions<P> = {
  /** Whose it is: nobody else sends it from this browser. */
  person: string
  /** Sends one item. A `Problem` that is not uncertain is a refusal; anything else is tried again later. */
  send: (item: OutboxItem<P>) => Promise<void>
}

export type Outbox<P> = {
  /** All items, oldest first. */
  readonly items: Store<readonly OutboxItem<P>[]>
  /** Writes it down, then sends it; answers once it is written down. */
  add: (lane: string, payload: P) => Promise<OutboxItem<P>>
  /** Changes what was refused or has not left, and queues it again. */
  edit: (clientId: string, payload: P) => Promise<void>
  retry: (clientId: string) => Promise<void>
  /** Takes it out: it has been seen in the log, or the person gave it up. */
  drop: (clientId: string) => Promise<void>
  /** Tries everything that waits: on connect, when the network is back. */
  flush: () => Promise<void>
  close: () => void
}

const again = 3000

/**
 * What a person has written and the server has not yet acknowledged. It survives reload and crash; one tab at a time
 * sends, in order within each lane; a refusal does not hold up those behind it, a cut connection does.
 */
export async function openOutbox<P>({ person, send }: OutboxOptions<P>): Promise<Outbox<P>> {
  const name = `veranda-outbox-${person}`
  const db: IDBPDatabase<OutboxSchema<P>> = await openDB<OutboxSchema<P>>(name, 1, {
    upgrade: (fresh) => void fresh.createObjectStore('items', { keyPath: 'clientId' }),
  })
  const items = createStore<readonly OutboxItem<P>[]>([])
  const channel = new BroadcastChannel(name)
  let closed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let more = false

  channel.addEventListener('message', () => void read())
  const online = () => void flush()
  addEventListener('online', online)

  async function read() {
    if (closed) return
    // UUIDv7 keys sort by the moment they were made.
    items.set(await db.getAll('items'))
  }

  async function write(item: OutboxItem<P>) {
    await db.put('items', item)
    await changed()
  }

  async function changed() {
    await read()
    if (!closed) channel.postMessage('changed')
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    if (running) more = true
    else running = withLock(name, sendUntilEmpty).finally(() => (running = undefined))
    return running
  }

  /** What was added while the last one went out is not left behind. */
  async function sendUntilEmpty() {
    do {
      more = false
      await sendAll()
    } while (more && !closed)
  }

  async function sendAll() {
    const held = new Set<string>()
    for (let item = await nextItem(held); item && !closed; item = await nextItem(held)) {
      await write({ ...item, state: 'sending' })
      const state = await attempt(item)
      if (closed) return
      if (state === 'queued') held.add(item.lane)
    }
    if (held.size > 0 && !closed) timer = setTimeout(() => void flush(), again)
  }

  /** Items that a tab left as sending when it went away are sent again: the server knows them by their key. */
  async function nextItem(held: ReadonlySet<string>) {
    const waiting = await db.getAll('items')
    return waiting.find((item) => (item.state === 'queued' || item.state === 'sending') && !held.has(item.lane))
  }

  async function attempt(item: OutboxItem<P>): Promise<OutboxState> {
    try {
      await send(item)
      await settle(item, { state: 'sent' })
      return 'sent'
    } catch (error) {
      if (error instanceof Problem && !error.uncertain && error.status !== 401 && error.status !== 429) {
        await settle(item, { state: 'failed', refusal: { code: error.code, message: error.message } })
        return 'failed'
      }
      await settle(item, { state: 'queued' })
      return 'queued'
    }
  }

  /** Writes the outcome unless the item was taken out meanwhile. */
  async function settle(item: OutboxItem<P>, outcome: Partial<OutboxItem<P>>) {
    if (closed || !(await db.get('items', item.clientId))) return
    await write({ ...item, ...outcome })
  }

  async function requeue(clientId: string, payload?: P) {
    const item = await db.get('items', clientId)
    if (!item) return
    const { refusal: _, ...rest } = item
    await write({ ...rest, payload: payload ?? item.payload, state: 'queued' })
    void flush()
  }

  await read()
  void flush()

  return {
    items,
    async add(lane, payload) {
      const item: OutboxItem<P> = { clientId: uuidv7(), lane, payload, state: 'queued', at: Date.now() }
      await write(item)
      void flush()
      return item
    },
    edit: requeue,
    retry: (clientId) => requeue(clientId),
    async drop(clientId) {
      await db.delete('items', clientId)
      await changed()
    },
    flush,
    close() {
      closed = true
      clearTimeout(timer)
      removeEventListener('online', online)
      channel.close()
      db.close()
    },
  }
}

function withLock(name: string, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work()
  return navigator.locks.request(name, work)
}
