import { PoseBatchWriter } from '@veranda/core/rooms/connection/pose-batch.ts'
import { createPose, type Pose, poseButton, poseFlag, writePose } from '@veranda/core/rooms/connection/pose.ts'
import { Vector3 } from 'three'
import { Avatars } from '../participants/avatars.ts'
import { Locomotion } from '../../xr/locomotion.ts'
import { type HandInput } from '../../xr/hand-input.ts'
import { PoseSender } from '../participants/pose-sender.ts'
import { RemoteParticipants } from '../participants/remote-participants.ts'
import { FrameUpdater } from '../frame-updater.ts'
import { garbageCollector } from './heap.ts'
import { headlessRoom } from './headless-room.ts'
import { type RoomFormats } from '../room-canvas.ts'

const formats: RoomFormats = { length: String, measurement: String, angle: String, scale: () => undefined }
/** Default comfort settings. */
export const comfort = { snapDegrees: 30, vignette: true, seated: false, hand: 'right' } as const

/** Returns the batch that the server sends for one participant at a room time, in milliseconds. */
export function poseBatch(pose: Pose, time: number): DataView {
  const writer = new PoseBatchWriter(4)
  const bytes = new Uint8Array(64)
  const length = writePose(pose, new DataView(bytes.buffer))
  writer.add(1, bytes, length)
  const batch = writer.take(time)
  return new DataView(batch.buffer, batch.byteOffset, batch.byteLength)
}

export type FrameRun = {
  /** Growth of the heap in bytes, after garbage collection. */
  readonly heapGrowthBytes: number
  /** Frames in which the pointer hit the asset, and poses sent; both prove that the run did something. */
  readonly pointerHits: number
  readonly posesSent: number
}

/**
 * Runs the frame functions of a room `steps` times with participants, tools, screen and headset controls. Needs a
 * document.
 */
export function runFrames(steps: number): FrameRun {
  HTMLCanvasElement.prototype.getContext = () => null
  const { tools, annotations, screen, asset, gizmo, label, raycaster } = headlessRoom()
  const participants = new RemoteParticipants()
  participants.setLocalParticipantSlot(0)
  participants.setParticipants([{ participantSlot: 1, userId: 'anna', device: 'headset' }])
  const avatars = new Avatars()
  let posesSent = 0
  const poseSender = new PoseSender(() => (posesSent += 1))
  const frame = new FrameUpdater({
    scene: { gizmo, label },
    participants,
    poseSender,
    screen,
    headset: () => undefined,
    tools,
    annotations,
    // Labels need a canvas; they are tested in a browser.
    labels: { update: () => undefined } as never,
    asset,
    beamRaycaster: raycaster,
    avatars,
    formats,
    device: 'desktop',
    tokens: () => undefined as never,
    localParticipantSlot: () => 0,
    followedParticipantSlot: () => undefined,
    pinsVisible: () => true,
  })
  const locomotion = new Locomotion()
  const head = new Vector3(0, 1.6, 0)
  const stick = { x: 0, y: 0 }
  const ray = { ox: 0.2, oy: 1.3, oz: 0.3, dx: -0.132, dy: -0.793, dz: -0.595 }
  // All that locomotion reads of a hand.
  const hand = { isTracked: true, isTrackedHand: false, thumbstick: stick, ray } as HandInput
  const hands = [hand, hand] as const
  const pose = createPose()
  Object.assign(pose, { flags: poseFlag.left | poseFlag.right, buttons: poseButton.laser })
  // Batches come from the network: created before the measurement, received during it.
  const batches = Array.from({ length: 400 }, (_, index) => {
    Object.assign(pose, { seq: index, time: index * 33 })
    Object.assign(pose.head, { px: Math.sin(index / 9), py: 1.6, pz: Math.cos(index / 9) })
    return poseBatch(pose, index * 33)
  })
  let now = 0
  let pointerHits = 0
  const run = (steps: number) => {
    for (let index = 0; index < steps; index += 1) {
      now += 13.9
      const batch = index % 25 === 0 ? batches[(index / 25) % 400] : undefined
      if (batch) participants.receiveBatch(batch, now)
      screen.eye.keyAxes.turn = index % 200 < 100 ? 1 : -1
      frame.update(now, false)
      stick.y = index % 50 < 20 ? 1 : 0
      locomotion.update(hands, head, comfort, 0.0139)
      tools.pointAt(ray, 12)
      if (raycaster.partName !== '') pointerHits += 1
    }
  }
  const collect = garbageCollector()
  // Warm-up: what is compiled and allocated once does not count.
  run(4000)
  collect()
  const before = process.memoryUsage().heapUsed
  run(steps)
  collect()
  return { heapGrowthBytes: process.memoryUsage().heapUsed - before, pointerHits, posesSent }
}
