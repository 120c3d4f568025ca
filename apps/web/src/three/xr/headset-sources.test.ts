import { Vector3 } from 'three'
import { expect, test } from 'vitest'
import {
  advanceConfirmation,
  type ReleaseConfirmation,
  releaseHoldMs,
} from '@veranda/core/commissions/milestones/release-confirmation.ts'
import { poseButton, poseFlag } from '@veranda/core/rooms/connection/pose.ts'
import { type HoldInput } from '../../lib/panels/panel-model.ts'
import { type DrawnStroke } from '../room/room-canvas.ts'
import { headlessHeadset, type SourceOptions } from './testing/headless-headset.ts'
import { eyeHeightMetres, heldButtonPanel, placeOf } from './testing/held-button.ts'

type Place = [x: number, y: number, z: number]

const hand = [0.2, 1.2, -0.2] as const

test('a source that belongs to no hand has a ray, presses, and is seen by others', async () => {
  const headset = headlessHeadset()
  await headset.enter()
  headset.connect(0, 'none', 1)
  headset.panels.setPanels([heldButtonPanel])
  headset.frame()
  headset.aim(0, hand, placeOf('cancel'))
  headset.frame()
  headset.pull(0)
  expect(headset.recorded.filter(({ name }) => name === 'onPanelAction')).toEqual([
    { name: 'onPanelAction', args: ['approve-hold', 'cancel'] },
  ])
  expect(headset.rayLength()).toBeGreaterThan(0)
  expect(headset.pose.flags & poseFlag.right).toBe(poseFlag.right)
  expect(headset.pose.buttons & poseButton.laser).toBe(poseButton.laser)
})

test('whether a source can open the menu is reported when it changes, and no source at all cannot', async () => {
  const { enter, connect, disconnect, frame, recorded } = headlessHeadset()
  const reports = () => recorded.filter(({ name }) => name === 'onMenuReach').map(({ args }) => args[0])
  await enter()
  frame()
  frame()
  expect(reports()).toEqual([false])
  connect(0, 'none', 2)
  frame()
  expect(reports()).toEqual([false])
  connect(1, 'left')
  frame()
  expect(reports()).toEqual([false, true])
  disconnect(1)
  frame()
  expect(reports()).toEqual([false, true, false])
})

const lookingPinch = { handedness: 'right', targetRayMode: 'transient-pointer', hasGrip: true } as const
const eyes: Place = [0, eyeHeightMetres, 0]
const sky: Place = [0.4, 4, -2]
/** The position of the first pinch of a test, which meets no panel. */
const beside: Place = [0, 0, 2]

/** Returns a headset whose user points by looking, and pinches a thumb and a finger to press. */
async function lookingHeadset() {
  const headset = headlessHeadset()
  await headset.enter()
  headset.panels.setPanels([heldButtonPanel])
  headset.frame()
  const { addSource, reportSource, aim, moveGrip, pull, letGo, frame, disconnect, recorded } = headset
  const namesOf = (name: string) => recorded.filter((one) => one.name === name).map(({ args }) => args[1])
  return {
    ...headset,
    actions: () => namesOf('onPanelAction'),
    holds: () => namesOf('onPanelHold'),
    /** Begins a pinch while looking at a place. Browsers differ in what they report first: the source or its press. */
    pinch(at: Place, first: 'source' | 'press' = 'source') {
      addSource(2, lookingPinch)
      aim(2, eyes, at)
      moveGrip(2, [0.3, 1, -0.3], at)
      if (first === 'source') reportSource(2)
      pull(2)
      if (first === 'press') reportSource(2)
    },
    /** Ends it; the source is gone from then on. */
    open() {
      letGo(2)
      frame()
      disconnect(2)
      frame()
    },
  }
}

test.for(['source', 'press'] as const)(
  'a pinch acts where it points itself, not where the one before did, also if the %s is reported first',
  async (first) => {
    const { pinch, open, actions } = await lookingHeadset()
    pinch(sky, first)
    open()
    expect(actions()).toEqual([])
    pinch(placeOf('cancel'), first)
    expect(actions()).toEqual(['cancel'])
    open()
    pinch(beside, first)
    open()
    expect(actions()).toEqual(['cancel'])
  },
)

test('beside two tracked hands that press nothing, a pinch presses, and the hands do not point any more', async () => {
  const { connectSource, aim, frame, pinch, open, actions, rayLength, pose } = await lookingHeadset()
  connectSource(0, { handedness: 'left', isHand: true })
  connectSource(1, { handedness: 'right', isHand: true })
  aim(1, hand, placeOf('release'))
  frame()
  expect(rayLength()).toBeGreaterThan(0)
  pinch(placeOf('cancel'))
  expect(actions()).toEqual(['cancel'])
  frame()
  open()
  expect(rayLength()).toBe(0)
  // Others still see them.
  expect(pose.flags & (poseFlag.left | poseFlag.right)).toBe(poseFlag.left | poseFlag.right)
})

