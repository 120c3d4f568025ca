import { randomUUID } from 'node:crypto'
import {
  deleteMessage,
  listConversations,
  openDirectConversation,
  sendMessage,
} from '@veranda/contract/conversations/routes.ts'
import { requestChanges } from '@veranda/contract/commissions/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, testApp, type TestApp } from '../../../testing/test-app.ts'
import { makeCreator, CommissionScenario } from '../testing/commission-scenario.ts'

let t: TestApp
let scenario: CommissionScenario
let chat: string

beforeAll(async () => {
  t = await testApp()
  const client = await t.createUser('Carla Client')
  const creator = await t.createUser('Pia Maker', { role: 'creator' })
  await t.runUntilIdle()
  const known = await t.deps.db.selectFrom('creators').select('user_id').execute()
  if (known.every(({ user_id: id }) => id !== creator.id)) await makeCreator(t, creator)
  scenario = new CommissionScenario(t, { client, creator })
  await scenario.request()
  await scenario.makeOffer()
  await scenario.accept()
  await scenario.fund()
  await scenario.submitVersion()
  await t.runUntilIdle()
  const { items } = (await t.injectAs(client, listConversations, { query: { projectId: scenario.projectId } })).reply
  chat = items[0]?.id ?? ''
})
afterAll(() => t.close())

const postMessage = async (who: TestUser, conversationId: string, message: string) => {
  const body = { clientId: randomUUID(), message, assetIds: [] }
  return (await t.injectAs(who, sendMessage, { params: { id: conversationId }, body })).reply
}

async function ask(as: TestUser, items: string[], messages?: { item: number; id: string }[]) {
  const { id, version, deliverables } = await scenario.milestone()
  const before = deliverables.find(({ state }) => state === 'submitted')
  const named = { deliverableId: before?.id ?? '', hash: before?.hash ?? '', expected: version }
  const body = { ...named, pinIds: [], items, ...(messages ? { messages } : {}) }
  return t.injectAs(as, requestChanges, { params: { id }, body })
}

test("only existing messages of the project's own chat can be referenced", async () => {
  const { client, creator } = scenario.parties
  const direct = (await t.injectAs(client, openDirectConversation, { body: { userId: creator.id } })).reply
  const elsewhere = await postMessage(creator, direct.id, 'Between us')
  const gone = await postMessage(creator, chat, 'Never mind')
  await t.injectAs(creator, deleteMessage, { params: { id: gone.id } })
  const there = await postMessage(creator, chat, 'Shall the rail be higher?')
  for (const messages of [
    [{ item: 0, id: elsewhere.id }],
    [{ item: 0, id: gone.id }],
    [{ item: 0, id: randomUUID() }],
    [{ item: 1, id: there.id }],
  ]) {
    const { status, problem } = await ask(client, ['Higher'], messages)
    expect([status, problem.code, problem.field]).toEqual([404, 'changes.message-not-found', 'messages.0'])
  }
  expect((await scenario.milestone()).state).toBe('submitted')
})

test('a chat message by any author becomes an item of the round, and the item links back to it', async () => {
  const { client, creator } = scenario.parties
  const mine = await postMessage(client, chat, 'The legs are too thin')
  const theirs = await postMessage(creator, chat, 'I could make the rail 12 mm higher')
  const items = ['A darker oak', 'Thicker legs', 'The rail 12 mm higher']
  const messageIds = [
    { item: 1, id: mine.id },
    { item: 2, id: theirs.id },
  ]
  expect((await ask(creator, items, messageIds)).status).not.toBe(200)
  const asked = (await ask(client, items, messageIds)).reply
  const expected = [null, { id: mine.id, seq: mine.seq }, { id: theirs.id, seq: theirs.seq }]
  expect(asked.state).toBe('changes_requested')
  expect(asked.changes[0]?.items.map(({ text }) => text)).toEqual(items)
  expect(asked.changes[0]?.items.map(({ message }) => message)).toEqual(expected)
  const { changes } = await scenario.milestone()
  expect(changes[0]?.items.map(({ message }) => message)).toEqual(expected)
})
