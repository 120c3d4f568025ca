import { compareModes } from '@veranda/core/assets/compare-modes.ts'
import { distanceToModel, placementBeside } from '@veranda/core/rooms/records/side-by-side.ts'
import { MeshStandardMaterial, Vector3 } from 'three'
import { expect, test } from 'vitest'
import { headlessRoom, twoBoxes, twoMergedBoxes } from '../testing/headless-room.ts'
import { toViewpoint } from './hit-test.ts'
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
  const named = (['none', ...compareModes] as const).filter((mode) => {
    asset.applyTools(asset.tools, mode, false)
    return asset.showsVersions
  })
  expect(named).toEqual(['flip', 'side'])
})

const colorOf = ({ model }: PlacedModel) => {
  const [material] = model.meshes.map((mesh) => mesh.material)
  return material instanceof MeshStandardMaterial ? `#${material.color.getHexString()}` : undefined
}

test('a chosen variant is shown by both versions, and one that does not offer it shows its own materials', () => {
  const { asset, placedModel } = headlessRoom(twoMergedBoxes({ Moss: '#335522', Ink: '#112244' }), ['Seat', 'Lamp'])
  const previous = new PlacedModel(twoMergedBoxes({ Moss: '#446633' }), ['Seat', 'Lamp'])
  asset.previous = previous
  asset.group.add(previous.group)
  const defaultColor = colorOf(placedModel)
  const shownWith = (variant: string | undefined) => {
    asset.setVariant(variant)
    return [colorOf(placedModel), colorOf(previous)]
  }
  expect(shownWith('Moss')).toEqual(['#335522', '#446633'])
  expect(shownWith('Ink')).toEqual(['#112244', defaultColor])
  expect(shownWith('Unknown')).toEqual([defaultColor, defaultColor])
  expect(shownWith('Moss')).toEqual(['#335522', '#446633'])
  // What a comparison paints over it comes off again.
  asset.applyTools(asset.tools, 'overlay', false)
  expect(colorOf(previous)).not.toBe('#446633')
  asset.applyTools(asset.tools, 'side', false)
  expect([colorOf(placedModel), colorOf(previous)]).toEqual(['#335522', '#446633'])
  expect(shownWith(undefined)).toEqual([defaultColor, defaultColor])
})

test('a merged model keeps its hidden and exploded parts when its variant changes', () => {
  const { asset, placedModel } = headlessRoom(twoMergedBoxes({ Moss: '#335522' }), ['Seat', 'Lamp'])
  asset.applyTools({ ...asset.tools, hidden: ['Lamp'], explode: 0.5 }, 'none', false)
  const [mesh] = placedModel.model.meshes
  const drawn = () =>
    [mesh?.geometry.index?.array, mesh?.geometry.getAttribute('position').array].map((all) => [...(all ?? [])])
  const before = drawn()
  asset.setVariant('Moss')
  expect(colorOf(placedModel)).toBe('#335522')
  expect(drawn()).toEqual(before)
})

test('a pin made on a variant remembers it', () => {
  const { asset } = headlessRoom(twoMergedBoxes({ Moss: '#335522' }), ['Seat', 'Lamp'])
  const settings = () => toViewpoint(asset, new Vector3(), new Vector3(0, 0, -1)).settings
  expect(settings().variant).toBeUndefined()
  asset.setVariant('Moss')
  expect(settings().variant).toBe('Moss')
})
