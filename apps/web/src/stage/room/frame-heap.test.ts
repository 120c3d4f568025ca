import { type PlacementRecord } from '@veranda/contract/rooms/records.ts'
import { noPose } from '@veranda/core/rooms/pose.ts'
import { Group, PerspectiveCamera, Vector3 } from 'three'
import { expect, test, vi } from 'vitest'
import { Avatars } from './avatars.ts'
import { HeadsetControl } from './headset-control.ts'
import { HeadsetView } from './headset-view.ts'
import { People } from './people.ts'
import { type RoomScene } from './room-scene.ts'
import { batchOf, comfort } from './test-frames.ts'
import { takenEach } from './test-heap.ts'
import { roomWithoutPictures } from './test-work.ts'
import { type WorkSource } from './types.ts'
import { WorkOnStage } from './work-on-stage.ts'

// Each runs some ten thousand times, so that all of it is compiled before it is counted.
vi.setConfig({ testTimeout: 60_000 })

/** Bytes: a few numbers that leave their register and the reading itself. A colour read from its name takes ten times as much. */
const nearNothing = 256
/** The same with a look along a line: the library that walks the tree of a work's boxes takes one to two thousand. */
const withOneLook = 4096

test('drawing three people takes nothing from the heap', () => {
  const people = new People()
  people.setMe(0)
  people.keep([1, 2, 3].map((slot) => ({ slot, personId: `${slot}`, device: 'headset' })))
  people.hear(batchOf(noPose(), 10), 10)
  people.step(20)
  const avatars = new Avatars()
  const { cast } = roomWithoutPictures()
  const eye = new Vector3(0, 1.6, 3)
  expect(people.find(1)?.presence).toBe(1)
  expect(takenEach(() => avatars.step(people, eye, cast))).toBeLessThan(nearNothing)
})

test('a work that somebody else moves takes nothing, with a length on it and lines that look for it', () => {
  const { marks, holder, cast } = roomWithoutPictures()
  const measure = { workId: 'work', from: { x: 0, y: 0, z: 0 }, to: { x: 1, y: 0, z: 0 }, normal: { x: 0, y: 1, z: 0 } }
  const records = new Map([['measure:one', measure]])
  // All of a source that lengths read.
  const source = { workId: 'work', tolerance: 0.001 } as WorkSource
  const work = new WorkOnStage([cast], () => marks.apply(records, holder, source))
  work.now = holder
  const places: PlacementRecord[] = [0, 1].map((x) => ({ position: [x, 0, -1], yaw: x, size: { kind: 'true' } }))
  const taken = takenEach((at) => {
    const place = at % 25 === 0 ? places[(at / 25) % 2] : undefined
    if (place) work.send(place)
    work.glide(0.0139)
  })
  expect(marks.lengths[0]?.at.x).toBeGreaterThan(0.4)
  expect(taken).toBeLessThan(nearNothing)
})

test('the value of what is carried takes nothing', () => {
  const { tools } = roomWithoutPictures()
  tools.tool = 'place'
  // Towards the near edge of the seat.
  const way = new Vector3(0.2, 0.5, -0.12).sub({ x: 0.2, y: 1.6, z: 2.4 }).normalize()
  const ray = { ox: 0.2, oy: 1.6, oz: 2.4, dx: way.x, dy: way.y, dz: way.z }
  tools.point(ray, 30)
  tools.press(ray)
  expect(tools.busy).toBe(true)
  expect(takenEach(() => void tools.value())).toBeLessThan(nearNothing)
})

test('hands of a headset that point and throw arcs take little more than the look along the line', () => {
  const { tools, told } = roomWithoutPictures()
  const targets = [new Group(), new Group()]
  const grip = new Group()
  grip.position.set(0.2, 1.3, 0.3)
  grip.updateMatrixWorld(true)
  const worn = new HeadsetControl({
    // All of a scene that being in it with a headset reads; the session and what draws are not there.
    scene: {
      renderer: {
        xr: {
          updateCamera: () => undefined,
          setReferenceSpaceType: () => undefined,
          getController: (at: number) => targets[at],
          getControllerGrip: () => grip,
        },
      },
      camera: new PerspectiveCamera(),
      floor: new Group(),
      worn: new HeadsetView(),
      panels: { point: () => false, show: () => undefined, centre: () => undefined, far: Infinity },
    } as unknown as RoomScene,
    tools,
    told,
    comfort: () => comfort,
    moved: () => undefined,
    ended: () => undefined,
  })
  const axes = [0, 0, 0, 0]
  for (const [at, target] of targets.entries()) {
    const source = { handedness: at === 0 ? 'left' : 'right', gamepad: { axes, buttons: [] } }
    target.position.set(0.2, 1.3, 0.3)
    target.lookAt(0, 2.4, 1.4)
    target.updateMatrixWorld(true)
    target.dispatchEvent({ type: 'connected', data: source } as never)
  }
  const pose = noPose()
  const taken = takenEach((at) => {
    axes[3] = at % 50 < 20 ? -1 : 0
    worn.step(0.0139, pose)
  })
  expect(pose.right.py).toBeCloseTo(1.3, 6)
  expect(taken).toBeLessThan(withOneLook)
})
