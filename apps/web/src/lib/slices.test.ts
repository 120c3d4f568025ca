import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runInSlices } from './slices.ts'

afterEach(() => vi.restoreAllMocks())

let clockMs = 0

beforeEach(() => {
  clockMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => clockMs)
})

/** Steps of 3 ms each, on a clock that only they move. */
function* slowSteps(count: number, onStep: () => void): Generator<undefined, string> {
  for (let step = 0; step < count; step += 1) {
    clockMs += 3
    onStep()
    yield
  }
  return 'done'
}

test('the browser gets a turn between slices, and work runs to its end', async () => {
  let steps = 0
  const seen: number[] = []
  const watch = () => {
    seen.push(steps)
    if (steps < 12) setTimeout(watch, 0)
  }
  setTimeout(watch, 0)
  expect(
    await runInSlices(
      slowSteps(12, () => (steps += 1)),
      new AbortController().signal,
    ),
  ).toBe('done')
  expect(steps).toBe(12)
  // After three steps, 9 ms, something else has run.
  expect(seen.filter((count) => count > 0 && count < 12).length).toBeGreaterThanOrEqual(2)
})

test('aborted work stops at the end of its slice', async () => {
  const controller = new AbortController()
  let steps = 0
  const count = () => {
    steps += 1
    if (steps === 4) controller.abort(new Error('left'))
  }
  await expect(runInSlices(slowSteps(100, count), controller.signal)).rejects.toThrow('left')
  expect(steps).toBeLessThan(10)
})
