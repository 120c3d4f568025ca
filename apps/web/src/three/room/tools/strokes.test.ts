import { type RecordValue } from '@veranda/contract/rooms/records/record-kinds.ts'
import { maxLiveStrokePoints } from '@veranda/core/rooms/connection/live-stroke.ts'
import { Vector3 } from 'three'
import { afterEach, expect, test, vi } from 'vitest'
import { PlacedModel } from '../asset/placed-model.ts'
import { type DrawnStroke, type LiveStroke } from '../room-canvas.ts'
import { headlessRoom, sampleSource, twoBoxes, twoMergedBoxes } from '../testing/headless-room.ts'
import { type Ray } from './gizmo.ts'
import { LiveStrokes } from './live-strokes.ts'

afterEach(() => vi.useRealTimers())

type Room = ReturnType<typeof headlessRoom>

/** Returns a ray straight down onto a point of a part, given in model space. */
function rayOnto(room: Room, part: string, x: number, y: number, z: number): Ray {
  const point = room.placedModel.toRoom({ x, y, z }, part, new Vector3())
  return { ox: point.x, oy: point.y + 1, oz: point.z, dx: 0, dy: -1, dz: 0 }
}

/** Draws along the top of the lamp and returns the stroke that was reported, and its parts while it was drawn. */
function drawOnLamp(room: Room): { stroke: DrawnStroke; live: LiveStroke[] } {
  const { tools, recorded } = room
  tools.tool = 'pen'
  for (const [at, z] of [-0.06, -0.04, -0.02, 0, 0.02, 0.04, 0.06].entries()) {
    const ray = rayOnto(room, 'Lamp', 0.4, 0.75, z)
    tools.pointAt(ray, 30)
    if (at === 0) tools.press(ray)
    else tools.move(ray)
  }
  tools.release()
  const argumentsOf = (event: string) => recorded.filter(({ name }) => name === event).map(({ args }) => args[0])
  // Reported with what the types of the events say.
  return {
    stroke: argumentsOf('onStroke').at(-1) as DrawnStroke,
    live: argumentsOf('onStrokeProgress') as LiveStroke[],
  }
}

const recordsOf = ({ key, color, on, points }: DrawnStroke) =>
  new Map<string, RecordValue['stroke']>([[key, { color, on, points }]])

test.for(['parts of their own', 'parts drawn as one'] as const)(
  'a stroke on a part (%s) belongs to it and its version, and stays on it when it is moved, scaled and exploded',
  (kind) => {
    const room = kind === 'parts drawn as one' ? headlessRoom(twoMergedBoxes(), ['Seat', 'Lamp']) : headlessRoom()
    const { asset, annotations } = room
    asset.applyTools({ ...asset.tools, explode: 0.6 }, 'none', false)
    asset.setPlacement({ position: [0.5, 0.2, -1], yaw: 0.6, size: { kind: 'factor', factor: 0.5 } })
    const { stroke } = drawOnLamp(room)
    expect(stroke.on).toEqual({ ...sampleSource, part: 'Lamp' })
    // 6 mm above the surface of the room is 12 mm of the model, wherever the part is.
    expect(stroke.points.slice(0, 3)).toEqual([
      expect.closeTo(0.4, 2),
      expect.closeTo(0.762, 2),
      expect.closeTo(-0.06, 2),
    ])
    const records = recordsOf(stroke)
    const isDrawn = () => {
      annotations.updateStrokes(records, asset)
      return annotations.hitTest(rayOnto(room, 'Lamp', 0.4, 0.75, 0)) === stroke.key
    }
    expect(isDrawn()).toBe(true)
    asset.setPlacement({ position: [-1.5, 0, 1], yaw: -1, size: { kind: 'true' } })
    expect(isDrawn()).toBe(true)
    asset.applyTools({ ...asset.tools, explode: 0 }, 'none', false)
    expect(isDrawn()).toBe(true)
    asset.applyTools({ ...asset.tools, hidden: ['Lamp'] }, 'none', false)
    expect(isDrawn()).toBe(false)
  },
)

