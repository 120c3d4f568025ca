import 'fake-indexeddb/auto'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import {
  listConversations,
  listMessages,
  markConversationRead,
  readConversation,
  searchMessages,
  sendMessage,
} from '@veranda/contract/conversations/routes.ts'
import { type Conversation, type ConversationList, type Message } from '@veranda/contract/conversations/schemas.ts'
import { notificationDrafts } from '@veranda/core/notifications/delivery/drafts-from-events.ts'
import { beforeAll, expect, test } from 'vitest'
import { contractServer } from '../lib/testing/contract-server.ts'
import { idOf, kenji, maya, now } from '../lib/testing/samples.ts'
import { loadScreen, renderScreen } from './testing/render-screen.tsx'

beforeAll(() => loadScreen('/messages'))

const talk: Conversation = {
  id: idOf('f'),
  kind: 'direct',
  project: null,
  members: [{ ...kenji, hasPage: false }],
  last: { text: 'See you there', attachmentKind: null, by: kenji.id, at: now, deleted: false },
  head: 3,
  read: 2,
  unread: 1,
  updatedAt: now,
}

const message: Message = {
  id: idOf('8', 3),
  conversationId: talk.id,
  seq: 3,
  clientId: null,
  by: kenji,
  text: 'See you there',
  replyTo: null,
  at: now,
  editedAt: null,
  deletedAt: null,
  actions: [],
}

/** Starts a server with one conversation of one message. */
function serverWithTalk() {
  const server = contractServer()
  server.reply(listConversations, { items: [talk], next: null })
  server.reply(readConversation, talk)
  server.reply(listMessages, { items: [message], head: 3, older: false, newer: false, readBy: [] })
  server.reply(markConversationRead, { read: 3, unread: 0, messages: 0 })
  return server
}

test('the conversations load, and an unread one says so', async () => {
  const server = contractServer()
  const reply = Promise.withResolvers<ConversationList>()
  server.reply(listConversations, () => reply.promise)
  renderScreen(server, '/messages')
  expect(await screen.findByRole('status', { name: 'Loading conversations' })).toBeTruthy()
  reply.resolve({ items: [talk], next: null })
  const link = await screen.findByRole('link', { name: /Kenji Mori, 1 unread message/ })
  expect(link.getAttribute('href')).toBe(`/messages?conversation=${talk.id}`)
  expect(screen.getByText('See you there')).toBeTruthy()
})

test('the empty chat of a project that nobody has joined says who reads it, and when', async () => {
  const server = serverWithTalk()
  const project = { id: idOf('a'), title: 'Lobby of the museum' }
  const empty: Conversation = {
    ...talk,
    kind: 'project',
    project,
    members: [],
    last: null,
    head: 0,
    read: 0,
    unread: 0,
  }
  server.reply(listConversations, { items: [empty], next: null })
  server.reply(readConversation, empty)
  server.reply(listMessages, { items: [], head: 0, older: false, newer: false, readBy: [] })
  renderScreen(server, `/messages?conversation=${empty.id}`)
  expect(await screen.findByText(/^Creators join once you accept an offer/)).toBeTruthy()
  expect(screen.queryByText('Everyone in this project can read this chat.')).toBeNull()
})

test('a project’s chat goes on saying that nobody reads it yet after the first message', async () => {
  const server = serverWithTalk()
  const lonely: Conversation = { ...talk, kind: 'project', project: { id: idOf('a'), title: 'Lobby' }, members: [] }
  server.reply(listConversations, { items: [lonely], next: null })
  server.reply(readConversation, lonely)
  renderScreen(server, `/messages?conversation=${lonely.id}`)
  const thread = within(await screen.findByRole('region', { name: /^Messages with/ }))
  expect(await thread.findByText('See you there')).toBeTruthy()
  expect(await screen.findByText(/^Creators join once you accept an offer/)).toBeTruthy()
  // What is written here would reach no one.
  expect(thread.queryByRole('textbox')).toBeNull()
})

