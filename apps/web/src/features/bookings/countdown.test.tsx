import { act, cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadWords } from '../../lib/words.ts'
import { Countdown } from './countdown.tsx'

beforeAll(() => loadWords('bookings'))
beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-23T10:00:00Z') }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const minute = 60_000

function show(now: string, heardAt = Date.now()) {
  const onOver = vi.fn()
  const until = '2026-11-23T10:15:00.000Z'
  render(
    <Suspense>
      <Countdown now={now} heardAt={heardAt} until={until} of={15 * minute} onOver={onOver} />
    </Suspense>,
  )
  return onOver
}
const left = () => screen.getByRole('timer').textContent

test('what is left counts from the server’s clock, whatever the device’s own shows', async () => {
  vi.setSystemTime(Date.parse('2031-01-01T00:00:00Z'))
  show('2026-11-23T10:00:00.000Z', Date.now())
  expect(left()).toBe('15:00')
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  expect(left()).toBe('13:59')
})

test('setting the device’s clock while it counts changes nothing', async () => {
  show('2026-11-23T10:00:00.000Z')
  vi.setSystemTime(Date.parse('2026-11-23T12:00:00Z'))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(left()).toBe('14:59')
})

test('an answer that lay in the cache for a while counts from when it was heard', () => {
  show('2026-11-23T10:00:00.000Z', Date.now() - 5 * minute)
  expect(left()).toBe('10:00')
})

test('at the end it says so once, and stays at nought', async () => {
  const onOver = show('2026-11-23T10:14:58.000Z')
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(left()).toBe('0:00')
  expect(onOver).toHaveBeenCalledTimes(1)
})

test('ears hear of it by the minute', () => {
  show('2026-11-23T10:00:30.000Z')
  expect(screen.getByRole('status').textContent).toBe('15 minutes left to finish the booking')
})
