import { act, cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTranslations } from '../../../lib/i18n/i18n.ts'
import { ReservationCountdown } from './reservation-countdown.tsx'

beforeAll(() => loadTranslations('bookings'))
beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-23T10:00:00Z') }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const minute = 60_000

function show(now: string, receivedAt = Date.now()) {
  const onExpired = vi.fn()
  const until = '2026-11-23T10:15:00.000Z'
  render(
    <Suspense>
      <ReservationCountdown
        now={now}
        receivedAt={receivedAt}
        until={until}
        durationMs={15 * minute}
        onExpired={onExpired}
      />
    </Suspense>,
  )
  return onExpired
}
const left = () => screen.getByRole('timer').textContent

test("the remaining time counts from the server's clock, whatever the device's clock shows", async () => {
  vi.setSystemTime(Date.parse('2031-01-01T00:00:00Z'))
  show('2026-11-23T10:00:00.000Z', Date.now())
  expect(left()).toBe('15:00')
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  expect(left()).toBe('13:59')
})

test("setting the device's clock during the countdown changes nothing", async () => {
  show('2026-11-23T10:00:00.000Z')
  vi.setSystemTime(Date.parse('2026-11-23T12:00:00Z'))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(left()).toBe('14:59')
})

test('a reply from the cache counts from when it was received', () => {
  show('2026-11-23T10:00:00.000Z', Date.now() - 5 * minute)
  expect(left()).toBe('10:00')
})

test('at the end it fires once and stays at 0', async () => {
  const onExpired = show('2026-11-23T10:14:58.000Z')
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(left()).toBe('0:00')
  expect(onExpired).toHaveBeenCalledTimes(1)
})

test('screen readers hear it once a minute', () => {
  show('2026-11-23T10:00:30.000Z')
  expect(screen.getByRole('status').textContent).toBe('15 minutes left to finish the booking')
})
