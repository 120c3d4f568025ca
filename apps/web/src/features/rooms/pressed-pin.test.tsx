import { act, cleanup, renderHook } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, expect, test } from 'vitest'
import { usePressedPin } from './room-view.tsx'

afterEach(cleanup)

test('each press opens its pin once, also the same pin again, and a change of version opens none', () => {
  const opened: string[] = []
  const { result, rerender } = renderHook(
    (version) => {
      const pressed = usePressedPin(version)
      const { pressedPinId } = pressed
      // Opens threads, as the pin panel does.
      useEffect(() => {
        if (pressedPinId !== undefined) opened.push(`${pressedPinId} of ${version}`)
      }, [pressedPinId, version])
      return pressed
    },
    { initialProps: 'first' },
  )
  act(() => result.current.pressPin('seat'))
  act(() => result.current.pressPin('seat'))
  expect(opened).toEqual(['seat of first', 'seat of first'])
  rerender('second')
  rerender('first')
  expect(opened).toHaveLength(2)
  act(() => result.current.pressPin('leg'))
  expect(opened.at(-1)).toBe('leg of first')
})
