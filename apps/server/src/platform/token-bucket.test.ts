import { afterEach, expect, test, vi } from 'vitest'
import { TokenBucketStore } from './http/limits/rate-limit.ts'
import { TokenBucket } from './token-bucket.ts'

const hourMs = 3_600_000

afterEach(() => vi.restoreAllMocks())

const setClockBack = () => vi.spyOn(Date, 'now').mockReturnValue(Date.now() - hourMs)

test('a bucket keeps its tokens when the clock of the machine is set back', () => {
  const bucket = new TokenBucket(3, 0.001)
  expect(bucket.tryTake()).toBe(true)
  setClockBack()
  expect([bucket.tryTake(), bucket.tryTake(), bucket.tryTake()]).toEqual([true, true, false])
})

test('a limit refuses no more calls after the clock of the machine is set back', () => {
  const store = new TokenBucketStore()
  const call = () => {
    let isRefused: boolean | undefined
    store.incr('caller', (_, { current }) => (isRefused = current > 3), hourMs, 3)
    return isRefused
  }
  expect(call()).toBe(false)
  setClockBack()
  expect([call(), call(), call()]).toEqual([false, false, true])
})