test('without a conversation in the address the user is asked to choose one, and none is read', async () => {
  renderScreen(serverWithTalk(), '/messages')
  expect(await screen.findByText('Choose a conversation')).toBeTruthy()
  await userEvent.click(await screen.findByRole('link', { name: /Kenji Mori/ }))
  const thread = within(await screen.findByRole('region', { name: 'Messages with Kenji Mori' }))
  expect(await thread.findByText('See you there')).toBeTruthy()
  expect(screen.getByRole('link', { name: /Kenji Mori/, current: 'page' })).toBeTruthy()
})

test('the direct conversation and the project with the same person are distinguished in the list, the header and the search', async () => {
  const server = serverWithTalk()
  const project = { id: idOf('a'), title: 'Lobby of the museum' }
  const chat: Conversation = { ...talk, id: idOf('f', 2), kind: 'project', project }
  server.reply(listConversations, { items: [chat, talk], next: null })
  server.reply(readConversation, ({ params }) => (params.id === chat.id ? chat : talk))
  const hit = (one: Conversation, title: string, by = kenji) => ({
    message: { ...message, id: idOf('8', by === kenji ? 4 : 5), conversationId: one.id, by },
    conversation: { id: one.id, title, kind: one.kind },
  })
  server.reply(searchMessages, {
    items: [
      hit(chat, project.title),
      hit(talk, kenji.name),
      hit(talk, kenji.name, { id: maya.id, name: maya.name, avatar: null }),
    ],
    next: null,
  })
  renderScreen(server, `/messages?conversation=${chat.id}`)
  const rows = within(await screen.findByRole('list', { name: 'Conversations' })).getAllByRole('listitem')
  expect(rows[0]?.textContent).toMatch(/^KLobby of the museum.*Project with Kenji Mori/)
  expect(rows[1]?.textContent).toMatch(/^KKenji Mori.*Direct conversation/)
  await screen.findByRole('region', { name: 'Messages with Lobby of the museum' })
  const heading = screen.getByRole('heading', { level: 2, name: 'Lobby of the museum' })
  expect(heading.parentElement?.textContent).toBe('Lobby of the museumProject with Kenji Mori')
  await userEvent.type(screen.getByRole('textbox', { name: 'Search names and messages' }), 'there')
  expect(await screen.findByText('Kenji Mori · Project “Lobby of the museum”')).toBeTruthy()
  expect(screen.getByText('Kenji Mori · Direct conversation')).toBeTruthy()
  expect(screen.getByText('You to Kenji Mori · Direct conversation')).toBeTruthy()
})

test('the link of a message notification opens its conversation', async () => {
  const data = {
    conversationId: talk.id,
    projectId: null,
    messageId: message.id,
    seq: 3,
    by: kenji.id,
    preview: 'Hi',
    mentions: [],
  }
  // Sample data in place of branded ids.
  const [draft] = notificationDrafts({ type: 'message.sent', data } as unknown as Parameters<
    typeof notificationDrafts
  >[0])
  const server = serverWithTalk()
  renderScreen(server, String(draft?.data.actionUrl))
  const thread = within(await screen.findByRole('region', { name: 'Messages with Kenji Mori' }))
  expect(await thread.findByText('See you there')).toBeTruthy()
  expect(server.calls(readConversation)[0]?.params).toEqual({ id: talk.id })
})

test('a user without conversations is led to a creator', async () => {
  const server = contractServer()
  server.reply(listConversations, { items: [], next: null })
  renderScreen(server, '/messages')
  expect(await screen.findByText('No conversations yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Find a creator' }).getAttribute('href')).toBe('/search')
})

test('a creator without conversations is led to their page, by which clients find them', async () => {
  const server = contractServer()
  server.reply(listConversations, { items: [], next: null })
  renderScreen(server, '/messages', { offersServices: true })
  expect(await screen.findByText('No conversations yet')).toBeTruthy()
  expect((await screen.findByRole('link', { name: 'Complete your page' })).getAttribute('href')).toBe('/profile')
  expect(screen.queryByRole('link', { name: 'Find a creator' })).toBeNull()
})

