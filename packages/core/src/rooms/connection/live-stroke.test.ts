import { expect, test } from 'vitest'
import { maxLiveStrokePoints, newStrokePoints, nextStrokeChunk, type StrokeChunk } from './live-stroke.ts'

const strokeOf = (count: number) => Array.from({ length: count * 3 }, (_, index) => index)

/** Sends a stroke in chunks and returns those. */
function chunksOf(points: readonly number[]): StrokeChunk[] {
  const chunks: StrokeChunk[] = []
  for (let sent = 0; ; sent += (chunks.at(-1)?.points.length ?? 0) / 3) {
    const chunk = nextStrokeChunk(points, sent)
    if (!chunk) return chunks
    chunks.push(chunk)
  }
}

test('a stroke arrives whole in bounded chunks, also if one comes twice', () => {
  const points = strokeOf(250)
  const chunks = chunksOf(points)
  expect(chunks.map(({ points: some }) => some.length / 3)).toEqual([maxLiveStrokePoints, maxLiveStrokePoints, 58])
  const received: number[] = []
  for (const chunk of chunks.flatMap((one) => [one, one])) received.push(...newStrokePoints(received.length / 3, chunk))
  expect(received).toEqual(points)
})

test('a chunk that was dropped for a slow device leaves a straight line, and what follows is drawn', () => {
  const [first, , third] = chunksOf(strokeOf(250))
  if (!first || !third) throw new Error('three chunks expected')
  expect(newStrokePoints(first.points.length / 3, third)).toEqual(third.points)
})
