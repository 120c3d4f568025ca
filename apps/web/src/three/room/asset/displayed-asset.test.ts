import { distanceToModel, placementBeside } from '@veranda/core/rooms/records/side-by-side.ts'
import { Vector3 } from 'three'
import { expect, test } from 'vitest'
import { headlessRoom, twoBoxes } from '../testing/headless-room.ts'
import { PlacedModel } from './placed-model.ts'

/** Returns a room with two versions. */
function roomWithTwoVersions() {
  const room = headlessRoom()
  room.asset.previous = new PlacedModel(twoBoxes(), [])
  room.asset.group.add(room.asset.previous.group)
  return { ...room, previous: room.asset.previous }
}

const originOf = ({ group }: PlacedModel) => new Vector3().setFromMatrixPosition(group.matrixWorld)

test('side by side, the current version stays where everybody saw it, and the other one is where the record says', () => {
  const { asset, placedModel, previous } = roomWithTwoVersions()
  const before = originOf(placedModel)
  const beside = { angle: -Math.PI / 2, gap: 0.5 }
  asset.applyTools(asset.tools, 'side', false, beside)
  expect(originOf(placedModel)).toEqual(before)
  const bounds = asset.versionBounds()
  if (!bounds) throw new Error('both versions are loaded')
  const there = placementBeside(asset.placement, bounds, beside)
  const head = { x: there.position[0], y: 1.6, z: there.position[2] + 2 }
  expect(distanceToModel(head, there, bounds.previous)).toBeGreaterThan(0)
  expect(originOf(previous).sub(before).toArray()).toEqual([
    expect.closeTo(there.position[0] - asset.placement.position[0], 9),
    0,
    expect.closeTo(there.position[2] - asset.placement.position[2], 9),
  ])
  // What is framed and lit is both of them.
  const middle = asset.center(new Vector3())
  expect(middle.distanceTo(originOf(placedModel))).toBeGreaterThan(0.4)
  const corner = new Vector3(previous.model.box.max.x, 0, previous.model.box.max.z).applyMatrix4(
    previous.group.matrixWorld,
  )
  expect(middle.distanceTo(corner)).toBeLessThan(asset.radius())
  asset.applyTools(asset.tools, 'none', false)
  expect(originOf(previous)).toEqual(before)
})

test('versions are named while both can be seen, one after the other or next to each other', () => {
  const { asset } = roomWithTwoVersions()
  const named = (['none', 'flip', 'side', 'overlay', 'map'] as const).filter((mode) => {
    asset.applyTools(asset.tools, mode, false)
    return asset.showsVersions
  })
  expect(named).toEqual(['flip', 'side'])
})
