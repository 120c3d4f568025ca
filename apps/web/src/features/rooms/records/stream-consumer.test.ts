import { expect, test, vi } from 'vitest'
import { createStreamConsumer } from './stream-consumer.ts'

type Entry = { seq: number }

function consumerOf(length: number) {
  const all: Entry[] = Array.from({ length }, (_, index) => ({ seq: index + 1 }))
  const applied: number[] = []
  const readAfter = vi.fn(async (cursor: number) => all.slice(cursor, cursor + 3))
  const consumer = createStreamConsumer<Entry>({ cursor: 0, readAfter, apply: (entry) => applied.push(entry.seq) })
  return { sequence: consumer, applied, readAfter }
}

test('entries that arrive in order are applied as they arrive', () => {
  const { sequence: consumer, applied, readAfter } = consumerOf(3)
  for (const seq of [1, 2, 3]) consumer.receive({ seq })
  expect(applied).toEqual([1, 2, 3])
  expect(readAfter).not.toHaveBeenCalled()
})

test('a duplicate entry is applied once', () => {
  const { sequence: consumer, applied } = consumerOf(2)
  for (const seq of [1, 1, 2, 1, 2]) consumer.receive({ seq })
  expect(applied).toEqual([1, 2])
})

test('a gap is fetched in pages, and nothing is applied out of order', async () => {
  const { sequence: consumer, applied } = consumerOf(8)
  consumer.receive({ seq: 1 })
  consumer.receive({ seq: 6 })
  consumer.receive({ seq: 7 })
  await vi.waitFor(() => expect(applied).toEqual([1, 2, 3, 4, 5, 6, 7, 8]))
})

test('a head beyond the cursor fetches the rest', async () => {
  const { sequence: consumer, applied } = consumerOf(4)
  consumer.noteHead(4)
  await vi.waitFor(() => expect(applied).toEqual([1, 2, 3, 4]))
  consumer.noteHead(4)
  expect(consumer.cursor).toBe(4)
})
