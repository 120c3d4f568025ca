import { act, cleanup, renderHook } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, expect, test } from 'vitest'
import { usePressedPin } from './use-pressed-pin.ts'

afterEach(cleanup)

test('a press opens its pin once, the same one as often as it is pressed, and no version brings an old one back', () => {
  const opened: string[] = []
  const { result, rerender } = renderHook(
    (version) => {
      const pressed = usePressedPin(version)
      const { pressedPin } = pressed
      // As who opens threads does, with each version anew.
      useEffect(() => {
        if (pressedPin !== undefined) opened.push(`${pressedPin} of ${version}`)
      }, [pressedPin, version])
      return pressed
    },
    { initialProps: 'first' },
  )
  act(() => result.current.press('seat'))
  act(() => result.current.press('seat'))
  expect(opened).toEqual(['seat of first', 'seat of first'])
  rerender('second')
  rerender('first')
  expect(opened).toHaveLength(2)
  act(() => result.current.press('leg'))
  expect(opened.at(-1)).toBe('leg of first')
})
