import { Mesh, Vector3 } from 'three'
import { afterEach, expect, test, vi } from 'vitest'
import { headlessHeadset } from './testing/headless-headset.ts'
import { baseLineOf, heldButtonPanel, placeOf } from './testing/held-button.ts'

afterEach(() => vi.useRealTimers())
const hand = [0.2, 1.2, -0.2] as const

/** Returns a headset whose right controller points at the button that has to be held. */
async function atHeldButton() {
  const headset = headlessHeadset()
  await headset.enter()
  headset.connect(0, 'right')
  headset.connect(1, 'left')
  headset.panels.setPanels([heldButtonPanel])
  headset.aim(0, hand, placeOf('release'))
  headset.frame()
  const holds = () => headset.recorded.filter(({ name }) => name === 'onPanelHold').map(({ args }) => args[1])
  const actions = () => headset.recorded.filter(({ name }) => name === 'onPanelAction').map(({ args }) => args[1])
  return { ...headset, holds, actions }
}

test('a press on a button that has to be held is no press: it is held frame by frame until the trigger is let go', async () => {
  const { pull, letGo, frame, holds, actions } = await atHeldButton()
  pull(0)
  frame()
  frame()
  letGo(0)
  frame()
  expect(holds()).toEqual(['hold', 'keep', 'keep', 'let-go'])
  expect(actions()).toEqual([])
})

test('a hold ends when the hand points elsewhere, loses its controller, or the other hand presses', async () => {
  const away = await atHeldButton()
  away.pull(0)
  away.frame()
  away.aim(0, hand, placeOf('cancel'))
  away.frame()
  away.aim(0, hand, placeOf('release'))
  away.frame()
  expect(away.holds()).toEqual(['hold', 'keep', 'let-go'])

  const lost = await atHeldButton()
  lost.pull(0)
  lost.disconnect(0)
  lost.aim(1, hand, placeOf('release'))
  lost.frame()
  lost.frame()
  expect(lost.holds()).toEqual(['hold', 'let-go'])

  const other = await atHeldButton()
  other.aim(1, hand, placeOf('release'))
  other.frame()
  other.pull(0)
  other.pull(1)
  other.frame()
  expect(other.holds()).toEqual(['hold', 'let-go', 'hold', 'keep'])
})

test('a hold ends with the session', async () => {
  const headset = await atHeldButton()
  headset.pull(0)
  await headset.session.end()
  expect(headset.holds()).toEqual(['hold', 'let-go'])
})

test('other buttons are pressed at once', async () => {
  const { aim, frame, pull, letGo, holds, actions } = await atHeldButton()
  aim(0, hand, placeOf('cancel'))
  frame()
  pull(0)
  letGo(0)
  expect(actions()).toEqual(['cancel'])
  expect(holds()).toEqual([])
})

test('the held button fills from its start as far as its progress says, below its label', async () => {
  const { panels } = await atHeldButton()
  const sheets = () => {
    const meshes: Mesh[] = []
    panels.group.traverse((object) => {
      if (object instanceof Mesh && object.parent !== panels.group) meshes.push(object)
    })
    return meshes.filter(({ visible }) => visible)
  }
  const fill = () => sheets()[1]?.geometry
  // Only the highlight of the button.
  expect(sheets()).toHaveLength(1)
  panels.fillHeldButton(0.25)
  const quarter = fill()?.boundingSphere?.radius ?? 0
  panels.fillHeldButton(0.75)
  expect(fill()?.boundingSphere?.radius).toBeGreaterThan(quarter * 2)
  fill()?.computeBoundingBox()
  expect(fill()?.boundingBox?.max.y).toBeLessThan(baseLineOf('Release €480.00 now'))
  panels.fillHeldButton(0)
  expect(sheets()).toHaveLength(1)
})

type Place = [x: number, y: number, z: number]

/** Returns a headset whose right controller has grabbed the asset and moved it to the right. */
async function holdingAsset() {
  const headset = headlessHeadset()
  const { asset, tools, recorded, frame, aim } = headset
  await headset.enter()
  headset.connect(0, 'right')
  headset.connect(1, 'left')
  tools.tool = 'place'
  // On the seat, away from the handles.
  const { x, z } = asset.center(new Vector3())
  const seat: Place = [x - 0.3, 0.55, z + 0.3]
  const from: Place = [x, 1.4, z + 1.5]
  const left: Place = [x - 0.4, 1.2, z + 1.5]
  aim(0, from, seat)
  aim(1, left, [x + 2, 0.55, z - 1])
  frame()
  const start = asset.copyPlacement()
  headset.pull(0)
  frame()
  aim(0, from, [seat[0] + 0.5, seat[1], seat[2]])
  frame()
  const moved = asset.copyPlacement()
  expect(moved.position[0] - start.position[0]).toBeGreaterThan(0.3)
  const ends = () => recorded.filter(({ name, args }) => name === 'onPlacementChange' && args[1] === 'end')
  /** Returns what became of the asset after more frames in which the hands point elsewhere. */
  function outcome() {
    const busy = tools.busy
    aim(0, from, [seat[0] - 1, seat[1], seat[2]])
    for (let count = 0; count < 30; count += 1) frame()
    headset.letGo(0)
    headset.letGo(1)
    frame()
    const cancelled = recorded.filter(({ name }) => name === 'onGrabCancelled').length
    return { busy, placement: asset.copyPlacement(), written: ends().map(({ args }) => args[0]), cancelled }
  }
  /** It stays where it was let go, is written once, and no hand moves it any more. */
  const letGoThere = { busy: false, placement: moved, written: [moved], cancelled: 0 }
  return { ...headset, moved, ends, outcome, letGoThere }
}

