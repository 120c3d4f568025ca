import { expect, test, vi } from 'vitest'
import { StreamCatchUp } from './stream-catch-up.ts'

type Entry = { seq: number }

/** A stream of this length whose snapshot is empty, read three entries at a time. */
function makeCopy(length: number, options: { maxPages?: number; loaded?: boolean } = {}) {
  const all: Entry[] = Array.from({ length }, (_, index) => ({ seq: index + 1 }))
  const applied: number[] = []
  let cursor = options.loaded === false ? undefined : 0
  const readAfter = vi.fn(async (after: number) => {
    return { entries: all.slice(after, after + 3), head: all.length, more: after + 3 < all.length }
  })
  const loadSnapshot = vi.fn(async () => void (cursor = all.length))
  const stream = new StreamCatchUp<Entry>({
    cursor: () => cursor,
    loadSnapshot,
    readAfter,
    apply(entries) {
      for (const { seq } of entries) applied.push((cursor = seq))
    },
    ...(options.maxPages !== undefined && { maxPages: options.maxPages }),
  })
  return { stream, applied, readAfter, loadSnapshot }
}

test('entries that arrive in order are applied as they arrive', () => {
  const { stream, applied, readAfter } = makeCopy(3)
  for (const seq of [1, 2, 3]) stream.receive({ seq })
  expect(applied).toEqual([1, 2, 3])
  expect(readAfter).not.toHaveBeenCalled()
})

test('a duplicate entry is applied once', () => {
  const { stream, applied } = makeCopy(2)
  for (const seq of [1, 1, 2, 1, 2]) stream.receive({ seq })
  expect(applied).toEqual([1, 2])
})

test('a gap is fetched in pages, and nothing is applied out of order', async () => {
  const { stream, applied } = makeCopy(8)
  stream.receive({ seq: 1 })
  stream.receive({ seq: 6 })
  stream.receive({ seq: 7 })
  await vi.waitFor(() => expect(applied).toEqual([1, 2, 3, 4, 5, 6, 7, 8]))
})

test('a head beyond the cursor fetches the rest', async () => {
  const { stream, applied, readAfter } = makeCopy(4)
  stream.noteHead(4)
  await vi.waitFor(() => expect(applied).toEqual([1, 2, 3, 4]))
  const reads = readAfter.mock.calls.length
  stream.noteHead(4)
  expect(readAfter).toHaveBeenCalledTimes(reads)
})

test('a client that is too many pages behind loads a snapshot instead', async () => {
  const { stream, applied, loadSnapshot } = makeCopy(9, { maxPages: 2 })
  await stream.resume()
  expect(applied).toEqual([1, 2, 3, 4, 5, 6])
  expect(loadSnapshot).toHaveBeenCalledOnce()
})

test('before the snapshot is loaded entries are only noted, and fetched after it', async () => {
  const { stream, applied, readAfter } = makeCopy(3, { loaded: false })
  stream.receive({ seq: 4 })
  expect(applied).toEqual([])
  await stream.resume()
  expect(readAfter).toHaveBeenCalledExactlyOnceWith(3)
})
