import { ids } from './ids.ts'
import { onResume } from './realtime/realtime.ts'
import { openSendQueue, type SendQueue, type SendQueueItem, type SendQueueOptions } from './send-queue.ts'
import { sessionStore } from './session/session.ts'
import { sendQueueDbPrefix } from './session/user-databases.ts'
import { createStore, type Store, useStore } from './store.ts'
import { noteUnqueuedWrite, unqueuedWrites } from './unqueued-writes.ts'

/** A send queue of the signed-in user. */
export type UserSendQueue<P> = {
  /** Opens the queue of the signed-in user, once, and sends what it still holds. */
  readonly open: () => Promise<SendQueue<P>>
  /** Queues a write and sends it; it survives the page from the moment of the call. Resolves once it is in the queue. */
  readonly add: (lane: string, payload: P, clientId?: string) => Promise<SendQueueItem<P>>
  /** Opens it if an earlier page may have left something: in one of these databases, if it is its own, or on the way to it. */
  readonly resume: (databases: readonly string[]) => Promise<void>
  /** The queue once it is open. */
  readonly current: Store<SendQueue<P> | undefined>
  /** The empty list that it holds until then. */
  readonly empty: Store<readonly SendQueueItem<P>[]>
}

type UserQueueOptions<P> = {
  /** Follows the user's id in the name of the database; the messages have none. */
  readonly suffix?: string
  readonly send: SendQueueOptions<P>['send']
}

/** Creates a queue that is opened when it is first needed, flushed at every connect, and closed at sign-out. */
export function createUserSendQueue<P>({ suffix = '', send }: UserQueueOptions<P>): UserSendQueue<P> {
  const current = createStore<SendQueue<P> | undefined>(undefined)
  let opening: { userId: string; queue: Promise<SendQueue<P>> } | undefined

  sessionStore.subscribe(() => {
    if (sessionStore.get().status !== 'out') return
    const opened = current.get()
    if (opened) opened.close()
    else void opening?.queue.then((queue) => queue.close())
    opening = undefined
    current.set(undefined)
  })

  onResume(() => void current.get()?.flush())

  async function open(): Promise<SendQueue<P>> {
    const userId = sessionStore.get().user?.id
    if (userId === undefined) throw new Error('not signed in')
    if (opening?.userId !== userId) {
      const queue = openSendQueue<P>({ userId: `${userId}${suffix}`, send })
      opening = { userId, queue }
      const opened = await queue
      for (const { write, forget } of unqueuedWrites<P>(`${userId}${suffix}`)) {
        await opened.add(write.lane, write.payload, write.clientId)
        forget()
      }
      // Not after a sign-out that came in between.
      if (opening?.queue === queue) current.set(opened)
    }
    return opening.queue
  }

  async function resume(databases: readonly string[]): Promise<void> {
    const userId = sessionStore.get().user?.id
    if (userId === undefined) return
    const name = `${userId}${suffix}`
    if (databases.includes(`${sendQueueDbPrefix}${name}`) || unqueuedWrites(name).length > 0) await open()
  }

  async function add(lane: string, payload: P, clientId = ids.next()): Promise<SendQueueItem<P>> {
    const forget = noteUnqueuedWrite(`${sessionStore.get().user?.id}${suffix}`, { clientId, lane, payload })
    const queue = await open()
    const item = await queue.add(lane, payload, clientId)
    forget()
    return item
  }

  return { open, add, resume, current, empty: createStore<readonly SendQueueItem<P>[]>([]) }
}

/** Returns what a queue holds; nothing until it is open. */
export function useQueueItems<P>({ current, empty }: UserSendQueue<P>): readonly SendQueueItem<P>[] {
  return useStore(useStore(current)?.items ?? empty)
}