test('a controller that is lost lets go at once: the asset stays and never jumps to the other hand', async () => {
  const { disconnect, connect, frame, tools, outcome, letGoThere } = await holdingAsset()
  disconnect(0)
  // Before the next frame, which may not come.
  expect(tools.busy).toBe(false)
  frame()
  // The controller comes back with its trigger up.
  connect(0, 'right')
  frame()
  expect(outcome()).toEqual(letGoThere)
})

test('a hand out of sight for a moment keeps what it holds in its place, and lets go after 0.2 s', async () => {
  const { setTracked, frame, asset, moved, tools, outcome, letGoThere } = await holdingAsset()
  setTracked(0, false)
  for (let count = 0; count < 10; count += 1) frame()
  expect(asset.copyPlacement()).toEqual(moved)
  expect(tools.busy).toBe(true)
  setTracked(0, true)
  frame()
  expect(tools.busy).toBe(true)
  setTracked(0, false)
  for (let count = 0; count < 20; count += 1) frame()
  expect(outcome()).toEqual(letGoThere)
})

test.for(['visible-blurred', 'hidden'] as const)('the asset is let go when the session becomes %s', async (state) => {
  const { session, outcome, letGoThere } = await holdingAsset()
  session.setVisibility(state)
  expect(outcome()).toEqual(letGoThere)
})

test('the asset is let go where it is when the session ends', async () => {
  const { session, ends, moved, tools, asset } = await holdingAsset()
  await session.end()
  expect(tools.busy).toBe(false)
  expect(asset.copyPlacement()).toEqual(moved)
  expect(ends()).toHaveLength(1)
})

test('the asset is let go when frames stop because the headset was taken off, and slow frames keep it', async () => {
  vi.useFakeTimers()
  const { frame, tools, outcome, letGoThere } = await holdingAsset()
  for (let count = 0; count < 5; count += 1) {
    vi.advanceTimersByTime(1_000)
    frame()
  }
  expect(tools.busy).toBe(true)
  vi.advanceTimersByTime(2_000)
  expect(outcome()).toEqual(letGoThere)
})

test('the asset is let go although its release was never heard', async () => {
  const { controls, frame, outcome, letGoThere } = await holdingAsset()
  const [right] = controls.session.hands
  if (right) right.trigger = false
  frame()
  expect(outcome()).toEqual(letGoThere)
})

test('while one hand holds the asset, the trigger of the other does nothing', async () => {
  const { pull, letGo, frame, tools, asset, moved, ends } = await holdingAsset()
  pull(1)
  frame()
  letGo(1)
  frame()
  expect(tools.busy).toBe(true)
  expect(asset.copyPlacement()).toEqual(moved)
  letGo(0)
  expect(ends()).toHaveLength(1)
})

test('panels are placed in front of the user again when the space is recentred, and at no other time', async () => {
  const { enter, frame, panels, moveHead, recentre } = headlessHeadset()
  await enter()
  frame()
  const { x, z } = panels.group.position.clone()
  moveHead(0.6, 1.6, -0.9)
  frame()
  expect([panels.group.position.x, panels.group.position.z]).toEqual([x, z])
  recentre()
  frame()
  expect([panels.group.position.x, panels.group.position.z]).toEqual([0.6, -0.9])
})

test('a device that does not know its floor enters all the same, with the floor 1.6 m below the eyes', async () => {
  const knowing = headlessHeadset()
  await knowing.enter()
  expect(knowing.reference()).toMatchObject({ type: 'local-floor', offsetMetres: 0 })
  const unknowing = headlessHeadset()
  unknowing.session.knowsFloor = false
  await unknowing.enter()
  const { type, offsetMetres, requested } = unknowing.reference()
  expect({ type, offsetMetres }).toEqual({ type: 'local', offsetMetres: -1.6 })
  expect(requested.requiredFeatures ?? []).toEqual([])
  expect(requested.optionalFeatures).toContain('local-floor')
})