test('after a failure the conversations and the messages are loaded again on request', async () => {
  const server = serverWithTalk()
  server.refuse(listConversations, 500, 'internal')
  renderScreen(server, '/messages')
  expect(await screen.findByText('Couldn’t load conversations')).toBeTruthy()
  server.reply(listConversations, { items: [talk], next: null })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  server.refuse(listMessages, 500, 'internal')
  await userEvent.click(await screen.findByRole('link', { name: /Kenji Mori/ }))
  expect(await screen.findByText('Couldn’t load this conversation')).toBeTruthy()
  server.reply(listMessages, { items: [message], head: 3, older: false, newer: false, readBy: [] })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  const thread = within(await screen.findByRole('region', { name: 'Messages with Kenji Mori' }))
  expect(await thread.findByText('See you there')).toBeTruthy()
})

test('earlier messages that could not be loaded say so, and load on another press', async () => {
  const server = serverWithTalk()
  const earlier: Message = { ...message, id: idOf('8', 2), seq: 2, text: 'See you tomorrow' }
  server.reply(listMessages, { items: [message], head: 3, older: true, newer: false, readBy: [] })
  renderScreen(server, `/messages?conversation=${talk.id}`)
  const showEarlier = await screen.findByRole('button', { name: 'Show earlier messages' })
  server.refuse(listMessages, 500, 'internal')
  await userEvent.click(showEarlier)
  const failure = 'Couldn’t load these messages. Try again.'
  expect((await screen.findByText(failure)).getAttribute('role')).toBe('alert')
  server.reply(listMessages, { items: [earlier], head: 3, older: false, newer: false, readBy: [] })
  await userEvent.click(showEarlier)
  const thread = within(screen.getByRole('region', { name: 'Messages with Kenji Mori' }))
  expect(await thread.findByText('See you tomorrow')).toBeTruthy()
  expect(thread.getByText('See you there')).toBeTruthy()
  expect(screen.queryByText(failure)).toBeNull()
})

test('a message that is refused stays in the conversation with the reason and can be sent again', async () => {
  const server = serverWithTalk()
  server.refuse(sendMessage, 422, 'message.refused', { detail: 'They have left.' })
  renderScreen(server, `/messages?conversation=${talk.id}`)
  await userEvent.type(await screen.findByRole('textbox', { name: 'Message to Kenji Mori' }), 'On my way{Enter}')
  const thread = within(await screen.findByRole('region', { name: 'Messages with Kenji Mori' }))
  expect(await thread.findByText('On my way')).toBeTruthy()
  expect((await thread.findByRole('alert')).textContent).toBe('Not sent · They have left.')
  const retry = await thread.findByRole('button', { name: 'Try again' })
  server.reply(sendMessage, ({ params }) => ({ id: idOf('8', 4), seq: 4, at: now, conversationId: params.id }))
  await userEvent.click(retry)
  expect(await thread.findByText('Sent')).toBeTruthy()
  expect(thread.queryByRole('button', { name: 'Try again' })).toBeNull()
  // Under the same key, so that the server can recognise it.
  const [refused, again] = server.calls(sendMessage)
  expect(again?.body).toMatchObject({ message: 'On my way', clientId: refused?.body.clientId })
})

test.each(['client', 'creator'] as const)(
  'a %s is led to the page of the other user if they have one',
  async (role) => {
    const server = serverWithTalk()
    server.reply(readConversation, { ...talk, members: [{ ...kenji, hasPage: true }] })
    renderScreen(server, `/messages?conversation=${talk.id}`, { user: { ...maya, role } })
    expect((await screen.findByRole('link', { name: 'Open profile' })).getAttribute('href')).toBe(`/talent/${kenji.id}`)
  },
)

test('no profile is linked for a user who has none', async () => {
  renderScreen(serverWithTalk(), `/messages?conversation=${talk.id}`)
  const thread = within(await screen.findByRole('region', { name: 'Messages with Kenji Mori' }))
  expect(await thread.findByText('See you there')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Open profile' })).toBeNull()
})
