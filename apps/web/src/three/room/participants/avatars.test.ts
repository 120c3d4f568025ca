import { createPose, poseButton, poseFlag } from '@veranda/core/rooms/connection/pose.ts'
import { armLengths } from './arm-pose.ts'
import { InstancedMesh, Matrix4, Quaternion, Vector3 } from 'three'
import { expect, test } from 'vitest'
import { headlessRoom } from '../testing/headless-room.ts'
import { poseBatch } from '../testing/frame-run.ts'
import { Avatars } from './avatars.ts'
import { RemoteParticipants } from './remote-participants.ts'

/** In the order in which `Avatars` adds them; each is one draw call. */
const meshNames = ['heads', 'eyes', 'mouths', 'bodies', 'arms', 'left', 'right', 'beams', 'dots', 'rings'] as const

/** Returns a participant at the origin who looks towards -z, and what is drawn of them. */
function oneAvatar(change: (pose: ReturnType<typeof createPose>) => void = () => undefined, reducedMotion = false) {
  const participants = new RemoteParticipants()
  participants.setLocalParticipantSlot(0)
  participants.setParticipants([{ participantSlot: 1, userId: 'anna', device: 'headset' }])
  const pose = createPose()
  pose.head.py = 1.6
  change(pose)
  participants.receiveBatch(poseBatch(pose, 0), 0)
  participants.update(500)
  const avatars = new Avatars(reducedMotion)
  const { raycaster } = headlessRoom()
  const update = (now: number) => avatars.update(participants, new Vector3(0, 1.6, -3), raycaster, now)
  update(1_000)
  const meshOf = (name: (typeof meshNames)[number]) => avatars.group.children[meshNames.indexOf(name)] as InstancedMesh
  const partsOf = (name: (typeof meshNames)[number]) =>
    Array.from({ length: meshOf(name).count }, (_, index) => {
      const matrix = new Matrix4()
      meshOf(name).getMatrixAt(index, matrix)
      const [position, rotation, scale] = [new Vector3(), new Quaternion(), new Vector3()]
      matrix.decompose(position, rotation, scale)
      const end = new Vector3(0, 1, 0).applyMatrix4(matrix)
      return { position, scale, end }
    })
  return { avatars, participants, partsOf, update }
}

test('people are ten draw calls, however many there are', () => {
  const { avatars } = oneAvatar()
  expect(avatars.group.children).toHaveLength(10)
  expect(avatars.group.children.every((child) => child instanceof InstancedMesh)).toBe(true)
})

test('an arm runs from the shoulder over an elbow to a tracked hand, and the other one hangs down', () => {
  const { partsOf } = oneAvatar((pose) => {
    pose.flags = poseFlag.right
    Object.assign(pose.right, { px: 0.25, py: 1.25, pz: -0.3 })
  })
  const [leftUpper, leftLower, upper, lower] = partsOf('arms')
  if (!upper || !lower || !leftUpper || !leftLower) throw new Error('four parts expected')
  expect(upper.scale.y).toBeCloseTo(armLengths.upper, 3)
  expect(lower.scale.y).toBeCloseTo(armLengths.lower, 3)
  expect(upper.end.distanceTo(lower.position)).toBeLessThan(1e-3)
  expect(lower.end.distanceTo(new Vector3(0.25, 1.25, -0.3))).toBeLessThan(2e-3)
  expect(leftLower.end.y).toBeLessThan(1)
  expect([partsOf('left').length, partsOf('right').length]).toEqual([1, 1])
})

test('a user without hands points with an arm, from which the beam starts', () => {
  const { partsOf } = oneAvatar((pose) => {
    pose.flags = poseFlag.right | poseFlag.pointer
    pose.buttons = poseButton.laser
    Object.assign(pose.right, { px: 0.2, py: 0.5, pz: -2 })
  })
  const [beam] = partsOf('beams')
  const [hand] = partsOf('right')
  if (!beam || !hand) throw new Error('a beam and a hand expected')
  expect(beam.position.distanceTo(hand.position)).toBeLessThan(1e-6)
  expect(hand.position.z).toBeLessThan(-0.2)
  expect(partsOf('arms')).toHaveLength(4)
})

test('a mouth opens with the voice and eyes blink, unless the user prefers reduced motion', () => {
  const { participants, partsOf, update } = oneAvatar()
  const heightOf = (name: 'mouths' | 'eyes') => partsOf(name)[0]?.scale.y ?? NaN
  const closed = heightOf('mouths')
  const anna = participants.find(1)
  if (anna) anna.voiceLevel = 0.3
  update(1_000)
  expect(heightOf('mouths')).toBeGreaterThan(closed * 3)
  const still = oneAvatar(undefined, true)
  let [blinks, changes, stillBlinks] = [0, 0, 0]
  for (let now = 0; now < 9_000; now += 20) {
    if (update(now)) changes += 1
    if (heightOf('eyes') < 0.5) blinks += 1
    still.update(now)
    if ((still.partsOf('eyes')[0]?.scale.y ?? 0) < 0.5) stillBlinks += 1
  }
  // Two or three times, for seven frames each, and only then something changes.
  expect(blinks).toBeGreaterThan(8)
  expect(blinks).toBeLessThan(40)
  expect(changes).toBeLessThanOrEqual(6)
  expect(stillBlinks).toBe(0)
})
