import { BackSide, DoubleSide, FrontSide, Group, type Material, Mesh, type Object3D, Plane, Vector3 } from 'three'
import { expect, test } from 'vitest'
import { headlessRoom, twoBoxes } from '../room/testing/headless-room.ts'
import { type Model } from './model.ts'

const sides = ({ meshes }: Model) => meshes.map(({ material }) => (material as Material).side)
const cut = new Plane(new Vector3(0, -1, 0), 0.6)

/** Returns a model whose lamp is drawn from inside, as a shade is. */
function boxesWithShade(): Model {
  const model = twoBoxes()
  const [, lamp] = model.meshes
  // Made by the fixture.
  if (lamp) (lamp.material as Material).side = BackSide
  return model
}

test('a cut shows both sides of every surface, and after it each has its own again', () => {
  const model = boxesWithShade()
  model.setClippingPlanes([cut])
  expect(sides(model)).toEqual([DoubleSide, DoubleSide])
  // What is first drawn in another way during the cut is put back too.
  model.highlightPart('Lamp')
  model.setAppearance('ghost')
  model.setAppearance('plain')
  expect(sides(model)).toEqual([DoubleSide, DoubleSide])
  model.setClippingPlanes([])
  expect(sides(model)).toEqual([FrontSide, BackSide])
  model.highlightPart(undefined)
  expect(sides(model)).toEqual([FrontSide, BackSide])
  model.setAppearance('heat')
  expect(sides(model)).toEqual([FrontSide, FrontSide])
})

test('the same holds for a model that is placed in a room', () => {
  const { asset, placedModel } = headlessRoom(boxesWithShade())
  const section = { axis: 'y', at: 0.5, turned: false } as const
  asset.applyTools({ ...asset.tools, section }, 'none', false)
  placedModel.highlightPart('Seat')
  expect(sides(placedModel.model)).toEqual([DoubleSide, DoubleSide])
  const planes = placedModel.model.meshes.map(({ material }) => (material as Material).clippingPlanes)
  expect(planes).toEqual([placedModel.clippingPlanes, placedModel.clippingPlanes])
  asset.applyTools({ ...asset.tools, section: null }, 'none', false)
  placedModel.highlightPart(undefined)
  expect(sides(placedModel.model)).toEqual([FrontSide, BackSide])
})

test('the cut of a part that is hidden is not filled', () => {
  const model = twoBoxes()
  new Group().add(model.root)
  model.setClippingPlanes([cut])
  const fillsOf = (of: Mesh) => {
    const fills: Object3D[] = []
    model.root.traverse((object) => {
      if (object instanceof Mesh && object !== of && object.geometry === of.geometry) fills.push(object)
    })
    return fills.map(({ layers }) => layers.isEnabled(0))
  }
  const [seat, lamp] = model.meshes
  if (!seat || !lamp) throw new Error('two parts expected')
  expect([fillsOf(seat), fillsOf(lamp)]).toEqual([
    [true, true],
    [true, true],
  ])
  model.setHiddenParts(new Set(['Lamp']))
  expect([fillsOf(seat), fillsOf(lamp)]).toEqual([
    [true, true],
    [false, false],
  ])
})
