import { cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDockedHeight } from './use-docked-height.ts'

const dockedHeight = () => document.documentElement.style.getPropertyValue('--docked')

function Composer({ top, bottom }: { top: number; bottom: number }) {
  const element = useRef<HTMLDivElement>(null)
  useDockedHeight(element)
  return (
    <div
      ref={(node) => {
        element.current = node
        if (node) node.getBoundingClientRect = () => new DOMRect(0, top, 400, bottom - top)
      }}
    />
  )
}

beforeEach(() => {
  vi.stubGlobal('innerHeight', 900)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('snackbars stay above what is at the lower edge of the window, and go back once it is gone', () => {
  const { unmount } = render(<Composer top={810} bottom={870} />)
  expect(dockedHeight()).toBe('90px')
  unmount()
  expect(dockedHeight()).toBe('')
})

test.each([
  ['higher up', 300, 360],
  ['below the window', 1_000, 1_060],
])('an element %s moves nothing', (_, top, bottom) => {
  render(<Composer top={top} bottom={bottom} />)
  expect(dockedHeight()).toBe('0px')
})
