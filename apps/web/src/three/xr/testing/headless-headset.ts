import { createPose } from '@veranda/core/rooms/connection/pose.ts'
import { Group, PerspectiveCamera, Vector3, type Vector3Tuple } from 'three'
import { vi } from 'vitest'
import { Panels } from '../../ui/panels.ts'
import { type ThemeTokens } from '../../ui/theme-tokens.ts'
import { headlessRoom } from '../../room/testing/headless-room.ts'
import { comfort } from '../../room/testing/frame-run.ts'
import { HeadsetControls, type HeadsetScene } from '../headset-controls.ts'
import { eyeHeightMetres } from './held-button.ts'

const ahead = new Vector3(0, 0, -1)
const down = new Vector3(0, -1, 0)
const place = new Vector3()

/** A reference space that only fires events and remembers its offset. */
class EventSpace extends EventTarget {
  readonly offsetMetres: number
  constructor(offsetMetres = 0) {
    super()
    this.offsetMetres = offsetMetres
  }
  getOffsetReferenceSpace({ y }: { y: number }): EventSpace {
    return new EventSpace(y)
  }
}

/** An XR session that only fires events. */
class EventSession extends EventTarget {
  visibilityState: XRVisibilityState = 'visible'
  /** The renderer can draw into it. */
  startsUp = true
  /** The device knows where the floor is. */
  knowsFloor = true
  requestReferenceSpace(type: XRReferenceSpaceType): Promise<EventSpace> {
    return type === 'local-floor' && !this.knowsFloor
      ? Promise.reject(new DOMException('', 'NotSupportedError'))
      : Promise.resolve(new EventSpace())
  }
  setVisibility(state: XRVisibilityState): void {
    this.visibilityState = state
    this.dispatchEvent(new Event('visibilitychange'))
  }
  end(): Promise<void> {
    this.dispatchEvent(new Event('end'))
    return Promise.resolve()
  }
}

/** Describes a source that is not a common controller. */
export type SourceOptions = {
  readonly handedness: XRHandedness
  readonly targetRayMode?: XRTargetRayMode
  /** Absent without a gamepad; one with six buttons has a menu button. */
  readonly buttonCount?: number
  readonly isHand?: boolean
  readonly hasGrip?: boolean
}

/** An input source whose spaces are objects that a test moves; an invisible one is not tracked. */
function createSource({ handedness, targetRayMode, buttonCount, isHand, hasGrip }: SourceOptions) {
  const targetRaySpace = new Group()
  const gripSpace = hasGrip === true ? new Group() : undefined
  const wrist = new Group()
  const buttons = Array.from({ length: buttonCount ?? 0 }, () => ({ pressed: false }))
  return {
    handedness,
    targetRayMode: targetRayMode ?? 'tracked-pointer',
    targetRaySpace,
    gripSpace,
    wrist,
    hand: isHand === true ? new Map([['wrist', wrist]]) : undefined,
    gamepad: buttonCount === undefined ? undefined : { axes: [0, 0, 0, 0], buttons },
  }
}

/** Returns the pose of a space as a frame does: relative to the reference space, and nothing while it is not tracked. */
const getPose = (space: Group) => (space.visible ? { transform: { matrix: space.matrix.elements } } : null)