test('a pinch holds a button for as long as it lasts, and a pinch that is gone without a word lets go', async () => {
  const { pinch, open, frame, disconnect, holds, actions } = await lookingHeadset()
  pinch(placeOf('release'))
  frame()
  open()
  expect(holds()).toEqual(['hold', 'keep', 'let-go'])
  pinch(placeOf('release'))
  disconnect(2)
  frame()
  expect(holds()).toEqual(['hold', 'keep', 'let-go', 'hold', 'let-go'])
  expect(actions()).toEqual([])
})

test('what a pinch drags follows the hand, and is written once when the fingers open', async () => {
  const { pinch, open, aim, frame, tools, asset, recorded } = await lookingHeadset()
  tools.tool = 'place'
  const { x, z } = asset.center(new Vector3())
  const seat: Place = [x - 0.3, 0.55, z + 0.3]
  const start = asset.copyPlacement()
  pinch(seat)
  frame()
  expect(tools.busy).toBe(true)
  aim(2, eyes, [seat[0] + 0.5, seat[1], seat[2]])
  frame()
  const moved = asset.copyPlacement()
  expect(moved.position[0] - start.position[0]).toBeGreaterThan(0.3)
  open()
  const ends = recorded.filter(({ name, args }) => name === 'onPlacementChange' && args[1] === 'end')
  expect(ends.map(({ args }) => args[0])).toEqual([moved])
  expect(tools.busy).toBe(false)
})

test('others see where the fingers pinch, and no line from there, because the user looks from the eyes', async () => {
  const { pinch, frame, pose, rayLength } = await lookingHeadset()
  pinch(placeOf('cancel'))
  frame()
  expect([pose.right.px, pose.right.py, pose.right.pz].map((metres) => Math.round(metres * 10) / 10)).toEqual([
    0.3, 1, -0.3,
  ])
  expect(pose.flags & poseFlag.right).toBe(poseFlag.right)
  expect(pose.buttons & poseButton.laser).toBe(0)
  // The user sees the end of the line alone.
  expect(rayLength()).toBeGreaterThan(0)
  expect(rayLength()).toBeLessThan(0.05)
})

test('a pen draws where a user who points by looking looks, not before their eyes', async () => {
  const { pinch, open, aim, frame, tools, asset, recorded } = await lookingHeadset()
  tools.tool = 'pen'
  const { x, z } = asset.center(new Vector3())
  pinch([x, 0.55, z])
  for (const step of [0.05, 0.1, 0.15]) {
    aim(2, eyes, [x + step, 0.55, z])
    frame()
  }
  open()
  const stroke = recorded.find(({ name }) => name === 'onStroke')?.args[0] as DrawnStroke
  expect(stroke.points.length).toBeGreaterThan(5)
  const start = new Vector3(...stroke.points.slice(0, 3))
  asset.current?.toRoom(start.clone(), stroke.on?.part ?? undefined, start)
  expect(start.distanceTo(new Vector3(...eyes))).toBeGreaterThan(1)
})

test('a hand opens the menu with its palm towards the face; until it has done so, the scene offers the menu', async () => {
  const headset = headlessHeadset()
  const { enter, connectSource, frame, aim, turnPalm, pull, letGo, recorded, controls } = headset
  await enter()
  connectSource(0, { handedness: 'right', isHand: true })
  connectSource(1, { handedness: 'left', isHand: true })
  aim(0, hand, [0, 1.4, -1])
  aim(1, [-0.2, 1.3, -0.3], [-0.5, 1.3, -1])
  // The palm is away from the face: the arc of a teleport.
  turnPalm(1, [-0.2, 1.3, -0.3], [-0.2, 0, -0.3])
  frame()
  const reports = () => recorded.filter(({ name }) => name === 'onMenuReach').map(({ args }) => args[0])
  const opened = () => recorded.filter(({ name }) => name === 'onMenuOpen').length
  pull(1)
  expect(controls.locomotion.aiming).toBe(true)
  letGo(1)
  frame()
  expect([opened(), reports()]).toEqual([0, [false]])
  turnPalm(1, [-0.2, 1.3, -0.3], eyes)
  frame()
  pull(1)
  letGo(1)
  frame()
  expect(controls.locomotion.aiming).toBe(false)
  expect([opened(), reports()]).toEqual([1, [false, true]])
})

const kinds: readonly (readonly [name: string, source: SourceOptions])[] = [
  ['a controller for the right hand', { handedness: 'right', buttonCount: 7, hasGrip: true }],
  ['a controller for the left hand alone', { handedness: 'left', buttonCount: 7, hasGrip: true }],
  ['a wand with one button', { handedness: 'left', buttonCount: 1, hasGrip: true }],
  ['a remote without a gamepad', { handedness: 'none' }],
  ['a phone in a holder, whose user looks and presses', { handedness: 'none', targetRayMode: 'gaze' }],
  ['a tracked hand', { handedness: 'right', isHand: true }],
  ['a pinch of a user who looks', lookingPinch],
  ['a pinch of an unknown hand', { handedness: 'none', targetRayMode: 'transient-pointer' }],
]

