import { cleanup, renderHook } from '@testing-library/react'
import {
  chatMessage,
  conversationRead,
  messageChanged,
  messageDeleted,
  typing,
} from '@veranda/contract/conversations/events.ts'
import { readAsset } from '@veranda/contract/assets/routes.ts'
import { type Asset } from '@veranda/contract/assets/schemas.ts'
import { assetProgressed } from '@veranda/contract/assets/events.ts'
import { listConversations, listMessages } from '@veranda/contract/conversations/routes.ts'
import { type Conversation } from '@veranda/contract/conversations/schemas.ts'
import { unreadCountChanged } from '@veranda/contract/notifications/events.ts'
import { type changeEvents, type serverEvents } from '@veranda/contract/realtime/event-catalogue.ts'
import { clockMoved, eventRefused, streamClosed, streamHeads } from '@veranda/contract/realtime/events.ts'
import { type PayloadOf, type ServerEvent } from '@veranda/contract/realtime/socket-event.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAssetUploads } from '../components/assets/use-asset-uploads.ts'
import { visibleMessages } from '../features/conversations/conversation-timeline.ts'
import { useTypingUsers } from '../features/conversations/messages/typing.ts'
import { findOpenConversation, useConversationSync } from '../features/conversations/open-conversations.ts'
import { queryCache, queryKeyOf } from '../lib/api/query.ts'
import { connectRealtime } from '../lib/realtime/realtime.ts'
import { serverNow } from '../lib/realtime/server-clock.ts'
import { sessionStore } from '../lib/session/session.ts'
import { type ContractServer, contractServer } from '../lib/testing/contract-server.ts'
import { idOf, kenji, maya, now } from '../lib/testing/samples.ts'
import { getUnreadCounts } from '../lib/realtime/unread-counts.ts'
import { type UploadItem } from '../lib/uploads/upload-client.ts'
import { registerHandlers } from './register-realtime-handlers.ts'

const uploadedAsset = vi.hoisted(() => '0199c1a0-0000-7000-8000-e00000000001')
const socket = vi.hoisted(() => ({
  receive: (() => undefined) as (name: string, payload: unknown) => void,
  joins: [] as { after?: number }[],
}))
vi.mock('socket.io-client', () => ({
  io: () => ({
    connected: true,
    on: () => undefined,
    onAny: (listener: typeof socket.receive) => (socket.receive = listener),
    timeout: () => ({
      emitWithAck: async (_name: string, payload: { after?: number }) => {
        socket.joins.push(payload)
        return { ok: true, head: 1, items: [], more: false }
      },
    }),
  }),
}))

const conversationId = idOf('c')
const messageId = idOf('d')

vi.mock('../lib/uploads/use-uploads.ts', () => {
  const upload: UploadItem = {
    key: 'k',
    scope: 'version',
    purpose: 'project',
    name: 'chair.glb',
    bytes: 10,
    url: `/uploads/${uploadedAsset}`,
    state: 'uploaded',
    id: uploadedAsset,
    progress: 1,
  }
  return { useUploads: () => ({ items: [upload], withClient: () => undefined }) }
})

const deliver = <E extends ServerEvent>(event: E, payload: PayloadOf<E>) => socket.receive(event.name, payload)

const conversation: Conversation = {
  id: conversationId,
  kind: 'direct',
  project: null,
  members: [{ ...kenji, hasPage: true }],
  last: null,
  head: 1,
  read: 0,
  unread: 1,
  updatedAt: now,
}
const conversationLists = queryKeyOf(listConversations)
const shownConversation = () =>
  queryCache.getQueryData<{ pages: { items: Conversation[] }[] }>(conversationLists)?.pages[0]?.items[0]
const openTimeline = () => findOpenConversation(conversationId)?.state.get().timeline
const openMessages = () => {
  const timeline = openTimeline()
  return timeline ? visibleMessages(timeline).map(({ text }) => text) : undefined
}

const asset: Asset = {
  id: uploadedAsset,
  name: 'chair.glb',
  kind: 'model',
  state: 'optimising',
  progress: 0,
  refusal: null,
  bytes: 10,
  hash: null,
  facts: null,
  headsetRating: null,
  thumbnail: null,
  turntable: null,
  model: null,
  headset: null,
  sourceUrl: null,
  createdAt: now,
}

const sent: PayloadOf<typeof chatMessage> = {
  userId: kenji.id,
  username: kenji.name,
  avatar: null,
  message: 'The rail is higher.',
  type: 'text',
  projectId: null,
  conversationId,
  timestamp: now,
  id: idOf('d', 2),
  seq: 2,
  clientId: null,
  replyTo: null,
  actions: { author: ['reply', 'edit', 'delete'], others: ['reply'] },
}

const refusal = { code: 'conversation.not-found', status: 404, message: 'Not there', event: 'typing' }

type ServerEventName = keyof typeof serverEvents
/** Tested beside the listener: in register-realtime-handlers, realtime, record-store and use-notification-panels. */
type TestedElsewhere =
  | keyof typeof changeEvents
  | 'notificationEvents'
  | 'roomRecordChanged'
  | 'serverLeaving'
  | 'sessionEnded'

/** The text on screen before the steps and after each; `read` returns it, from a screen that `open` opened. */
type Effect = {
  readonly open?: () => () => unknown
  readonly read?: () => unknown
  readonly before: unknown
  readonly steps: readonly (readonly [deliver: () => void, sees: unknown])[]
}

const openTyping = () => {
  const { result } = renderHook(() => useTypingUsers(conversationId))
  return () => result.current.map(({ userId }) => userId)
}
const typingIs = (user: { id: string; name: string }, on: boolean) => () =>
  deliver(typing, { conversationId, userId: user.id, username: user.name, on })
