import { type Ray } from './gizmo.ts'
import { type Placement } from '@veranda/core/rooms/records/placement.ts'
import { expect, test } from 'vitest'
import { headlessRoom, twoBoxes, twoMergedBoxes } from '../testing/headless-room.ts'
import { type DrawnStroke, type RoomHit } from '../room-canvas.ts'
import { PlacedModel } from '../asset/placed-model.ts'

function rayTo(x: number, y: number, z: number): Ray {
  const from = [0.2, 1.6, 2.4] as const
  const direction = [x - from[0], y - from[1], z - from[2]] as const
  const length = Math.hypot(...direction)
  return {
    ox: from[0],
    oy: from[1],
    oz: from[2],
    dx: direction[0] / length,
    dy: direction[1] / length,
    dz: direction[2] / length,
  }
}

const turnedPlacement: Placement = { position: [0.5, 0.2, -1], yaw: 0.6, size: { kind: 'factor', factor: 0.5 } }

test.for([
  ['parts of their own', 0],
  ['parts of their own', 0.8],
  ['parts drawn as one', 0],
  ['parts drawn as one', 0.8],
] as const)(
  'a pin on %s, exploded by %d, is in metres of the original wherever the asset stands',
  ([kind, explode]) => {
    const { asset, placedModel, tools, recorded } =
      kind === 'parts drawn as one' ? headlessRoom(twoMergedBoxes(), ['Seat', 'Lamp']) : headlessRoom()
    asset.applyTools({ ...asset.tools, explode }, 'none', false)
    asset.setPlacement(turnedPlacement)
    tools.tool = 'pin'
    const { x, y, z } = placedModel.toRoom(
      { x: 0.4, y: 0.75, z: 0.05 },
      'Lamp',
      asset.center(placedModel.group.position.clone()),
    )
    const ray = rayTo(x, y, z)
    tools.pointAt(ray, 30)
    tools.press(ray)
    const event = recorded.find(({ name }) => name === 'onPinPlaced')
    // The recorder keeps arguments of any type; `onPinPlaced` has a hit.
    const hit = event?.args[0] as RoomHit
    expect(hit.part).toBe('Lamp')
    expect(hit.position.x).toBeCloseTo(0.4, 6)
    expect(hit.position.y).toBeCloseTo(0.75, 6)
    expect(hit.position.z).toBeCloseTo(0.05, 6)
    expect(hit.normal.y).toBeCloseTo(1, 6)
  },
)

test.for(['its own', 'one'] as const)('hidden and clipped parts are not hit (meshes: %s)', (kind) => {
  const { asset, tools, raycaster } = kind === 'one' ? headlessRoom(twoMergedBoxes(), ['Seat', 'Lamp']) : headlessRoom()
  const ray = rayTo(0.4, 0.2, -0.6)
  tools.pointAt(ray, 30)
  expect(raycaster.partName).toBe('Lamp')
  asset.applyTools({ ...asset.tools, hidden: ['Lamp'] }, 'none', false)
  tools.pointAt(ray, 30)
  expect(raycaster.partName).toBe('Seat')
  asset.applyTools({ ...asset.tools, hidden: [], section: { axis: 'y', at: 0.5, turned: true } }, 'none', false)
  tools.pointAt(ray, 30)
  expect(raycaster.partName).toBe('Lamp')
  tools.pointAt(rayTo(-0.3, 0.1, -0.6), 30)
  expect(raycaster.partName).toBe('')
})

test('an arrow moves the asset along its axis only and emits a grab, drags and an end', () => {
  const { asset, tools, recorded } = headlessRoom()
  tools.tool = 'place'
  const gizmo = asset.gizmo()
  if (!gizmo) throw new Error('the gizmo is missing')
  const tip = gizmo.radius * 1.28
  const from = rayTo(gizmo.x + tip, gizmo.y, gizmo.z)
  tools.pointAt(from, 30)
  expect(tools.activeHandle).toBe('x')
  tools.press(from)
  const to = rayTo(gizmo.x + tip + 0.25, gizmo.y, gizmo.z)
  tools.pointAt(to, 30)
  tools.move(to)
  tools.release()
  expect(
    recorded
      .filter(({ name }) => name !== 'onPartHover')
      .map(({ name, args }) => (name === 'onPlacementChange' ? args[1] : name)),
  ).toEqual(['onGrab', 'drag', 'end'])
  expect(asset.placement.position).toEqual([0.25, 0, -0.6])
})