test.for(kinds)('%s has a ray, presses, and leads to the menu', async ([, source]) => {
  const headset = headlessHeadset()
  await headset.enter()
  headset.panels.setPanels([heldButtonPanel])
  headset.frame()
  headset.connectSource(0, source)
  headset.aim(0, hand, placeOf('cancel'))
  headset.pull(0)
  headset.letGo(0)
  headset.frame()
  const named = (name: string) => headset.recorded.filter((one) => one.name === name)
  expect(named('onPanelAction').map(({ args }) => args[1])).toEqual(['cancel'])
  expect(headset.rayLength()).toBeGreaterThan(0)
  // By its own button, or by the panel that the scene shows while no source has one.
  headset.pressMenu(0)
  headset.frame()
  const canOpenMenu = named('onMenuReach').at(-1)?.args[0]
  expect(named('onMenuOpen')).toHaveLength(canOpenMenu === true ? 1 : 0)
  expect(canOpenMenu).toBe((source.buttonCount ?? 0) > 5)
})

const frameMs = 1_000 / 72

test.for(kinds)('%s releases nothing by 50 quick double presses, and releases by a hold', async ([, source]) => {
  const headset = headlessHeadset()
  const { enter, panels, connectSource, aim, pull, letGo, disconnect, frame, recorded } = headset
  await enter()
  panels.setPanels([heldButtonPanel])
  frame()
  let now = 0
  let applied = recorded.length
  let confirmation: ReleaseConfirmation = { step: 'confirm', since: 0 }
  /** Draws frames and applies the events until then to the confirmation of a release. */
  function pass(durationMs: number) {
    for (let passedMs = 0; passedMs <= durationMs; passedMs += frameMs) {
      now += frameMs
      frame()
      for (const { name, args } of recorded.slice(applied)) {
        if (name === 'onPanelHold') confirmation = advanceConfirmation(confirmation, 'hold', args[1] as HoldInput, now)
      }
      applied = recorded.length
    }
  }
  const isTransient = source.targetRayMode === 'transient-pointer'
  const connectAimed = () => {
    connectSource(0, source)
    aim(0, hand, placeOf('release'))
  }
  function press(durationMs: number) {
    if (isTransient) connectAimed()
    pull(0)
    pass(durationMs)
    letGo(0)
    if (isTransient) disconnect(0)
    pass(60)
  }
  if (!isTransient) connectAimed()
  for (let pair = 0; pair < 50; pair += 1) {
    press(60)
    press(60)
  }
  expect(confirmation.step).toBe('confirm')
  press(releaseHoldMs - 100)
  expect(confirmation.step).toBe('confirm')
  press(releaseHoldMs + 100)
  expect(confirmation.step).toBe('release')
})

test('where a runtime gives no ray, a controller points along its grip and a hand along its wrist', async () => {
  const { enter, connectSource, moveGrip, hideRay, frame, rayLength, pose, disconnect, turnPalm } = headlessHeadset()
  await enter()
  connectSource(0, { handedness: 'right', hasGrip: true })
  moveGrip(0, [0.2, 1.2, -0.2], [0.2, 1.2, -3])
  hideRay(0)
  frame()
  expect(rayLength()).toBeGreaterThan(0)
  expect(pose.right.py).toBeCloseTo(1.2, 5)
  disconnect(0)
  frame()
  expect(rayLength()).toBe(0)
  connectSource(1, { handedness: 'right', isHand: true })
  turnPalm(1, [0.2, 1.3, -0.2], [0.2, 0, -0.2])
  hideRay(1)
  frame()
  expect(rayLength()).toBeGreaterThan(0)
  expect(pose.right.py).toBeCloseTo(1.3, 5)
})

test('behind the system menu no source points, and what it held is up when the user is back', async () => {
  const { enter, connect, aim, frame, pull, session, rayLength, pose } = headlessHeadset()
  await enter()
  connect(0, 'right')
  aim(0, hand, sky)
  frame()
  pull(0)
  frame()
  expect(pose.buttons & poseButton.rightTrigger).toBe(poseButton.rightTrigger)
  session.setVisibility('visible-blurred')
  frame()
  expect(rayLength()).toBe(0)
  session.setVisibility('visible')
  frame()
  expect(rayLength()).toBeGreaterThan(0)
  expect(pose.buttons & poseButton.rightTrigger).toBe(0)
})

test('a controller that is lost while it aims a teleport ends the arc and moves no one', async () => {
  const { enter, connect, disconnect, aim, frame, pushStick, controls } = headlessHeadset()
  await enter()
  connect(0, 'right')
  aim(0, [0, 1.3, 0], [0.6, 0.9, -1])
  pushStick(0, 1)
  frame()
  expect(controls.locomotion.aiming).toBe(true)
  const { x, z } = controls.locomotion.origin
  disconnect(0)
  frame()
  expect(controls.locomotion.aiming).toBe(false)
  expect([controls.locomotion.origin.x, controls.locomotion.origin.z]).toEqual([x, z])
})
