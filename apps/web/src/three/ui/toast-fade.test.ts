import { expect, test } from 'vitest'
import { toastFadeMs, toastOpacity } from './toast-fade.ts'

test('a toast fades after its time, and just goes for users who prefer reduced motion', () => {
  const opacities = (reducedMotion: boolean) =>
    [0, 7_999, 8_000 + toastFadeMs / 4, 8_000 + toastFadeMs, 60_000].map((at) => toastOpacity(at, 8_000, reducedMotion))
  expect(opacities(false)).toEqual([1, 1, 0.75, 0, 0])
  expect(opacities(true)).toEqual([1, 1, 0, 0, 0])
})
