import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { type SendQueue, type SendQueueItem, openSendQueue } from './send-queue.ts'
import { networkProblem, Problem } from './api/problem.ts'

type Text = { text: string }
type Item = SendQueueItem<Text>

let userCount = 0
const openQueues: SendQueue<Text>[] = []

async function openTestQueue(send: (item: Item) => Promise<void>, userId = `person-${++userCount}`) {
  const queue = await openSendQueue<Text>({ userId, send })
  openQueues.push(queue)
  return queue
}

afterEach(() => {
  for (const queue of openQueues.splice(0)) queue.close()
})

function states(queue: SendQueue<Text>) {
  return queue.items.get().map((item) => `${item.payload.text} ${item.state}`)
}

test('messages of one conversation are sent one at a time, in the order they were written', async () => {
  const sent: string[] = []
  let inFlight = 0
  const queue = await openTestQueue(async (item) => {
    expect(++inFlight).toBe(1)
    await Promise.resolve()
    sent.push(item.payload.text)
    inFlight--
  })
  for (const text of ['one', 'two', 'three', 'four']) await queue.add('talk', { text })
  await vi.waitFor(() => expect(sent).toEqual(['one', 'two', 'three', 'four']))
  await vi.waitFor(() => expect(states(queue).every((state) => state.endsWith('sent'))).toBe(true))
})

test('a lost connection blocks only its own conversation and loses nothing', async () => {
  let offline = true
  const sent: string[] = []
  const queue = await openTestQueue(async (item) => {
    if (offline && item.lane === 'a') throw networkProblem()
    sent.push(item.payload.text)
  })
  await queue.add('a', { text: 'a1' })
  await queue.add('a', { text: 'a2' })
  await queue.add('b', { text: 'b1' })
  await vi.waitFor(() => expect(sent).toEqual(['b1']))
  await vi.waitFor(() => expect(states(queue)).toEqual(['a1 queued', 'a2 queued', 'b1 sent']))
  offline = false
  await queue.flush()
  await vi.waitFor(() => expect(sent).toEqual(['b1', 'a1', 'a2']))
})

test('a refused message is kept for editing and does not block later ones', async () => {
  const sent: string[] = []
  const queue = await openTestQueue(async (item) => {
    if (item.payload.text === 'too long')
      throw new Problem({ code: 'message.too-long', status: 422, detail: 'Too long.' })
    sent.push(item.payload.text)
  })
  const refused = await queue.add('talk', { text: 'too long' })
  await queue.add('talk', { text: 'fine' })
  await vi.waitFor(() => expect(states(queue)).toEqual(['too long failed', 'fine sent']))
  const error = { code: 'message.too-long', message: 'Too long.' }
  expect(queue.items.get()[0]).toMatchObject({ state: 'failed', error })
  await queue.edit(refused.clientId, { text: 'shorter' })
  await vi.waitFor(() => expect(sent).toEqual(['fine', 'shorter']))
})

test('queued messages survive a reload with the same key, even while sending', async () => {
  const userId = `person-${++userCount}`
  const first = await openTestQueue(() => new Promise(() => {}), userId)
  const written = await first.add('talk', { text: 'hello' })
  await vi.waitFor(() => expect(states(first)).toEqual(['hello sending']))
  first.close()
  const keys: string[] = []
  const second = await openTestQueue(async (item) => void keys.push(item.clientId), userId)
  await vi.waitFor(() => expect(keys).toEqual([written.clientId]))
  await vi.waitFor(() => expect(states(second)).toEqual(['hello sent']))
})

test('a message that was seen in the conversation is removed', async () => {
  const queue = await openTestQueue(async () => {})
  const item = await queue.add('talk', { text: 'hello' })
  await vi.waitFor(() => expect(states(queue)).toEqual(['hello sent']))
  await queue.remove(item.clientId)
  expect(states(queue)).toEqual([])
})
