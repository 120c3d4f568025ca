import { tell } from '@veranda/core/rooms/pose.ts'
import { expect, test } from 'vitest'
import { OwnPose } from './own-pose.ts'

test.each([60, 72, 90, 120])('in a headset of %i pictures a second, poses go out 30 times a second', (fps) => {
  let sent = 0
  const own = new OwnPose(() => (sent += 1))
  own.now.tells = tell.left | tell.right
  for (let n = 0; n < fps * 10; n += 1) {
    own.now.head.px = n * 0.01
    own.step((n * 1_000) / fps, 'headset')
  }
  expect(Math.round(sent / 10)).toBe(30)
})
