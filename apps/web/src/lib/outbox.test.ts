import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { type Outbox, type OutboxItem, openOutbox } from './outbox.ts'
import { networkProblem, Problem } from './problem.ts'

type Text = { text: string }
type Item = OutboxItem<Text>

let people = 0
const open: Outbox<Text>[] = []

async function boxOf(send: (item: Item) => Promise<void>, person = `person-${++people}`) {
  const box = await openOutbox<Text>({ person, send })
  open.push(box)
  return box
}

afterEach(() => {
  for (const box of open.splice(0)) box.close()
})

function states(box: Outbox<Text>) {
  return box.items.get().map((item) => `${item.payload.text} ${item.state}`)
}

test('messages of one conversation go out one after the other, in the order in which they were written', async () => {
  const sent: string[] = []
  let under = 0
  const box = await boxOf(async (item) => {
    expect(++under).toBe(1)
    await Promise.resolve()
    sent.push(item.payload.text)
    under--
  })
  for (const text of ['one', 'two', 'three', 'four']) await box.add('talk', { text })
  await vi.waitFor(() => expect(sent).toEqual(['one', 'two', 'three', 'four']))
  await vi.waitFor(() => expect(states(box).every((state) => state.endsWith('sent'))).toBe(true))
})

test('a cut connection holds up its own conversation and no other, and loses nothing', async () => {
  let cut = true
  const sent: string[] = []
  const box = await boxOf(async (item) => {
    if (cut && item.lane === 'a') throw networkProblem()
    sent.push(item.payload.text)
  })
  await box.add('a', { text: 'a1' })
  await box.add('a', { text: 'a2' })
  await box.add('b', { text: 'b1' })
  await vi.waitFor(() => expect(sent).toEqual(['b1']))
  await vi.waitFor(() => expect(states(box)).toEqual(['a1 queued', 'a2 queued', 'b1 sent']))
  cut = false
  await box.flush()
  await vi.waitFor(() => expect(sent).toEqual(['b1', 'a1', 'a2']))
})

test('a refusal is kept to be edited and lets those behind it pass', async () => {
  const sent: string[] = []
  const box = await boxOf(async (item) => {
    if (item.payload.text === 'too long')
      throw new Problem({ code: 'message.too-long', status: 422, detail: 'Too long.' })
    sent.push(item.payload.text)
  })
  const refused = await box.add('talk', { text: 'too long' })
  await box.add('talk', { text: 'fine' })
  await vi.waitFor(() => expect(states(box)).toEqual(['too long failed', 'fine sent']))
  expect(box.items.get()[0]?.refusal).toEqual({ code: 'message.too-long', message: 'Too long.' })
  await box.edit(refused.clientId, { text: 'shorter' })
  await vi.waitFor(() => expect(sent).toEqual(['fine', 'shorter']))
})

test('what was written survives a reload, with the same key, also when it was just being sent', async () => {
  const person = `person-${++people}`
  const first = await boxOf(() => new Promise(() => {}), person)
  const written = await first.add('talk', { text: 'hello' })
  await vi.waitFor(() => expect(states(first)).toEqual(['hello sending']))
  first.close()
  const keys: string[] = []
  const second = await boxOf(async (item) => void keys.push(item.clientId), person)
  await vi.waitFor(() => expect(keys).toEqual([written.clientId]))
  await vi.waitFor(() => expect(states(second)).toEqual(['hello sent']))
})

test('what has been seen in the log is taken out', async () => {
  const box = await boxOf(async () => {})
  const item = await box.add('talk', { text: 'hello' })
  await vi.waitFor(() => expect(states(box)).toEqual(['hello sent']))
  await box.drop(item.clientId)
  expect(states(box)).toEqual([])
})
