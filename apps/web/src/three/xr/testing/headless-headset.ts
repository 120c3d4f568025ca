import { createPose } from '@veranda/core/rooms/connection/pose.ts'
import { Group, PerspectiveCamera, Quaternion, Vector3 } from 'three'
import { vi } from 'vitest'
import { Panels } from '../../ui/panels.ts'
import { type ThemeTokens } from '../../ui/theme-tokens.ts'
import { headlessRoom } from '../../room/testing/headless-room.ts'
import { comfort } from '../../room/testing/frame-run.ts'
import { HeadsetControls } from '../headset-controls.ts'
import { type RoomScene } from '../../room/room-scene.ts'

const eyeHeightMetres = 1.6
const ahead = new Vector3(0, 0, -1)
const place = new Vector3()
const turn = new Quaternion()

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

/** Returns the controls of a headset without rendering, with two controllers that a test moves and presses. */
export function headlessHeadset() {
  // Panels lay out their texts without one.
  HTMLCanvasElement.prototype.getContext = () => null
  const room = headlessRoom()
  const controllers = [new Group(), new Group()] as const
  const grips = [new Group(), new Group()] as const
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
    getController: (index: 0 | 1) => controllers[index],
    getControllerGrip: (index: 0 | 1) => grips[index],
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
  } as unknown as RoomScene
  const controls = new HeadsetControls({
    scene,
    tools: room.tools,
    events: room.events,
    comfort: () => comfort,
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

  const dispatch = (index: 0 | 1, type: string, data?: object) =>
    controllers[index].dispatchEvent({ type, ...(data === undefined ? {} : { data }) } as never)
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
    enter: () => controls.enter(0, 0, 0),
    /** Connects a source; one with six buttons has a menu button. */
    connect(index: 0 | 1, handedness: XRHandedness, buttonCount = 6) {
      controllers[index].visible = true
      const buttons = Array.from({ length: buttonCount }, () => ({ pressed: false }))
      dispatch(index, 'connected', { handedness, targetRayMode: 'tracked-pointer', gamepad: { axes: [], buttons } })
    },
    /** Moves the user's head, in metres of the headset's own space. */
    moveHead: (x: number, y: number, z: number) => camera.position.set(x, y, z),
    recentre: () => space.dispatchEvent(new Event('reset')),
    /** The reference space in use, and the features that the session was requested with. */
    reference: () => ({ type: spaceType, offsetMetres: space.offsetMetres, requested }),
    disconnect(index: 0 | 1) {
      controllers[index].visible = false
      dispatch(index, 'disconnected')
    },
    /** The source is still there, but has no pose for now. */
    setTracked(index: 0 | 1, isTracked: boolean) {
      controllers[index].visible = isTracked
    },
    /** Points a controller from a place at another one, in metres. */
    aim(index: 0 | 1, from: readonly [number, number, number], at: readonly [number, number, number]) {
      const controller = controllers[index]
      controller.position.set(...from)
      controller.quaternion.copy(
        turn.setFromUnitVectors(
          ahead,
          place
            .set(...at)
            .sub(controller.position)
            .normalize(),
        ),
      )
      controller.updateMatrixWorld(true)
    },
    pull: (index: 0 | 1) => dispatch(index, 'selectstart'),
    letGo: (index: 0 | 1) => dispatch(index, 'selectend'),
  }
}
