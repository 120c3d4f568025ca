import { type MessagePage, type MessagesQuery } from '@veranda/contract/conversations/schemas.ts'
import { type TimelineEntry, type TimelineMessage } from '@veranda/core/conversations/messages/message-timeline.ts'
import { networkProblem, Problem } from '../../lib/api/problem.ts'
import { createStore, type Store } from '../../lib/store.ts'
import { StreamCatchUp, type StreamPage } from '../../lib/realtime/stream-catch-up.ts'
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

/** The page that is being read, or the one that could not be. */
export type Paging =
  | { readonly state: 'idle' }
  | { readonly state: 'loading' | 'failed'; readonly direction: 'older' | 'newer' }

export type ConversationSyncState = { readonly timeline: ConversationTimeline; readonly paging: Paging } & ReadStatus
type ReadStatus = { readonly status: 'loading' | 'ready' } | { readonly status: 'failed'; readonly problem: Problem }

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
  join: (after?: number) => Promise<StreamPage<TimelineEntry>>
}

/** A client that is more pages behind than this reloads the newest messages instead. */
const maxCatchUpPages = 4

/** Creates the sync of one conversation: pages in both directions, entries applied in order, gaps fetched. */
export function createConversationSync({ readPage, join }: ConversationSource): ConversationSync {
  const state = createStore<ConversationSyncState>({
    status: 'loading',
    timeline: emptyTimeline,
    paging: { state: 'idle' },
  })

  function patchState(part: Partial<Pick<ConversationSyncState, 'timeline' | 'paging'>>) {
    state.set({ ...state.get(), ...part })
  }

  function setStatus(status: ReadStatus) {
    const { timeline, paging } = state.get()
    state.set({ timeline, paging, ...status })
  }

  function updateTimeline(next: (timeline: ConversationTimeline) => ConversationTimeline) {
    const { timeline } = state.get()
    const changed = next(timeline)
    if (changed !== timeline) patchState({ timeline: changed })
  }

  /** Loads the newest page even while offline; connecting resumes from its cursor. */
  async function loadNewest() {
    setStatus({ status: 'loading' })
    await join().catch(() => undefined)
    try {
      const page = await readPage({})
      patchState({ timeline: withNewestPage(state.get().timeline, page) })
      setStatus({ status: 'ready' })
    } catch (error) {
      setStatus({ status: 'failed', problem: error instanceof Problem ? error : networkProblem() })
    }
  }

  const stream = new StreamCatchUp<TimelineEntry>({
    cursor: () => (state.get().status === 'ready' ? state.get().timeline.tail.cursor : undefined),
    loadSnapshot: loadNewest,
    readAfter: join,
    apply: (entries) => updateTimeline((timeline) => withEntries(timeline, entries)),
    maxPages: maxCatchUpPages,
  })

  async function page(
    direction: 'older' | 'newer',
    query: MessagesQuery,
    add: (page: MessagePage) => ConversationTimeline,
  ) {
    if (state.get().paging.state === 'loading') return
    patchState({ paging: { state: 'loading', direction } })
    try {
      const read = await readPage(query)
      patchState({ timeline: add(read), paging: { state: 'idle' } })
    } catch {
      patchState({ paging: { state: 'failed', direction } })
    }
  }

  return {
    state,
    updateTimeline,
    resume: () => stream.resume(),
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
    receive: (entry) => stream.receive(entry),
    noteHead: (head) => stream.noteHead(head),
    changeMessage: (id, change) => updateTimeline((timeline) => withMessageChange(timeline, id, change)),
  }
}