/** Returns the notices to the user. */
const noticesIn = ({ recorded }: Pick<ReturnType<typeof headlessHeadset>, 'recorded'>) =>
  recorded.filter(({ name }) => name === 'onHeadsetNotice').map(({ args }) => args[0])

test('a user whose device does not know its floor is notified once for each entry, and no one else is', async () => {
  const knowing = headlessHeadset()
  await knowing.enter()
  knowing.frame()
  expect(noticesIn(knowing)).toEqual([])
  const unknowing = headlessHeadset()
  const { session, enter, frame } = unknowing
  session.knowsFloor = false
  await enter()
  expect(noticesIn(unknowing)).toEqual([])
  for (let count = 0; count < 3; count += 1) frame()
  expect(noticesIn(unknowing)).toEqual(['no-floor'])
  await session.end()
  await enter()
  frame()
  expect(noticesIn(unknowing)).toEqual(['no-floor', 'no-floor'])
  // The floor was set up in between.
  await session.end()
  session.knowsFloor = true
  await enter()
  frame()
  expect(noticesIn(unknowing)).toHaveLength(2)
})

test('a user who recentred is notified once for each time, and only when they see the room', async () => {
  const headset = headlessHeadset()
  const { session, enter, frame, recentre } = headset
  await enter()
  // Before the first pose nothing has a place yet.
  recentre()
  frame()
  expect(noticesIn(headset)).toEqual([])
  recentre()
  frame()
  frame()
  expect(noticesIn(headset)).toEqual(['recentred'])
  session.setVisibility('visible-blurred')
  recentre()
  frame()
  expect(noticesIn(headset)).toEqual(['recentred'])
  session.setVisibility('visible')
  frame()
  frame()
  expect(noticesIn(headset)).toEqual(['recentred', 'recentred'])
})

test.for(['visible-blurred', 'hidden'] as const)(
  'what a %s session lets go is reported once on return: an asset, a stroke, a button',
  async (state) => {
    const withAsset = await holdingAsset()
    const withButton = await atHeldButton()
    withButton.pull(0)
    const withPen = headlessHeadset()
    await withPen.enter()
    withPen.connect(0, 'right')
    withPen.tools.tool = 'pen'
    withPen.aim(0, hand, [0.4, 4, -2])
    withPen.frame()
    withPen.pull(0)
    expect(withPen.tools.busy).toBe(true)
    for (const headset of [withAsset, withButton, withPen]) {
      headset.session.setVisibility(state)
      headset.frame()
      expect(noticesIn(headset)).toEqual([])
      headset.session.setVisibility('visible')
      headset.frame()
      headset.frame()
      expect(noticesIn(headset)).toEqual(['let-go'])
    }
  },
)

test('who held nothing is notified of nothing: neither on return, nor after letting go or losing a controller', async () => {
  const headset = await holdingAsset()
  const { session, frame, letGo, disconnect } = headset
  function leaveAndReturn() {
    session.setVisibility('hidden')
    session.setVisibility('visible')
    frame()
  }
  letGo(0)
  leaveAndReturn()
  disconnect(1)
  leaveAndReturn()
  expect(noticesIn(headset)).toEqual([])
  const lost = await holdingAsset()
  lost.disconnect(0)
  for (let count = 0; count < 72; count += 1) lost.frame()
  lost.session.setVisibility('hidden')
  lost.session.setVisibility('visible')
  lost.frame()
  expect(noticesIn(lost)).toEqual([])
})

test('what was let go is reported also when frames just stopped, or the sources went before the room was hidden', async () => {
  const gone = await holdingAsset()
  gone.disconnect(0)
  gone.frame()
  gone.session.setVisibility('hidden')
  gone.session.setVisibility('visible')
  gone.frame()
  expect(noticesIn(gone)).toEqual(['let-go'])
  vi.useFakeTimers()
  const taken = await holdingAsset()
  vi.advanceTimersByTime(5_000)
  expect(noticesIn(taken)).toEqual([])
  taken.frame()
  taken.frame()
  expect(noticesIn(taken)).toEqual(['let-go'])
})

test('of two notices on return, what was let go comes last and is the one that stays; the end forgets them', async () => {
  const headset = await holdingAsset()
  const { session, frame, recentre, enter } = headset
  session.setVisibility('hidden')
  recentre()
  session.setVisibility('visible')
  frame()
  expect(noticesIn(headset)).toEqual(['recentred', 'let-go'])
  recentre()
  await session.end()
  await enter()
  frame()
  expect(noticesIn(headset)).toHaveLength(2)
})

test('a session that cannot be drawn into is ended, so that the next attempt starts another one', async () => {
  const { session, controls, enter } = headlessHeadset()
  session.startsUp = false
  await expect(enter()).rejects.toThrow('no layer')
  expect(controls.session.xrSession).toBeUndefined()
  session.startsUp = true
  await enter()
  expect(controls.session.xrSession).toBe(session)
})
