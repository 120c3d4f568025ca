import { Group, PerspectiveCamera } from 'three'
import { expect, test } from 'vitest'
import { VersionPair } from './compare/version-pair.ts'
import { twoBoxes } from '../room/testing/headless-room.ts'
import { pickAt } from './picking.ts'

const canvasSize = { width: 800, height: 400 }

/** Returns two versions of the two boxes and a camera in front of them. */
function versionPair() {
  const scene = new Group()
  const versions = new VersionPair(scene)
  versions.setCurrent(twoBoxes())
  versions.setPrevious(twoBoxes())
  scene.updateMatrixWorld(true)
  const camera = new PerspectiveCamera(30, 2, 0.01, 100)
  camera.position.set(0, 0.5, 4)
  const pickedAt = (x: number) => {
    const hit = pickAt(versions, camera, canvasSize, { x, y: 200, snap: false })
    return typeof hit === 'object' ? hit.part : hit
  }
  return { versions, pickedAt }
}

test('a point is picked on the visible version, and none while the previous one is in view', () => {
  const { versions, pickedAt } = versionPair()
  versions.setCompareMode('flip', false)
  expect(pickedAt(400)).toBe('Seat')
  versions.setCompareMode('flip', true)
  expect(pickedAt(400)).toBe('previous')
})

test('in the side-by-side view no point is picked on the previous version, which comes first', () => {
  const { versions, pickedAt } = versionPair()
  versions.setCompareMode('side', false)
  expect([pickedAt(200), pickedAt(600)]).toEqual(['previous', 'Seat'])
})

test('overlaid, and next to the model, picking is as without a previous version', () => {
  const { versions, pickedAt } = versionPair()
  versions.setCompareMode('overlay', false)
  expect([pickedAt(400), pickedAt(2)]).toEqual(['Seat', undefined])
})