test('the ring turns by whole degrees and the knob sets the height to the centimetre', () => {
  const { asset, tools } = headlessRoom()
  tools.tool = 'place'
  const gizmo = asset.gizmo()
  if (!gizmo) throw new Error('the gizmo is missing')
  const onRing = (angle: number) =>
    rayTo(gizmo.x + Math.cos(angle) * gizmo.radius, gizmo.y, gizmo.z - Math.sin(angle) * gizmo.radius)
  tools.pointAt(onRing(-1.2), 30)
  expect(tools.activeHandle).toBe('turn')
  tools.press(onRing(-1.2))
  tools.move(onRing(-1.2 + 0.51))
  tools.release()
  expect((asset.placement.yaw * 180) / Math.PI).toBeCloseTo(29, 6)
  const corner = gizmo.radius * Math.SQRT1_2
  const knob = (y: number) => rayTo(gizmo.x + corner, gizmo.y + y, gizmo.z - corner)
  tools.pointAt(knob(gizmo.height), 30)
  expect(tools.activeHandle).toBe('size')
  tools.press(knob(gizmo.height))
  tools.move(knob(gizmo.height * 1.503))
  tools.release()
  expect(asset.placement.size).toEqual({ kind: 'height', metres: Number((gizmo.height * 1.5).toFixed(2)) })
})

test('a measurement between two points is in metres of the original', () => {
  const { asset, placedModel, tools, recorded } = headlessRoom()
  asset.setPlacement(turnedPlacement)
  tools.tool = 'measure'
  for (const x of [-0.2, 0.2]) {
    const roomPoint = placedModel.toRoom({ x, y: 0.55, z: 0.3 }, 'Seat', placedModel.group.position.clone())
    const ray = rayTo(roomPoint.x, roomPoint.y, roomPoint.z)
    tools.pointAt(ray, 30)
    tools.press(ray)
  }
  const [from, to, normal] = recorded.find(({ name }) => name === 'onMeasure')?.args ?? []
  // The arguments are two points.
  const [a, b] = [from, to] as { x: number }[]
  expect((b?.x ?? 0) - (a?.x ?? 0)).toBeCloseTo(0.4, 6)
  // For the length perpendicular to the surface at its start.
  const { x = 0, y = 0, z = 0 } = normal as { x?: number; y?: number; z?: number }
  expect(Math.hypot(x, y, z)).toBeCloseTo(1, 6)
})

test('a stroke is emitted once, when it is finished, with millimetre precision', () => {
  const { tools, recorded } = headlessRoom()
  tools.tool = 'pen'
  tools.pointAt(rayTo(-2, 1.2, -1), 30)
  tools.press(rayTo(-2, 1.2, -1))
  for (let roomPoint = 0; roomPoint < 20; roomPoint += 1) tools.move(rayTo(-2 + roomPoint * 0.05, 1.2, -1))
  expect(recorded.filter(({ name }) => name === 'onStroke')).toEqual([])
  tools.release()
  // The argument is of the type of `onStroke`.
  const stroke = recorded.find(({ name }) => name === 'onStroke')?.args[0] as DrawnStroke
  const { color, points: numbers } = stroke
  expect(color).toBe('amber')
  expect(numbers.length % 3).toBe(0)
  expect(numbers.length).toBeGreaterThan(30)
  for (const value of numbers) expect(value).toBeCloseTo(Math.round(value * 1000) / 1000, 9)
})

test('an asset moved by another user glides to its placement and ends exactly there', () => {
  const { asset } = headlessRoom()
  asset.glideTo(turnedPlacement)
  asset.updateGlide(0.014)
  expect(asset.placement.position[0]).toBeGreaterThan(0)
  expect(asset.placement.position[0]).toBeLessThan(0.25)
  let frames = 1
  while (asset.updateGlide(0.014)) frames += 1
  expect(frames).toBeLessThan(60)
  expect(asset.placement).toEqual(turnedPlacement)
})

test.for(['pin', 'measure'] as const)(
  'with the previous version in view the tool %s reports it and picks no point',
  (tool) => {
    const { asset, tools, recorded } = headlessRoom()
    asset.previous = new PlacedModel(twoBoxes(), [])
    asset.group.add(asset.previous.group)
    const ray = rayTo(0, 0.05, -0.6)
    const pressed = (flipped: boolean) => {
      asset.applyTools({ ...asset.tools }, 'flip', flipped)
      tools.tool = tool
      for (let press = 0; press < 2; press += 1) {
        tools.pointAt(ray, 30)
        tools.press(ray)
      }
      return recorded.splice(0).flatMap(({ name }) => (name === 'onPartHover' ? [] : [name]))
    }
    expect(pressed(true)).toEqual(['onPreviousVersionPressed', 'onPreviousVersionPressed'])
    expect(pressed(false)).toEqual(tool === 'pin' ? ['onPinPlaced', 'onPinPlaced'] : ['onMeasure'])
  },
)
