import { expect, test } from 'vitest'
import { type AvatarCrop, centredCrop, checkAvatarCrop, moveCrop, resizeCrop } from './avatar.ts'

const picture = { width: 1_000, height: 600 }
const codeOf = (crop: AvatarCrop, of = picture) => {
  const checked = checkAvatarCrop(crop, of)
  return checked.ok ? 'ok' : `${checked.refusal.code} ${checked.refusal.field}`
}

test('the first crop is the largest square in the middle, in whole pixels', () => {
  expect(centredCrop(picture)).toEqual({ left: 200, top: 0, size: 600 })
  expect(centredCrop({ width: 300, height: 501 })).toEqual({ left: 0, top: 100, size: 300 })
})

test('a crop may touch every edge of the picture, and not pass one', () => {
  expect(codeOf({ left: 400, top: 0, size: 600 })).toBe('ok')
  expect(codeOf({ left: 872, top: 472, size: 128 })).toBe('ok')
  const outside = [
    { left: 401, top: 0, size: 600 },
    { left: 0, top: 1, size: 600 },
    { left: -1, top: 0, size: 200 },
    { left: 0, top: -1, size: 200 },
    { left: 0, top: 0, size: 601 },
    { left: 0.5, top: 0, size: 200 },
  ]
  expect(outside.map((crop) => codeOf(crop))).toEqual(outside.map(() => 'avatar.crop-outside crop'))
})

test('a crop of fewer than 128 pixels is too small', () => {
  expect(codeOf({ left: 0, top: 0, size: 127 })).toBe('avatar.too-small crop')
  expect(codeOf({ left: 0, top: 0, size: 0 })).toBe('avatar.too-small crop')
  expect(codeOf(centredCrop({ width: 100, height: 400 }), { width: 100, height: 400 })).toBe('avatar.too-small crop')
})

test('a crop stops at the edges when it is moved', () => {
  const crop = { left: 100, top: 100, size: 200 }
  expect(moveCrop(crop, 30.4, -20.6, picture)).toEqual({ left: 130, top: 79, size: 200 })
  expect(moveCrop(crop, -5_000, 5_000, picture)).toEqual({ left: 0, top: 400, size: 200 })
  expect(moveCrop(crop, 5_000, -5_000, picture)).toEqual({ left: 800, top: 0, size: 200 })
})

test('a crop keeps its centre when it is resized, unless an edge is in the way', () => {
  expect(resizeCrop({ left: 400, top: 200, size: 200 }, 300, picture)).toEqual({ left: 350, top: 150, size: 300 })
  expect(resizeCrop({ left: 0, top: 0, size: 200 }, 300, picture)).toEqual({ left: 0, top: 0, size: 300 })
  expect(resizeCrop({ left: 800, top: 400, size: 200 }, 300, picture)).toEqual({ left: 700, top: 300, size: 300 })
})

test('whatever is done to a crop, the server accepts it', () => {
  for (const size of [-10, 0, 127, 128, 555.5, 600, 9_999]) {
    for (const by of [-777.7, -1, 0, 3.3, 999]) {
      const crop = moveCrop(resizeCrop(centredCrop(picture), size, picture), by, -by, picture)
      expect(codeOf(crop), JSON.stringify(crop)).toBe('ok')
    }
  }
})
