import { type Ray } from '@veranda/core/rooms/gizmo.ts'
import { type Placement } from '@veranda/core/rooms/placement.ts'
import { expect, test } from 'vitest'
import { roomWithoutPictures, twoBoxes, twoBoxesAsOne } from './test-work.ts'
import { type RoomHit } from './types.ts'
import { WorkHolder } from './work-holder.ts'

function rayTo(x: number, y: number, z: number): Ray {
  const from = [0.2, 1.6, 2.4] as const
  const way = [x - from[0], y - from[1], z - from[2]] as const
  const long = Math.hypot(...way)
  return { ox: from[0], oy: from[1], oz: from[2], dx: way[0] / long, dy: way[1] / long, dz: way[2] / long }
}

const turned: Placement = { position: [0.5, 0.2, -1], yaw: 0.6, size: { kind: 'factor', factor: 0.5 } }

test.for([
  ['parts of their own', 0],
  ['parts of their own', 0.8],
  ['parts drawn as one', 0],
  ['parts drawn as one', 0.8],
] as const)(
  'a pin on %s, apart by %d, is in the metres of the original wherever the work stands',
  ([kind, explode]) => {
    const { work, holder, tools, heard } =
      kind === 'parts drawn as one' ? roomWithoutPictures(twoBoxesAsOne(), ['Seat', 'Lamp']) : roomWithoutPictures()
    work.treat({ ...work.tools, explode }, 'none', false)
    work.place(turned)
    tools.tool = 'pin'
    const { x, y, z } = holder.toRoom({ x: 0.4, y: 0.75, z: 0.05 }, 'Lamp', work.middle(holder.group.position.clone()))
    const ray = rayTo(x, y, z)
    tools.point(ray, 30)
    tools.press(ray)
    const told = heard.find(({ name }) => name === 'pin')
    // Told with what the type of `pin` says.
    const hit = told?.with[0] as RoomHit
    expect(hit.part).toBe('Lamp')
    expect(hit.position.x).toBeCloseTo(0.4, 6)
    expect(hit.position.y).toBeCloseTo(0.75, 6)
    expect(hit.position.z).toBeCloseTo(0.05, 6)
    expect(hit.normal.y).toBeCloseTo(1, 6)
  },
)

test.for(['its own', 'one'] as const)('what is cut away or hidden is not met, be each part %s', (kind) => {
  const { work, tools, cast } =
    kind === 'one' ? roomWithoutPictures(twoBoxesAsOne(), ['Seat', 'Lamp']) : roomWithoutPictures()
  const ray = rayTo(0.4, 0.2, -0.6)
  tools.point(ray, 30)
  expect(cast.part).toBe('Lamp')
  work.treat({ ...work.tools, hidden: ['Lamp'] }, 'none', false)
  tools.point(ray, 30)
  expect(cast.part).toBe('Seat')
  work.treat({ ...work.tools, hidden: [], section: { axis: 'y', at: 0.5, turned: true } }, 'none', false)
  tools.point(ray, 30)
  expect(cast.part).toBe('Lamp')
  tools.point(rayTo(-0.3, 0.1, -0.6), 30)
  expect(cast.part).toBe('')
})

test('an arrow moves along its axis only, told as hold, drags, end and let go', () => {
  const { work, tools, heard } = roomWithoutPictures()
  tools.tool = 'place'
  const gizmo = work.gizmo()
  if (!gizmo) throw new Error('there are no handles')
  const tip = gizmo.radius * 1.28
  const from = rayTo(gizmo.x + tip, gizmo.y, gizmo.z)
  tools.point(from, 30)
  expect(tools.handle).toBe('x')
  tools.press(from)
  const to = rayTo(gizmo.x + tip + 0.25, gizmo.y, gizmo.z)
  tools.point(to, 30)
  tools.move(to)
  tools.release()
  expect(
    heard
      .filter(({ name }) => name !== 'pointedAt')
      .map(({ name, with: given }) => (name === 'place' ? given[1] : name)),
  ).toEqual(['hold', 'drag', 'end'])
  expect(work.placement.position).toEqual([0.25, 0, -0.6])
})

