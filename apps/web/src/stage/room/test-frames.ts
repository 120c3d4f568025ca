import { BatchWriter } from '@veranda/core/rooms/batch.ts'
import { noPose, type Pose, press, tell, writePose } from '@veranda/core/rooms/pose.ts'
import { Vector3 } from 'three'
import { Avatars } from './avatars.ts'
import { Carrying } from './carrying.ts'
import { type Hand } from './headset.ts'
import { OwnPose } from './own-pose.ts'
import { People } from './people.ts'
import { RoomFrame } from './room-frame.ts'
import { collector } from './test-heap.ts'
import { roomWithoutPictures } from './test-work.ts'
import { type RoomWords } from './types.ts'

const words: RoomWords = { length: String, exact: String, angle: String, factor: String }
/** How somebody moves who changed nothing. */
export const comfort = { snapDegrees: 30, vignette: true, seated: false, hand: 'right' } as const

/** What the server sends of one person at a time of the room, in milliseconds. */
export function batchOf(pose: Pose, time: number): DataView {
  const writer = new BatchWriter(4)
  const bytes = new Uint8Array(64)
  const length = writePose(pose, new DataView(bytes.buffer))
  writer.add(1, bytes, length)
  const batch = writer.take(time)
  return new DataView(batch.buffer, batch.byteOffset, batch.byteLength)
}

export type FramesRun = {
  /** Bytes that the heap grew by, after its rubbish was collected. */
  readonly grown: number
  /** Frames in which the pointer met the work, and poses that were sent: that it was no empty run. */
  readonly met: number
  readonly sent: number
}

/** Runs a room's frame functions so many times with people, tools and both ways of being here. Wants a document. */
export function runFrames(steps: number): FramesRun {
  HTMLCanvasElement.prototype.getContext = () => null
  const { tools, marks, flat, work, gizmo, label, cast } = roomWithoutPictures()
  const people = new People()
  people.setMe(0)
  people.keep([{ slot: 1, personId: 'anna', device: 'headset' }])
  const avatars = new Avatars()
  let sent = 0
  const own = new OwnPose(() => (sent += 1))
  const frame = new RoomFrame({
    scene: { gizmo, label },
    people,
    own,
    flat,
    // Never asked for outside of a headset.
    worn: undefined as never,
    tools,
    marks,
    // Signs want a page that draws; they are looked at in a browser.
    written: { step: () => undefined } as never,
    work,
    beams: cast,
    avatars,
    words,
    device: 'desktop',
    look: () => undefined as never,
    me: () => 0,
    followed: () => undefined,
    pinsShown: () => true,
  })
  const carrying = new Carrying()
  const head = new Vector3(0, 1.6, 0)
  const stick = { x: 0, y: 0 }
  const ray = { ox: 0.2, oy: 1.3, oz: 0.3, dx: -0.132, dy: -0.793, dz: -0.595 }
  // All of a hand that carrying reads.
  const hand = { here: true, fingers: false, stick, ray } as Hand
  const hands = [hand, hand] as const
  const pose = noPose()
  Object.assign(pose, { tells: tell.left | tell.right, presses: press.laser })
  // The messages are the network's: made before, heard in between.
  const batches = Array.from({ length: 400 }, (_, at) => {
    Object.assign(pose, { seq: at, time: at * 33 })
    Object.assign(pose.head, { px: Math.sin(at / 9), py: 1.6, pz: Math.cos(at / 9) })
    return batchOf(pose, at * 33)
  })
  let now = 0
  let met = 0
  const run = (steps: number) => {
    for (let at = 0; at < steps; at += 1) {
      now += 13.9
      const batch = at % 25 === 0 ? batches[(at / 25) % 400] : undefined
      if (batch) people.hear(batch, now)
      flat.eye.held.turn = at % 200 < 100 ? 1 : -1
      frame.step(now, false)
      stick.y = at % 50 < 20 ? 1 : 0
      carrying.step(hands, head, comfort, 0.0139)
      tools.point(ray, 12)
      if (cast.part !== '') met += 1
    }
  }
  const collect = collector()
  // What is compiled and grown once belongs to no frame.
  run(4000)
  collect()
  const before = process.memoryUsage().heapUsed
  run(steps)
  collect()
  return { grown: process.memoryUsage().heapUsed - before, met, sent }
}
