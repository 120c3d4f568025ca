import { randomUUID } from 'node:crypto'
import { deleteMessage, listConversations, openDirect, sendMessage } from '@veranda/contract/conversations/routes.ts'
import { requestPinnedChanges } from '@veranda/contract/pins/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, testApp, type TestApp } from '../../../testing/test-app.ts'
import { makeCreator, Story } from '../testing/story.ts'

let t: TestApp
let story: Story
let chat: string

beforeAll(async () => {
  t = await testApp()
  const client = await t.person('Carla Client')
  const creator = await t.person('Pia Maker', { role: 'creator' })
  await t.settle()
  const known = await t.deps.db.selectFrom('creators').select('person_id').execute()
  if (known.every(({ person_id: id }) => id !== creator.id)) await makeCreator(t, creator)
  story = new Story(t, { client, creator })
  await story.request()
  await story.offer()
  await story.accept()
  await story.fund()
  await story.deliver()
  await t.settle()
  const { items } = (await t.injectAs(client, listConversations, { query: { projectId: story.projectId } })).reply
  chat = items[0]?.id ?? ''
})
afterAll(() => t.close())

const say = async (who: Person, conversationId: string, message: string) => {
  const body = { clientId: randomUUID(), message, works: [] }
  return (await t.injectAs(who, sendMessage, { params: { id: conversationId }, body })).reply
}

async function ask(as: Person, items: string[], messages?: { item: number; id: string }[]) {
  const { id, version, deliverables } = await story.milestone()
  const before = deliverables.find(({ state }) => state === 'submitted')
  const named = { deliverableId: before?.id ?? '', hash: before?.hash ?? '', expected: version }
  const body = { ...named, pinIds: [], items, ...(messages ? { messages } : {}) }
  return t.injectAs(as, requestPinnedChanges, { params: { id }, body })
}

test('only messages of the project’s own chat that are still there can be named', async () => {
  const { client, creator } = story.people
  const direct = (await t.injectAs(client, openDirect, { body: { personId: creator.id } })).reply
  const elsewhere = await say(creator, direct.id, 'Between us')
  const gone = await say(creator, chat, 'Never mind')
  await t.injectAs(creator, deleteMessage, { params: { id: gone.id } })
  const there = await say(creator, chat, 'Shall the rail be higher?')
  for (const messages of [
    [{ item: 0, id: elsewhere.id }],
    [{ item: 0, id: gone.id }],
    [{ item: 0, id: randomUUID() }],
    [{ item: 1, id: there.id }],
  ]) {
    const { status, problem } = await ask(client, ['Higher'], messages)
    expect([status, problem.code, problem.field]).toEqual([404, 'changes.message-not-found', 'messages.0'])
  }
  expect((await story.milestone()).state).toBe('submitted')
})

test('a message of the chat becomes an item of the round, whoever wrote it, and the item leads back to it', async () => {
  const { client, creator } = story.people
  const mine = await say(client, chat, 'The legs are too thin')
  const theirs = await say(creator, chat, 'I could make the rail 12 mm higher')
  const items = ['A darker oak', 'Thicker legs', 'The rail 12 mm higher']
  const said = [
    { item: 1, id: mine.id },
    { item: 2, id: theirs.id },
  ]
  expect((await ask(creator, items, said)).status).not.toBe(200)
  const asked = (await ask(client, items, said)).reply
  const expected = [null, { id: mine.id, seq: mine.seq }, { id: theirs.id, seq: theirs.seq }]
  expect(asked.state).toBe('changes_requested')
  expect(asked.changes[0]?.items.map(({ text }) => text)).toEqual(items)
  expect(asked.changes[0]?.items.map(({ message }) => message)).toEqual(expected)
  const { changes } = await story.milestone()
  expect(changes[0]?.items.map(({ message }) => message)).toEqual(expected)
})
