import { expect, test } from 'vitest'
import { beginSwipe, moveSwipe, opensAfter, shareOpen } from './swipe.ts'

const width = 300

/** A finger that goes from `from` to `to` in `length` milliseconds, in even steps of 10 ms. */
function drag(from: number, to: number, length: number) {
  let swipe = beginSwipe(from, 0)
  for (let time = 10; time <= length; time += 10) swipe = moveSwipe(swipe, from + ((to - from) * time) / length, time)
  return swipe
}

test('a fling of more than 450 px a second opens, however short', () => {
  expect(opensAfter(drag(5, 65, 100), false, width)).toBe(true)
})

test('a slow and short drag does not open', () => {
  expect(opensAfter(drag(5, 62, 300), false, width)).toBe(false)
})

test('a slow drag past about half the width opens', () => {
  expect(opensAfter(drag(5, 250, 2000), false, width)).toBe(true)
})

test('an open drawer closes by a fling back, and by a slow drag past half', () => {
  expect(opensAfter(drag(250, 190, 100), true, width)).toBe(false)
  expect(opensAfter(drag(290, 100, 2000), true, width)).toBe(false)
  expect(opensAfter(drag(250, 200, 2000), true, width)).toBe(true)
})

test('the drawer follows the finger and never beyond its width', () => {
  expect(shareOpen(drag(5, 150, 500), false, width)).toBeCloseTo(0.5)
  expect(shareOpen(drag(5, 900, 500), false, width)).toBe(1)
  expect(shareOpen(drag(200, 50, 500), true, width)).toBeCloseTo(0.5)
})
