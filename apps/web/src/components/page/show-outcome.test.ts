import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showOutcome, showOutcomeAfterDialog, showOutcomeOfLostFocus } from './show-outcome.ts'

const scrollIntoView = vi.fn()
let isMotionReduced = false

/** Puts an element on the page whose start is at this height of a window of 768 px. */
function addElement(id: string, top: number): HTMLElement {
  const element = document.createElement('div')
  element.id = id
  element.tabIndex = -1
  element.getBoundingClientRect = () => new DOMRect(0, top, 300, 400)
  document.body.append(element)
  return element
}

beforeEach(() => {
  isMotionReduced = false
  scrollIntoView.mockReset()
  Element.prototype.scrollIntoView = scrollIntoView
  vi.stubGlobal('matchMedia', () => ({ matches: isMotionReduced }))
})
afterEach(() => document.body.replaceChildren())

test('what an act made is focused and scrolled to once it is on the page', async () => {
  showOutcome('made')
  await new Promise(requestAnimationFrame)
  const made = addElement('made', -900)
  await vi.waitFor(() => expect(document.activeElement).toBe(made))
  expect(scrollIntoView).toHaveBeenCalledWith({ block: 'start', behavior: 'smooth' })
})

test('the page jumps for users who asked for less motion, and stays where the outcome is in sight', async () => {
  isMotionReduced = true
  const below = addElement('below', 700)
  showOutcome('below')
  await vi.waitFor(() => expect(document.activeElement).toBe(below))
  expect(scrollIntoView).toHaveBeenCalledWith({ block: 'start', behavior: 'instant' })
  const seen = addElement('seen', 200)
  showOutcome('seen')
  await vi.waitFor(() => expect(document.activeElement).toBe(seen))
  expect(scrollIntoView).toHaveBeenCalledTimes(1)
})

test('a dialog that gave the focus back keeps it there; one whose button is gone shows the outcome', async () => {
  const card = addElement('card', 200)
  const button = addElement('button', 300)
  button.focus()
  showOutcomeOfLostFocus('card')
  showOutcomeAfterDialog('absent', 'button')
  await vi.waitFor(() => expect(document.activeElement).toBe(button))
  button.remove()
  showOutcomeOfLostFocus('card')
  await vi.waitFor(() => expect(document.activeElement).toBe(card))
})
