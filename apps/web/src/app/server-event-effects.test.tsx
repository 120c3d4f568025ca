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
import { eventRefused, streamClosed, streamHeads } from '@veranda/contract/realtime/events.ts'
import { type PayloadOf, type ServerEvent } from '@veranda/contract/realtime/socket-event.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAssetUploads } from '../components/assets/use-asset-uploads.ts'
import { visibleMessages } from '../features/conversations/conversation-timeline.ts'
import { useTypingUsers } from '../features/conversations/messages/typing.ts'
import { findOpenConversation, useConversationSync } from '../features/conversations/open-conversations.ts'
import { queryCache, queryKeyOf } from '../lib/api/query.ts'
import { connectRealtime } from '../lib/realtime.ts'
import { sessionStore } from '../lib/session/session.ts'
import { type ContractServer, contractServer } from '../lib/testing/contract-server.ts'
import { idOf, kenji, maya, now } from '../lib/testing/samples.ts'
import { getUnreadCounts } from '../lib/unread-counts.ts'
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

type ServerEventName = keyof typeof serverEvents
/** Tested beside the listener: in register-realtime-handlers, realtime, record-store and use-notification-panels. */
type TestedElsewhere =
  | keyof typeof changeEvents
  | 'notificationEvents'
  | 'roomRecordChanged'
  | 'roomReviewChanged'
  | 'roomUsersChanged'
  | 'serverLeaving'
  | 'sessionEnded'

/** What each event changes for the user. A new event does not type-check without its line. */
const effects: Record<Exclude<ServerEventName, TestedElsewhere>, () => Promise<void> | void> = {
  assetProgressed: async () => {
    const { result } = renderHook(() => useAssetUploads('version', 'project'))
    await vi.waitFor(() => expect(result.current.items[0]?.asset).toBeDefined())
    deliver(assetProgressed, { id: uploadedAsset, state: 'optimising', progress: 0.4 })
    await vi.waitFor(() => expect(result.current.items[0]?.asset?.progress).toBe(0.4))
  },
  chatMessage: async () => {
    deliver(typing, { conversationId, userId: kenji.id, username: kenji.name, on: true })
    const { result } = renderHook(() => useTypingUsers(conversationId))
    expect(result.current).toHaveLength(1)
    deliver(chatMessage, sent)
    expect(openMessages()).toEqual(['The rail', 'The rail is higher.'])
    expect(shownConversation()).toMatchObject({ head: 2, unread: 2, last: { text: 'The rail is higher.' } })
    await vi.waitFor(() => expect(result.current).toEqual([]))
  },
  conversationRead: () => {
    deliver(conversationRead, { conversationId, userId: kenji.id, read: 1 })
    expect(openTimeline()?.readBy.get(kenji.id)).toBe(1)
    expect(shownConversation()).toMatchObject({ read: 0, unread: 1 })
    deliver(conversationRead, { conversationId, userId: maya.id, read: 1 })
    expect(shownConversation()).toMatchObject({ read: 1, unread: 0 })
  },
  eventRefused: () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const refusal = { code: 'conversation.not-found', status: 404, message: 'Not there', event: 'typing' }
    deliver(eventRefused, refusal)
    expect(warn).toHaveBeenCalledWith('realtime event refused', refusal)
  },
  messageChanged: () => {
    deliver(messageChanged, { conversationId, seq: 2, id: messageId, message: 'The top rail', editedAt: now })
    expect(openMessages()).toEqual(['The top rail'])
  },
  messageDeleted: () => {
    deliver(messageDeleted, { conversationId, seq: 2, id: messageId, deletedAt: now })
    expect(openTimeline()?.tail.messages).toMatchObject([{ id: messageId, text: '', deletedAt: now }])
  },
  streamClosed: async () => {
    deliver(streamClosed, { kind: 'room', id: conversationId })
    expect(findOpenConversation(conversationId)).toBeDefined()
    deliver(streamClosed, { kind: 'conversation', id: conversationId })
    expect(findOpenConversation(conversationId)).toBeUndefined()
    await vi.waitFor(() => expect(queryCache.getQueryState(conversationLists)?.isInvalidated).toBe(true))
  },
  streamHeads: async () => {
    deliver(streamHeads, { streams: [{ kind: 'conversation', id: conversationId, seq: 4 }] })
    await vi.waitFor(() => expect(socket.joins).toContainEqual({ kind: 'conversation', id: conversationId, after: 1 }))
  },
  typing: async () => {
    const { result } = renderHook(() => useTypingUsers(conversationId))
    deliver(typing, { conversationId, userId: kenji.id, username: kenji.name, on: true })
    await vi.waitFor(() => expect(result.current).toMatchObject([{ userId: kenji.id }]))
    deliver(typing, { conversationId, userId: kenji.id, username: kenji.name, on: false })
    deliver(typing, { conversationId, userId: maya.id, username: maya.name, on: true })
    await vi.waitFor(() => expect(result.current).toEqual([]))
  },
  unreadCountChanged: () => {
    deliver(unreadCountChanged, { count: 3, messages: 1, version: 7 })
    expect(getUnreadCounts()).toEqual({ count: 3, messages: 1, version: 7 })
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
  await vi.waitFor(() => expect(openMessages()).toEqual(['The rail']))
  socket.joins.length = 0
})
afterEach(() => {
  cleanup()
  sessionStore.set({ status: 'out', user: null, reason: 'left' })
  vi.restoreAllMocks()
})

test.each(Object.keys(effects) as (keyof typeof effects)[])('%s changes what the user sees', (name) => effects[name]())
