import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { TabLinks } from './tabs.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const names = ['Overview', 'Contract', 'Milestones', 'Money', 'Activity', 'Chat']
const links = (current: string) => names.map((name) => ({ href: `/${name}`, label: name, current: name === current }))

/** Lays out a row of 300 pixels with links of 90 pixels, offset by its scroll position. */
function layOut(): void {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const row = this.closest('nav')
    const at = names.indexOf(this.textContent)
    return this === row ? new DOMRect(20, 0, 300, 44) : new DOMRect(20 + at * 90 - (row?.scrollLeft ?? 0), 0, 90, 44)
  })
}

const scrolled = () => screen.getByRole('navigation').scrollLeft

test('the current tab is scrolled into view when tabs overflow, after a change and after rotating the phone', () => {
  layOut()
  const { rerender } = render(<TabLinks label="Parts" links={links('Chat')} />)
  expect(scrolled()).toBe(6 * 90 - 300)
  rerender(<TabLinks label="Parts" links={links('Activity')} />)
  expect(scrolled()).toBe(6 * 90 - 300)
  rerender(<TabLinks label="Parts" links={links('Contract')} />)
  expect(scrolled()).toBe(90)
  screen.getByRole('navigation').scrollLeft = 240
  act(() => void dispatchEvent(new Event('resize')))
  expect(scrolled()).toBe(90)
})

test('nothing scrolls when the current tab is visible or there is none', () => {
  layOut()
  const { rerender } = render(<TabLinks label="Parts" links={links('Overview')} />)
  expect(scrolled()).toBe(0)
  rerender(<TabLinks label="Parts" links={links('none')} />)
  expect(scrolled()).toBe(0)
})
