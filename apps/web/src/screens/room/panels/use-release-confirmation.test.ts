import { act, renderHook } from '@testing-library/react'
import { releaseHoldMs } from '@veranda/core/commissions/milestones/release-confirmation.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { useReleaseConfirmation } from './use-approval-panel.ts'

afterEach(() => vi.restoreAllMocks())

test('both steps belong to one version; with another version in the scene the confirmation begins again', () => {
  const { result, rerender } = renderHook(({ on }) => useReleaseConfirmation(on), { initialProps: { on: 'one' } })
  expect(result.current.step).toBe('closed')
  act(() => void result.current.confirm('open'))
  act(() => void result.current.confirm('go-on'))
  expect(result.current.step).toBe('sure')
  rerender({ on: 'two' })
  expect(result.current.step).toBe('closed')
  act(() => void result.current.confirm('open'))
  expect(result.current.step).toBe('asked')
  rerender({ on: 'one' })
  expect(result.current.step).toBe('closed')
})

test('what arrives as a hold before it can have been one releases nothing', () => {
  let now = 1_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const { result } = renderHook(() => useReleaseConfirmation('one'))
  const hold = () => {
    let released = false
    act(() => {
      released = result.current.confirm('hold')
    })
    return released
  }
  act(() => void result.current.confirm('open'))
  act(() => void result.current.confirm('go-on'))
  now += releaseHoldMs - 1
  expect(hold()).toBe(false)
  now += 1
  expect(hold()).toBe(true)
  expect(hold()).toBe(false)
})