test('a stroke is shown with its version only, also while it is the previous one', () => {
  const room = headlessRoom()
  const { asset, annotations } = room
  const { stroke } = drawOnLamp(room)
  const records = recordsOf(stroke)
  const isDrawnAt = (ray: Ray) => {
    annotations.updateStrokes(records, asset)
    return annotations.hitTest(ray) === stroke.key
  }
  const onLamp = rayOnto(room, 'Lamp', 0.4, 0.75, 0)
  const other = new PlacedModel(twoBoxes(), [], { ...sampleSource, deliverableId: 'next-version' })
  asset.group.add(other.group)
  asset.current = other
  asset.refresh()
  expect(isDrawnAt(onLamp)).toBe(false)
  asset.previous = room.placedModel
  asset.applyTools({ ...asset.tools }, 'flip', true)
  expect(isDrawnAt(onLamp)).toBe(true)
  asset.applyTools({ ...asset.tools }, 'flip', false)
  expect(isDrawnAt(onLamp)).toBe(false)
})

test('a stroke in the air belongs to the version as a whole, and one without a model to the room', () => {
  const room = headlessRoom()
  const { tools, recorded, asset } = room
  const drawInAir = () => {
    tools.tool = 'pen'
    for (const [at, x] of [-2, -1.9, -1.8].entries()) {
      const ray = { ox: x, oy: 1.2, oz: 2, dx: 0, dy: 0, dz: -1 }
      tools.pointAt(ray, 30)
      if (at === 0) tools.press(ray)
      else tools.move(ray)
    }
    tools.release()
    return recorded.findLast(({ name }) => name === 'onStroke')?.args[0] as DrawnStroke
  }
  expect(drawInAir().on).toEqual({ ...sampleSource, part: null })
  asset.current = undefined
  asset.refresh()
  expect(drawInAir().on).toBeUndefined()
})

test('a stroke is reported while it is drawn, in bounded parts that are the whole of it together', () => {
  const { stroke, live } = drawOnLamp(headlessRoom())
  expect(live.length).toBeGreaterThan(3)
  const together: number[] = []
  for (const { key, from, points, on } of live) {
    expect([key, on]).toEqual([stroke.key, stroke.on])
    expect(points.length).toBeLessThanOrEqual(maxLiveStrokePoints * 3)
    expect(from * 3).toBe(together.length)
    together.push(...points)
  }
  expect(stroke.points.slice(0, together.length)).toEqual(together)
})

test('what another one draws stays until its record is there, and goes at once if there will be none', () => {
  vi.useFakeTimers()
  const room = headlessRoom()
  const { stroke, live } = drawOnLamp(room)
  const strokes = new LiveStrokes(room.asset, () => undefined)
  const shown = () => strokes.group.children.filter(({ visible }) => visible).length
  const draw = (participantSlot: number, key: string) => {
    for (const part of live) strokes.extend(participantSlot, { ...part, key })
  }
  draw(1, stroke.key)
  draw(2, 'stroke:other')
  expect(shown()).toBe(2)
  strokes.end(2, 'stroke:other', false)
  strokes.end(1, stroke.key, true)
  expect(shown()).toBe(1)
  strokes.forgetWritten(recordsOf(stroke))
  expect(shown()).toBe(0)
  // A record that never arrives.
  draw(1, 'stroke:lost')
  strokes.end(1, 'stroke:lost', true)
  vi.advanceTimersByTime(10_000)
  expect(shown()).toBe(0)
  // As many as may draw at once, and not of another version.
  for (const participantSlot of [1, 2, 3, 4, 5, 6, 7]) draw(participantSlot, `stroke:${participantSlot}`)
  expect(shown()).toBe(4)
  strokes.endAll()
  strokes.extend(1, {
    ...live[0],
    key: 'stroke:x',
    on: { ...sampleSource, assetId: 'other', part: null },
  } as LiveStroke)
  expect(shown()).toBe(0)
  strokes.dispose()
})
