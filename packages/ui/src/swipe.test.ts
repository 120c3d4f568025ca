import { expect, test } from 'vitest'
import { startSwipe, moveSwipe, isOpenAfterSwipe, openFraction } from './swipe.ts'

const width = 300

/** Simulates a finger moving from `from` to `to` in `length` milliseconds, in steps of 10 ms. */
function drag(from: number, to: number, length: number) {
  let swipe = startSwipe(from, 0)
  for (let time = 10; time <= length; time += 10) swipe = moveSwipe(swipe, from + ((to - from) * time) / length, time)
  return swipe
}

test('a fling of more than 450 px per second opens, however short', () => {
  expect(isOpenAfterSwipe(drag(5, 65, 100), false, width)).toBe(true)
})

test('a slow and short drag does not open', () => {
  expect(isOpenAfterSwipe(drag(5, 62, 300), false, width)).toBe(false)
})

test('a slow drag past about half the width opens', () => {
  expect(isOpenAfterSwipe(drag(5, 250, 2000), false, width)).toBe(true)
})

test('an open drawer closes on a fling back, and on a slow drag past half', () => {
  expect(isOpenAfterSwipe(drag(250, 190, 100), true, width)).toBe(false)
  expect(isOpenAfterSwipe(drag(290, 100, 2000), true, width)).toBe(false)
  expect(isOpenAfterSwipe(drag(250, 200, 2000), true, width)).toBe(true)
})

test('the drawer follows the finger and never exceeds its width', () => {
  expect(openFraction(drag(5, 150, 500), false, width)).toBeCloseTo(0.5)
  expect(openFraction(drag(5, 900, 500), false, width)).toBe(1)
  expect(openFraction(drag(200, 50, 500), true, width)).toBeCloseTo(0.5)
})