/** Returns the controls of a headset without rendering, with sources that a test connects, moves and presses. */
export function headlessHeadset() {
  // Panels lay out their texts without one.
  HTMLCanvasElement.prototype.getContext = () => null
  const room = headlessRoom()
  const sources = new Map<number, ReturnType<typeof createSource>>()
  const tokens = { font: 'sans-serif', theme: 'daylight' } as unknown as ThemeTokens
  const panels = new Panels(tokens)
  panels.setVisible(true)
  panels.centerOn(0, eyeHeightMetres, 0, 0)
  const camera = new PerspectiveCamera()
  camera.position.set(0, eyeHeightMetres, 0)
  const xrOrigin = new Group().add(camera)
  const session = new EventSession()
  let rayLengthMetres = 0
  let space = new EventSpace()
  let spaceType = ''
  vi.stubGlobal(
    'XRRigidTransform',
    class {
      readonly y: number
      constructor({ y }: { y: number }) {
        this.y = y
      }
    },
  )
  const xr = {
    enabled: false,
    getFrame: () => ({ getPose }),
    setReferenceSpaceType: (type: string) => {
      spaceType = type
    },
    getReferenceSpace: () => space,
    setReferenceSpace: (next: EventSpace) => {
      space = next
    },
    setFoveation: () => undefined,
    setSession: () => (session.startsUp ? Promise.resolve() : Promise.reject(new Error('no layer'))),
    updateCamera: () => xrOrigin.updateMatrixWorld(true),
  }
  const scene = {
    renderer: { xr },
    camera,
    xrOrigin,
    panels,
    headsetVisuals: {
      setPointerRay: (...ray: number[]) => {
        rayLengthMetres = ray.at(-1) ?? 0
      },
      update: () => undefined,
    },
    // All that the controls read of a scene.
  } as unknown as HeadsetScene
  const controls = new HeadsetControls({
    scene,
    tools: room.tools,
    events: room.events,
    comfort: () => comfort,
    reducedMotion: () => false,
    onMoved: () => undefined,
    onEnded: () => room.tools.cancel(),
  })
  const pose = createPose()
  let requested: XRSessionInit = {}
  const requestSession = (_mode: string, options: XRSessionInit) => {
    requested = options
    return Promise.resolve(session)
  }
  Object.defineProperty(navigator, 'xr', { configurable: true, value: { requestSession } })

  const sourceAt = (index: number) => {
    const source = sources.get(index)
    if (!source) throw new Error(`source ${index} is not connected`)
    return source
  }
  const dispatch = (type: string, more: object) => session.dispatchEvent(Object.assign(new Event(type), more))
  const dispatchAction = (index: number, type: string) =>
    dispatch(type, { frame: { getPose }, inputSource: sourceAt(index) })
  const changeSources = (added: readonly object[], removed: readonly object[]) =>
    dispatch('inputsourceschange', { added, removed })
  const turnTo = (space: Group, from: Vector3Tuple, at: Vector3Tuple) => {
    space.position.set(...from)
    space.quaternion.setFromUnitVectors(
      ahead,
      place
        .set(...at)
        .sub(space.position)
        .normalize(),
    )
    space.updateMatrix()
  }
  /** Adds a source without reporting it. */
  const addSource = (index: number, options: SourceOptions) => {
    const source = createSource(options)
    sources.set(index, source)
    return source
  }
  const frame = () => controls.update(1 / 72, pose)

  return {
    ...room,
    panels,
    controls,
    session,
    pose,
    frame,
    /** Length of the drawn ray, in metres; 0 if none is drawn. */
    rayLength: () => rayLengthMetres,
    enter: () => controls.enter(() => ({ x: 0, z: 0, yaw: 0 })),
    /** Connects a controller; one with six buttons has a menu button. */
    connect: (index: number, handedness: XRHandedness, buttonCount = 6) =>
      changeSources([addSource(index, { handedness, buttonCount })], []),
    /** Connects a source of any kind. */
    connectSource: (index: number, options: SourceOptions) => changeSources([addSource(index, options)], []),
    addSource,
    /** Reports a source that was added before. */
    reportSource: (index: number) => changeSources([sourceAt(index)], []),
    /** Moves the user's head, in metres of the headset's own space. */
    moveHead: (x: number, y: number, z: number) => camera.position.set(x, y, z),
    recentre: () => space.dispatchEvent(new Event('reset')),
    /** The reference space in use, and the features that the session was requested with. */
    reference: () => ({ type: spaceType, offsetMetres: space.offsetMetres, requested }),
    disconnect: (index: number) => changeSources([], [sourceAt(index)]),
    /** The source is still there, but has no pose for now. */
    setTracked(index: number, isTracked: boolean) {
      const { targetRaySpace, gripSpace, wrist } = sourceAt(index)
      for (const space of [targetRaySpace, gripSpace, wrist]) if (space) space.visible = isTracked
    },
    /** The runtime knows where the source is, but gives it no ray. */
    hideRay(index: number) {
      sourceAt(index).targetRaySpace.visible = false
    },
    /** Points a source from a place at another one, in metres. */
    aim: (index: number, from: Readonly<Vector3Tuple>, at: Readonly<Vector3Tuple>) =>
      turnTo(sourceAt(index).targetRaySpace, [...from], [...at]),
    /** Holds a source at a place, turned towards another one. */
    moveGrip(index: number, from: Vector3Tuple, at: Vector3Tuple) {
      const { gripSpace } = sourceAt(index)
      if (gripSpace) turnTo(gripSpace, from, at)
    },
    /** Moves the wrist of a tracked hand and turns its palm towards a point. */
    turnPalm(index: number, from: Vector3Tuple, at: Vector3Tuple) {
      const { wrist } = sourceAt(index)
      wrist.position.set(...from)
      wrist.quaternion.setFromUnitVectors(
        down,
        place
          .set(...at)
          .sub(wrist.position)
          .normalize(),
      )
      wrist.updateMatrix()
    },
    /** Pushes the thumbstick forward, from 0 to 1. */
    pushStick(index: number, forward: number) {
      const { gamepad } = sourceAt(index)
      if (gamepad) gamepad.axes[3] = -forward
    },
    pressMenu(index: number) {
      const button = sourceAt(index).gamepad?.buttons[5]
      if (button) button.pressed = true
    },
    pull: (index: number) => dispatchAction(index, 'selectstart'),
    letGo: (index: number) => dispatchAction(index, 'selectend'),
  }
}
