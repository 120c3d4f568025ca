import { createPose } from '@veranda/core/rooms/connection/pose.ts'
import { Group, PerspectiveCamera, Quaternion, Vector3 } from 'three'
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

/** An XR session that only fires events. */
class EventSession extends EventTarget {
  visibilityState: XRVisibilityState = 'visible'
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
  const xr = {
    enabled: false,
    getController: (index: 0 | 1) => controllers[index],
    getControllerGrip: (index: 0 | 1) => grips[index],
    setReferenceSpaceType: () => undefined,
    setFoveation: () => undefined,
    setSession: () => Promise.resolve(),
    updateCamera: () => xrOrigin.updateMatrixWorld(true),
  }
  const scene = {
    renderer: { xr },
    camera,
    xrOrigin,
    panels,
    headsetVisuals: { setPointerRay: () => undefined, update: () => undefined },
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
  Object.defineProperty(navigator, 'xr', {
    configurable: true,
    value: { requestSession: () => Promise.resolve(session) },
  })

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
    enter: () => controls.enter(0, 0, 0),
    connect(index: 0 | 1, handedness: XRHandedness) {
      controllers[index].visible = true
      dispatch(index, 'connected', { handedness, targetRayMode: 'tracked-pointer' })
    },
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
