import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Box, findClearPlace } from './clear-place.ts'

const area: Box = { left: 0, right: 1440, top: 580, bottom: 900 }
const box: Box = { left: 1044, right: 1424, top: 834, bottom: 884 }
const at = (left: number, top: number, width: number, height: number): Box => ({
  left,
  right: left + width,
  top,
  bottom: top + height,
})
const moved = ({ left, right, top, bottom }: Box, { x, y }: { x: number; y: number }): Box => ({
  left: left + x,
  right: right + x,
  top: top + y,
  bottom: bottom + y,
})
const covers = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

test('a box that covers nothing stays at the lower right', () => {
  expect(findClearPlace(box, [at(1330, 700, 32, 28), at(340, 850, 400, 20)], area)).toEqual({ x: 0, y: 0 })
})

test('beside a list whose rows have their buttons at the end, it stands before the buttons', () => {
  const buttons = [0, 1, 2, 3].flatMap((row) => [at(1330, 590 + row * 95, 32, 28), at(1364, 590 + row * 95, 32, 28)])
  expect(findClearPlace(box, buttons, area)).toEqual({ x: 1330 - 8 - 1424, y: 0 })
})

test('as wide as a phone, it stands above what it would cover', () => {
  const phone = { left: 16, right: 374, top: 834, bottom: 884 }
  const wide = at(20, 840, 350, 40)
  expect(findClearPlace(phone, [wide], { ...area, right: 390 })).toEqual({ x: 0, y: 840 - 8 - 884 })
})

test('it covers no control wherever there is a place for it, and otherwise no more than where it was', () => {
  const controls = fc.array(
    fc.tuple(fc.nat(1400), fc.nat(320), fc.integer({ min: 20, max: 400 }), fc.integer({ min: 20, max: 60 })),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(controls, (list) => {
      const boxes = list.map(([left, top, width, height]) => at(left, 580 + top, width, height))
      const place = moved(box, findClearPlace(box, boxes, area))
      const covered = (one: Box) => boxes.filter((control) => covers(one, control)).length
      expect(covered(place)).toBeLessThanOrEqual(covered(box))
      expect(place.left).toBeGreaterThanOrEqual(area.left)
      expect(place.top).toBeGreaterThanOrEqual(area.top)
    }),
  )
})
