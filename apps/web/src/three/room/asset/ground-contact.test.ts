import { table } from '@veranda/core/rooms/records/placement.ts'
import { Color, Group, Mesh, type Object3D, Scene, Vector3 } from 'three'
import { expect, test } from 'vitest'
import { headlessRoom, twoBoxes } from '../testing/headless-room.ts'
import { contactShare, GroundContact } from './ground-contact.ts'
import { PlacedModel } from './placed-model.ts'

/** Returns a room whose shades are drawn by a renderer that records what it is given. */
function roomWithShades() {
  const room = headlessRoom()
  const { asset, placedModel } = room
  const scene = new Scene().add(new Group(), asset.group)
  const drawn: { place: string; visible: Object3D[] }[] = []
  const renderer = {
    shadowMap: { needsUpdate: true },
    getRenderTarget: () => null,
    getClearAlpha: () => 1,
    getClearColor: (into: Color) => into,
    setClearColor: () => undefined,
    setRenderTarget: () => undefined,
    clear: () => undefined,
    render: (root: Object3D) => {
      if (root !== scene) return
      const place = new Vector3().setFromMatrixPosition(placedModel.group.matrixWorld).toArray().join(' ')
      drawn.push({ place, visible: [...scene.children, ...asset.group.children].filter(({ visible }) => visible) })
    },
  }
  // What a shade calls.
  const contact = new GroundContact(asset, { renderer, scene } as unknown as ConstructorParameters<
    typeof GroundContact
  >[1])
  const shadeOf = ({ group }: PlacedModel) => group.children.find((child) => child instanceof Mesh)
  return { ...room, scene, drawn, contact, shadeOf }
}

test('a shade is drawn once, alone and in model space, and goes along with an asset that is dragged, turned and scaled', () => {
  const { asset, placedModel, scene, drawn, contact, shadeOf } = roomWithShades()
  asset.setPlacement({ position: [0.5, 0, -0.6], yaw: 0.3, size: { kind: 'true' } })
  contact.update(true)
  expect(drawn).toEqual([{ place: '0 0 0', visible: [asset.group, placedModel.group] }])
  expect(scene.children.every(({ visible }) => visible)).toBe(true)
  asset.setPlacement({ position: [-1, 0, 1], yaw: 2, size: { kind: 'factor', factor: 0.25 } })
  contact.update(true)
  expect(drawn).toHaveLength(1)
  const shade = shadeOf(placedModel)
  const where = shade?.getWorldPosition(new Vector3()) ?? new Vector3()
  expect([where.x, where.z]).toEqual([expect.closeTo(-1, 6), expect.closeTo(1, 6)])
  // Just above the deck at any scale.
  scene.updateMatrixWorld()
  expect(shade?.getWorldPosition(where).y).toBeCloseTo(0.003, 6)
})

test('a shade is drawn again when parts move or another model is loaded, but not for a frame in which nothing changed', () => {
  const { asset, drawn, contact, shadeOf } = roomWithShades()
  const drawsAfter = (change: () => void) => {
    change()
    contact.update(true)
    contact.update(true)
    return drawn.splice(0).length
  }
  expect(drawsAfter(() => undefined)).toBe(1)
  expect(drawsAfter(() => undefined)).toBe(0)
  expect(drawsAfter(() => asset.applyTools({ ...asset.tools, explode: 0.5 }, 'none', false))).toBe(1)
  expect(drawsAfter(() => contact.redraw())).toBe(1)
  const next = new PlacedModel(twoBoxes(), [])
  asset.current?.dispose()
  asset.current = next
  asset.group.add(next.group)
  expect(drawsAfter(() => asset.refresh())).toBe(1)
  expect(shadeOf(next)?.visible).toBe(true)
})

test('two versions side by side have a shade each; one that is laid over the other, a cut one and a headset have none', () => {
  const { asset, placedModel, drawn, contact, shadeOf } = roomWithShades()
  const previous = new PlacedModel(twoBoxes(), [])
  asset.previous = previous
  asset.group.add(previous.group)
  const shades = (isShown = true) => {
    contact.update(isShown)
    return [placedModel, previous].map((model) => model.group.visible && shadeOf(model)?.visible === true)
  }
  asset.applyTools(asset.tools, 'side', false)
  expect(shades()).toEqual([true, true])
  asset.applyTools(asset.tools, 'overlay', false)
  expect(shades()).toEqual([true, false])
  asset.applyTools(asset.tools, 'flip', true)
  expect(shades()).toEqual([false, true])
  asset.applyTools(asset.tools, 'side', false)
  drawn.length = 0
  expect(shades(false)).toEqual([false, false])
  asset.applyTools({ ...asset.tools, section: { axis: 'y', at: 0.5, turned: false } }, 'side', false)
  expect(shades()).toEqual([false, false])
  expect(drawn).toEqual([])
})

test('an asset that is lifted off the deck or the table loses its shade', () => {
  expect([0, 0.03, 0.06, 0.5].map((y) => contactShare([0, y, 0]))).toEqual([1, 0.5, 0, 0])
  const { x, y, z, radius } = table
  expect([y, y + 0.03, y + 0.2].map((height) => contactShare([x, height, z]))).toEqual([1, expect.closeTo(0.5), 0])
  expect(contactShare([x + radius + 0.01, y, z])).toBe(0)
  expect(contactShare([x, 0, z])).toBe(1)
})
