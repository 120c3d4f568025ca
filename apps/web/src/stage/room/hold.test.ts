import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Hold } from './hold.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function holding() {
  const done: string[] = []
  const hold = new Hold({ giveUp: () => void done.push('given up'), stand: () => void done.push('stands') })
  hold.me = 0
  return { hold, done }
}

test('what another let go of stands where the record says, once that had time to come', () => {
  const { hold, done } = holding()
  hold.by(1)
  expect([hold.taken, ...done]).toEqual([true, 'given up'])
  hold.by(undefined)
  expect([hold.taken, ...done]).toEqual([false, 'given up'])
  vi.runAllTimers()
  expect(done).toEqual(['given up', 'stands'])
})

test('who takes hold of it meanwhile is not disturbed', () => {
  const { hold, done } = holding()
  hold.by(1)
  hold.by(undefined)
  hold.by(0)
  vi.runAllTimers()
  expect(done).toEqual(['given up'])
  expect(hold.taken).toBe(false)
})

test('nothing moves after the stage is gone', () => {
  const { hold, done } = holding()
  hold.by(0)
  hold.by(undefined)
  hold.dispose()
  vi.runAllTimers()
  expect(done).toEqual([])
})
