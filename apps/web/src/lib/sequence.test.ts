import { expect, test, vi } from 'vitest'
import { createSequence } from './sequence.ts'

type Entry = { seq: number }

function logOf(length: number) {
  const all: Entry[] = Array.from({ length }, (_, index) => ({ seq: index + 1 }))
  const applied: number[] = []
  const readAfter = vi.fn(async (cursor: number) => all.slice(cursor, cursor + 3))
  const sequence = createSequence<Entry>({ cursor: 0, readAfter, apply: (entry) => applied.push(entry.seq) })
  return { sequence, applied, readAfter }
}

test('entries that come in order are applied as they come', () => {
  const { sequence, applied, readAfter } = logOf(3)
  for (const seq of [1, 2, 3]) sequence.receive({ seq })
  expect(applied).toEqual([1, 2, 3])
  expect(readAfter).not.toHaveBeenCalled()
})

test('a doubled entry is applied once', () => {
  const { sequence, applied } = logOf(2)
  for (const seq of [1, 1, 2, 1, 2]) sequence.receive({ seq })
  expect(applied).toEqual([1, 2])
})

test('a gap is read from the log, in pages, and nothing is applied out of order', async () => {
  const { sequence, applied } = logOf(8)
  sequence.receive({ seq: 1 })
  sequence.receive({ seq: 6 })
  sequence.receive({ seq: 7 })
  await vi.waitFor(() => expect(applied).toEqual([1, 2, 3, 4, 5, 6, 7, 8]))
})

test('a mark of the server beyond what is known fetches the rest', async () => {
  const { sequence, applied } = logOf(4)
  sequence.mark(4)
  await vi.waitFor(() => expect(applied).toEqual([1, 2, 3, 4]))
  sequence.mark(4)
  expect(sequence.cursor).toBe(4)
})
