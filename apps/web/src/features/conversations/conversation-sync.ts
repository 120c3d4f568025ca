import { type MessagePage, type MessagesQuery } from '@veranda/contract/conversations/schemas.ts'
import { type TimelineEntry, type TimelineMessage } from '@veranda/core/conversations/messages/message-timeline.ts'
import { isBehind } from '@veranda/core/conversations/messages/ordered-entries.ts'
import { networkProblem, Problem } from '../../lib/api/problem.ts'
import { createStore, type Store } from '../../lib/store.ts'
import { type StreamPage } from './join-conversation-stream.ts'
import {
  emptyTimeline,
  visibleMessages,
  type ConversationTimeline,
  withPageAround,
  withMessageChange,
  withEntries,
  withNewerPage,
  withNewestPage,
  withOlderPage,
} from './conversation-timeline.ts'

export type ConversationSyncState = {
  readonly status: 'loading' | 'ready' | 'failed'
  readonly problem: Problem | undefined
  readonly timeline: ConversationTimeline
  readonly loading: 'older' | 'newer' | undefined
  /** The direction whose page could not be read. */
  readonly failedDirection: 'older' | 'newer' | undefined
}

export type ConversationSync = {
  readonly state: Store<ConversationSyncState>
  /** Joins, then reads: at first the newest page, later the entries after the cursor. Also retries after a failure. */
  resume: () => Promise<void>
  /** Shows the messages around a seq. */
  goTo: (seq: number) => Promise<void>
  loadOlder: () => Promise<void>
  loadNewer: () => Promise<void>
  /** Leaves the history and shows the newest messages. */
  showLatest: () => void
  receive: (entry: TimelineEntry) => void
  /** Notes the head reported by the server and catches up if behind. */
  noteHead: (head: number) => void
  changeMessage: (id: string, change: Partial<TimelineMessage>) => void
  updateTimeline: (next: (timeline: ConversationTimeline) => ConversationTimeline) => void
}

export type ConversationSource = {
  readPage: (query: MessagesQuery) => Promise<MessagePage>
  /** Joins the stream and returns the entries after a seq. Throws while offline. */
  join: (after?: number) => Promise<StreamPage>
}

/** A client that is more pages behind than this reloads the newest messages instead. */
const maxCatchUpPages = 4

/** Creates the sync of one conversation: pages in both directions, entries applied in order, gaps fetched. */
export function createConversationSync({ readPage, join }: ConversationSource): ConversationSync {
  const state = createStore<ConversationSyncState>({
    status: 'loading',
    problem: undefined,
    timeline: emptyTimeline,
    loading: undefined,
    failedDirection: undefined,
  })
  /** The highest seq known to exist in the stream. */
  let highestKnownSeq = 0
  let running: Promise<void> | undefined
  let rerunRequested = false

  function patchState(part: Partial<ConversationSyncState>) {
    state.set({ ...state.get(), ...part })
  }

  function updateTimeline(next: (timeline: ConversationTimeline) => ConversationTimeline) {
    const { timeline } = state.get()
    const changed = next(timeline)
    if (changed !== timeline) patchState({ timeline: changed })
  }

  function cursor() {
    return state.get().timeline.tail.cursor
  }

  /** Loads the newest page even while offline; connecting resumes from its cursor. */
  async function loadNewest() {
    patchState({ status: 'loading', problem: undefined })
    await join().catch(() => undefined)
    try {
      const page = await readPage({})
      patchState({ status: 'ready', timeline: withNewestPage(state.get().timeline, page) })
    } catch (error) {
      patchState({ status: 'failed', problem: error instanceof Problem ? error : networkProblem() })
    }
  }

  async function catchUp() {
    for (let pages = 0; ; pages++) {
      if (pages === maxCatchUpPages) return loadNewest()
      const { entries, head, more } = await join(cursor())
      highestKnownSeq = Math.max(highestKnownSeq, head)
      updateTimeline((timeline) => withEntries(timeline, entries).timeline)
      if (!more) return
    }
  }

  /** Runs once more if requested while running: the connection may have come after the first attempt to join. */
  function resume(): Promise<void> {
    if (running) rerunRequested = true
    else running = run().finally(() => (running = undefined))
    return running
  }

  async function run() {
    let advanced: boolean
    do {
      rerunRequested = false
      const before = cursor()
      await (state.get().status === 'ready' ? catchUp() : loadNewest())
      advanced = cursor() > before
    } while (rerunRequested || (advanced && isBehind(cursor(), highestKnownSeq)))
  }

  /** Catches up without waiting; a failed read is retried by the next entry, heartbeat or reconnect. */
  function catchUpInBackground() {
    void resume().catch(() => {})
  }

  async function page(
    direction: 'older' | 'newer',
    query: MessagesQuery,
    add: (page: MessagePage) => ConversationTimeline,
  ) {
    if (state.get().loading) return
    patchState({ loading: direction, failedDirection: undefined })
    try {
      const read = await readPage(query)
      patchState({ timeline: add(read), loading: undefined })
    } catch {
      patchState({ loading: undefined, failedDirection: direction })
    }
  }

  return {
    state,
    updateTimeline,
    resume,
    async goTo(seq) {
      if (visibleMessages(state.get().timeline).some((message) => message.seq === seq)) return
      await page('older', { around: seq, limit: 50 }, (read) => withPageAround(state.get().timeline, read))
    },
    async loadOlder() {
      const first = visibleMessages(state.get().timeline)[0]
      if (first)
        await page('older', { before: first.seq, limit: 50 }, (read) => withOlderPage(state.get().timeline, read))
    },
    async loadNewer() {
      const last = state.get().timeline.history?.messages.at(-1)
      if (last) await page('newer', { after: last.seq, limit: 50 }, (read) => withNewerPage(state.get().timeline, read))
    },
    showLatest: () => updateTimeline((timeline) => (timeline.history ? { ...timeline, history: null } : timeline)),
    receive(entry) {
      highestKnownSeq = Math.max(highestKnownSeq, entry.seq)
      if (state.get().status !== 'ready') return
      const { timeline, gap } = withEntries(state.get().timeline, [entry])
      updateTimeline(() => timeline)
      if (gap) catchUpInBackground()
    },
    noteHead(head) {
      highestKnownSeq = Math.max(highestKnownSeq, head)
      if (state.get().status === 'ready' && isBehind(cursor(), head)) catchUpInBackground()
    },
    changeMessage: (id, change) => updateTimeline((timeline) => withMessageChange(timeline, id, change)),
  }
}