const readCursorIs = (userId: string) => () => deliver(conversationRead, { conversationId, userId, read: 1 })
const isOpen = () => findOpenConversation(conversationId) !== undefined

/** The effect of each event for the user. A new event does not type-check without its line. */
const effects: Record<Exclude<ServerEventName, TestedElsewhere>, Effect> = {
  assetProgressed: {
    open: () => {
      const { result } = renderHook(() => useAssetUploads('version', 'project'))
      return () => result.current.items[0]?.asset?.progress
    },
    before: 0,
    steps: [[() => deliver(assetProgressed, { id: uploadedAsset, state: 'optimising', progress: 0.4 }), 0.4]],
  },
  chatMessage: {
    open: () => {
      const typingUsers = openTyping()
      return () => {
        const { unread, last } = shownConversation() ?? {}
        return { messages: openMessages(), unread, last: last?.text, typing: typingUsers() }
      }
    },
    before: { messages: ['The rail'], unread: 1, last: undefined, typing: [] },
    steps: [
      [typingIs(kenji, true), { messages: ['The rail'], unread: 1, last: undefined, typing: [kenji.id] }],
      [
        () => deliver(chatMessage, sent),
        { messages: ['The rail', sent.message], unread: 2, last: sent.message, typing: [] },
      ],
    ],
  },
  clockMoved: {
    read: () => new Date(serverNow()).getUTCFullYear() > 2_100,
    before: false,
    steps: [
      [() => deliver(clockMoved, { now: '2126-11-27T12:00:00.000Z' }), true],
      [() => deliver(clockMoved, { now: new Date().toISOString() }), false],
    ],
  },
  conversationRead: {
    read: () => ({ theirs: openTimeline()?.readBy.get(kenji.id), unread: shownConversation()?.unread }),
    before: { theirs: 0, unread: 1 },
    steps: [
      [readCursorIs(kenji.id), { theirs: 1, unread: 1 }],
      [readCursorIs(maya.id), { theirs: 1, unread: 0 }],
    ],
  },
  eventRefused: {
    open: () => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
      return () => warn.mock.calls
    },
    before: [],
    steps: [[() => deliver(eventRefused, refusal), [['realtime event refused', refusal]]]],
  },
  messageChanged: {
    read: openMessages,
    before: ['The rail'],
    steps: [
      [
        () =>
          deliver(messageChanged, { conversationId, seq: 2, id: messageId, message: 'The top rail', editedAt: now }),
        ['The top rail'],
      ],
    ],
  },
  messageDeleted: {
    read: () => openTimeline()?.tail.messages.map(({ text, deletedAt }) => ({ text, deletedAt })),
    before: [{ text: 'The rail', deletedAt: null }],
    steps: [
      [
        () => deliver(messageDeleted, { conversationId, seq: 2, id: messageId, deletedAt: now }),
        [{ text: '', deletedAt: now }],
      ],
    ],
  },
  streamClosed: {
    read: () => ({ open: isOpen(), stale: queryCache.getQueryState(conversationLists)?.isInvalidated }),
    before: { open: true, stale: false },
    steps: [
      [() => deliver(streamClosed, { kind: 'room', id: conversationId }), { open: true, stale: false }],
      [() => deliver(streamClosed, { kind: 'conversation', id: conversationId }), { open: false, stale: true }],
    ],
  },
  streamHeads: {
    read: () => socket.joins,
    before: [],
    steps: [
      [
        () => deliver(streamHeads, { streams: [{ kind: 'conversation', id: conversationId, seq: 4 }] }),
        [{ kind: 'conversation', id: conversationId, after: 1 }],
      ],
    ],
  },
  typing: {
    open: openTyping,
    before: [],
    steps: [
      [typingIs(kenji, true), [kenji.id]],
      [typingIs(kenji, false), []],
      [typingIs({ id: maya.id, name: 'Maya Torres' }, true), []],
    ],
  },
  unreadCountChanged: {
    read: getUnreadCounts,
    before: { count: 0, messages: 0, version: -1 },
    steps: [
      [() => deliver(unreadCountChanged, { count: 3, messages: 1, version: 7 }), { count: 3, messages: 1, version: 7 }],
    ],
  },
}

let server: ContractServer

beforeEach(async () => {
  server = contractServer()
  server.reply(readAsset, asset)
  server.reply(listMessages, {
    items: [
      {
        id: messageId,
        conversationId,
        seq: 1,
        clientId: null,
        by: kenji,
        text: 'The rail',
        replyTo: null,
        at: now,
        editedAt: null,
        deletedAt: null,
        actions: ['reply'],
      },
    ],
    head: 1,
    older: false,
    newer: false,
    readBy: [{ userId: kenji.id, seq: 0 }],
  })
  sessionStore.set({ status: 'in', user: maya })
  registerHandlers()
  await connectRealtime(new Set())
  queryCache.clear()
  queryCache.setQueryData(conversationLists, {
    pages: [{ items: [conversation], next: null }],
    pageParams: [null],
  })
  renderHook(() => useConversationSync(conversationId))
  await vi.waitUntil(() => openMessages()?.length === 1)
  socket.joins.length = 0
})
afterEach(() => {
  cleanup()
  sessionStore.set({ status: 'out', user: null, reason: 'left' })
  vi.restoreAllMocks()
})

test.each(Object.keys(effects) as (keyof typeof effects)[])('%s changes what the user sees', async (name) => {
  const { open, read = open?.(), before, steps } = effects[name]
  await vi.waitFor(() => expect(read?.()).toEqual(before))
  for (const [deliverEvent, sees] of steps) {
    deliverEvent()
    await vi.waitFor(() => expect(read?.()).toEqual(sees))
  }
})