test('the ring turns by whole degrees and the knob sets the height to the centimetre', () => {
  const { work, tools } = roomWithoutPictures()
  tools.tool = 'place'
  const gizmo = work.gizmo()
  if (!gizmo) throw new Error('there are no handles')
  const on = (angle: number) =>
    rayTo(gizmo.x + Math.cos(angle) * gizmo.radius, gizmo.y, gizmo.z - Math.sin(angle) * gizmo.radius)
  tools.point(on(-1.2), 30)
  expect(tools.handle).toBe('turn')
  tools.press(on(-1.2))
  tools.move(on(-1.2 + 0.51))
  tools.release()
  expect((work.placement.yaw * 180) / Math.PI).toBeCloseTo(29, 6)
  const corner = gizmo.radius * Math.SQRT1_2
  const knob = (y: number) => rayTo(gizmo.x + corner, gizmo.y + y, gizmo.z - corner)
  tools.point(knob(gizmo.tall), 30)
  expect(tools.handle).toBe('size')
  tools.press(knob(gizmo.tall))
  tools.move(knob(gizmo.tall * 1.503))
  tools.release()
  expect(work.placement.size).toEqual({ kind: 'height', metres: Number((gizmo.tall * 1.5).toFixed(2)) })
})

test('a length is taken from place to place in the metres of the original', () => {
  const { work, holder, tools, heard } = roomWithoutPictures()
  work.place(turned)
  tools.tool = 'measure'
  for (const x of [-0.2, 0.2]) {
    const at = holder.toRoom({ x, y: 0.55, z: 0.3 }, 'Seat', holder.group.position.clone())
    const ray = rayTo(at.x, at.y, at.z)
    tools.point(ray, 30)
    tools.press(ray)
  }
  const [from, to, normal] = heard.find(({ name }) => name === 'measure')?.with ?? []
  // Told as two places.
  const [a, b] = [from, to] as { x: number }[]
  expect((b?.x ?? 0) - (a?.x ?? 0)).toBeCloseTo(0.4, 6)
  // For the length square to the surface it begins on.
  const { x = 0, y = 0, z = 0 } = normal as { x?: number; y?: number; z?: number }
  expect(Math.hypot(x, y, z)).toBeCloseTo(1, 6)
})

test('a stroke is told once, when it is done, to the millimetre', () => {
  const { tools, heard } = roomWithoutPictures()
  tools.tool = 'pen'
  tools.point(rayTo(-2, 1.2, -1), 30)
  tools.press(rayTo(-2, 1.2, -1))
  for (let at = 0; at < 20; at += 1) tools.move(rayTo(-2 + at * 0.05, 1.2, -1))
  expect(heard.filter(({ name }) => name === 'stroke')).toEqual([])
  tools.release()
  const [color, points] = heard.find(({ name }) => name === 'stroke')?.with ?? []
  expect(color).toBe('amber')
  // Told as numbers.
  const numbers = points as number[]
  expect(numbers.length % 3).toBe(0)
  expect(numbers.length).toBeGreaterThan(30)
  for (const value of numbers) expect(value).toBeCloseTo(Math.round(value * 1000) / 1000, 9)
})

test('what somebody else moves comes softly to where they have it, and exactly there', () => {
  const { work } = roomWithoutPictures()
  work.send(turned)
  work.glide(0.014)
  expect(work.placement.position[0]).toBeGreaterThan(0)
  expect(work.placement.position[0]).toBeLessThan(0.25)
  let frames = 1
  while (work.glide(0.014)) frames += 1
  expect(frames).toBeLessThan(60)
  expect(work.placement).toEqual(turned)
})

test.for(['pin', 'measure'] as const)(
  'with the former version in sight the tool %s says so and takes no place',
  (tool) => {
    const { work, tools, heard } = roomWithoutPictures()
    work.former = new WorkHolder(twoBoxes(), [])
    work.group.add(work.former.group)
    const ray = rayTo(0, 0.05, -0.6)
    const pressed = (flipped: boolean) => {
      work.treat({ ...work.tools }, 'flip', flipped)
      tools.tool = tool
      for (let press = 0; press < 2; press += 1) {
        tools.point(ray, 30)
        tools.press(ray)
      }
      return heard.splice(0).flatMap(({ name }) => (name === 'pointedAt' ? [] : [name]))
    }
    expect(pressed(true)).toEqual(['formerPressed', 'formerPressed'])
    expect(pressed(false)).toEqual(tool === 'pin' ? ['pin', 'pin'] : ['measure'])
  },
)
