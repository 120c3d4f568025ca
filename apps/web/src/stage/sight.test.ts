import { Group, PerspectiveCamera } from 'three'
import { expect, test } from 'vitest'
import { Pair } from './pair.ts'
import { twoBoxes } from './room/test-work.ts'
import { pickOn } from './sight.ts'

const size = { width: 800, height: 400 }

/** Two versions of the two boxes, looked at from the front. */
function pair() {
  const stage = new Group()
  const both = new Pair(stage)
  both.setNow(twoBoxes())
  both.setFormer(twoBoxes())
  stage.updateMatrixWorld(true)
  const camera = new PerspectiveCamera(30, 2, 0.01, 100)
  camera.position.set(0, 0.5, 4)
  const at = (x: number) => {
    const hit = pickOn(both, camera, size, { x, y: 200, snap: false })
    return typeof hit === 'object' ? hit.part : hit
  }
  return { both, at }
}

test('a place is taken on the version that is shown, and none on the former one while that is in sight', () => {
  const { both, at } = pair()
  both.compare('flip', false)
  expect(at(400)).toBe('Seat')
  both.compare('flip', true)
  expect(at(400)).toBe('former')
})

test('side by side the former version, which stands first, takes none', () => {
  const { both, at } = pair()
  both.compare('side', false)
  expect([at(200), at(600)]).toEqual(['former', 'Seat'])
})

test('overlaid, and beside the work, it is as without a former version', () => {
  const { both, at } = pair()
  both.compare('overlay', false)
  expect([at(400), at(2)]).toEqual(['Seat', undefined])
})
