import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GrabLock } from './grab-lock.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function lockWithCalls() {
  const calls: string[] = []
  const lock = new GrabLock({
    cancelLocalGrab: () => void calls.push('cancelled'),
    restorePlacement: () => void calls.push('stands'),
  })
  lock.localParticipantSlot = 0
  return { lock, calls }
}

test('an asset released by another user returns to its recorded placement after the grace period', () => {
  const { lock, calls } = lockWithCalls()
  lock.setHolder(1)
  expect([lock.grabbedByOther, ...calls]).toEqual([true, 'cancelled'])
  lock.setHolder(undefined)
  expect([lock.grabbedByOther, ...calls]).toEqual([false, 'cancelled'])
  vi.runAllTimers()
  expect(calls).toEqual(['cancelled', 'stands'])
})

test('a grab during the grace period is not disturbed', () => {
  const { lock, calls } = lockWithCalls()
  lock.setHolder(1)
  lock.setHolder(undefined)
  lock.setHolder(0)
  vi.runAllTimers()
  expect(calls).toEqual(['cancelled'])
  expect(lock.grabbedByOther).toBe(false)
})

test('nothing moves after the lock is disposed', () => {
  const { lock, calls } = lockWithCalls()
  lock.setHolder(0)
  lock.setHolder(undefined)
  lock.dispose()
  vi.runAllTimers()
  expect(calls).toEqual([])
})
