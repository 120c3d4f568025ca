import { type MessagePage, type MessagesQuery } from '@veranda/contract/conversations/schemas.ts'
import { type ConversationEntry, type LoggedMessage } from '@veranda/core/conversations/conversation-log.ts'
import { isBehind } from '@veranda/core/conversations/sequenced-log.ts'
import { networkProblem, Problem } from '../../lib/problem.ts'
import { createStore, type Store } from '../../lib/store.ts'
import { type LogRows } from './log-rows.ts'
import {
  emptyThread,
  shownMessages,
  type ThreadLog,
  withAround,
  withChange,
  withEntries,
  withNewer,
  withNewest,
  withOlder,
} from './thread-log.ts'

export type ThreadState = {
  readonly status: 'loading' | 'ready' | 'failed'
  readonly problem: Problem | undefined
  readonly log: ThreadLog
  readonly loading: 'older' | 'newer' | undefined
  /** The page that could not be read. */
  readonly stuck: 'older' | 'newer' | undefined
}

export type Thread = {
  readonly state: Store<ThreadState>
  /** Joins, then reads: the newest page at first, later what came after the cursor. Also the way out of a failure. */
  resume: () => Promise<void>
  /** Shows the messages about a place in the log. */
  goTo: (seq: number) => Promise<void>
  older: () => Promise<void>
  newer: () => Promise<void>
  /** Leaves the past. */
  toLatest: () => void
  receive: (entry: ConversationEntry) => void
  /** The server says how far the log has come. */
  mark: (head: number) => void
  change: (id: string, change: Partial<LoggedMessage>) => void
  update: (next: (log: ThreadLog) => ThreadLog) => void
}

export type ThreadSource = {
  readPage: (query: MessagesQuery) => Promise<MessagePage>
  /** Joins the log and answers what stands after a place. Throws while there is no connection. */
  join: (after?: number) => Promise<LogRows>
}

/** Whoever is further behind than so many pages of the log begins anew with the newest messages. */
const farBehind = 4

/** One conversation as it goes on: pages in both directions, live entries in order, a gap fetched. */
export function createThread({ readPage, join }: ThreadSource): Thread {
  const state = createStore<ThreadState>({
    status: 'loading',
    problem: undefined,
    log: emptyThread,
    loading: undefined,
    stuck: undefined,
  })
  /** The furthest place in the log that this browser has heard of. */
  let heardOf = 0
  let running: Promise<void> | undefined
  let again = false

  function put(part: Partial<ThreadState>) {
    state.set({ ...state.get(), ...part })
  }

  function update(next: (log: ThreadLog) => ThreadLog) {
    const { log } = state.get()
    const changed = next(log)
    if (changed !== log) put({ log: changed })
  }

  function cursor() {
    return state.get().log.tail.cursor
  }

  /** Without a connection the page alone is shown; connecting resumes from its cursor. */
  async function begin() {
    put({ status: 'loading', problem: undefined })
    await join().catch(() => undefined)
    try {
      const page = await readPage({})
      put({ status: 'ready', log: withNewest(state.get().log, page) })
    } catch (error) {
      put({ status: 'failed', problem: error instanceof Problem ? error : networkProblem() })
    }
  }

  async function catchUp() {
    for (let pages = 0; ; pages++) {
      if (pages === farBehind) return begin()
      const { entries, head, more } = await join(cursor())
      heardOf = Math.max(heardOf, head)
      update((log) => withEntries(log, entries).log)
      if (!more) return
    }
  }

  /** Asked for while it runs, it runs once more: the connection may have come after the first attempt to join. */
  function resume(): Promise<void> {
    if (running) again = true
    else running = run().finally(() => (running = undefined))
    return running
  }

  async function run() {
    let came: boolean
    do {
      again = false
      const before = cursor()
      await (state.get().status === 'ready' ? catchUp() : begin())
      came = cursor() > before
    } while (again || (came && isBehind(cursor(), heardOf)))
  }

  /** A failed read is tried again by the next entry, mark or reconnect. */
  function seek() {
    void resume().catch(() => {})
  }

  async function page(direction: 'older' | 'newer', query: MessagesQuery, add: (page: MessagePage) => ThreadLog) {
    if (state.get().loading) return
    put({ loading: direction, stuck: undefined })
    try {
      const read = await readPage(query)
      put({ log: add(read), loading: undefined })
    } catch {
      put({ loading: undefined, stuck: direction })
    }
  }

  return {
    state,
    update,
    resume,
    async goTo(seq) {
      if (shownMessages(state.get().log).some((message) => message.seq === seq)) return
      await page('older', { around: seq, limit: 50 }, (read) => withAround(state.get().log, read))
    },
    async older() {
      const first = shownMessages(state.get().log)[0]
      if (first) await page('older', { before: first.seq, limit: 50 }, (read) => withOlder(state.get().log, read))
    },
    async newer() {
      const last = state.get().log.past?.messages.at(-1)
      if (last) await page('newer', { after: last.seq, limit: 50 }, (read) => withNewer(state.get().log, read))
    },
    toLatest: () => update((log) => (log.past ? { ...log, past: null } : log)),
    receive(entry) {
      heardOf = Math.max(heardOf, entry.seq)
      if (state.get().status !== 'ready') return
      const { log, gap } = withEntries(state.get().log, [entry])
      update(() => log)
      if (gap) seek()
    },
    mark(head) {
      heardOf = Math.max(heardOf, head)
      if (state.get().status === 'ready' && isBehind(cursor(), head)) seek()
    },
    change: (id, change) => update((log) => withChange(log, id, change)),
  }
}
