import { expect, test } from 'vitest'
import { noticeFadeMs, noticeOpacity } from './notice-life.ts'

test('a notice fades after its time, and just goes for users who prefer reduced motion', () => {
  const opacities = (reducedMotion: boolean) =>
    [0, 7_999, 8_000 + noticeFadeMs / 4, 8_000 + noticeFadeMs, 60_000].map((at) =>
      noticeOpacity(at, 8_000, reducedMotion),
    )
  expect(opacities(false)).toEqual([1, 1, 0.75, 0, 0])
  expect(opacities(true)).toEqual([1, 1, 0, 0, 0])
})
