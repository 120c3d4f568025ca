import { type Ray } from '../tools/gizmo.ts'
import { poseButton, type Pose, poseFlag } from '@veranda/core/rooms/connection/pose.ts'
import { type PerspectiveCamera, Vector3 } from 'three'
import { Crosshair } from './crosshair.ts'
import { FirstPersonCamera } from './first-person-camera.ts'
import { type ScreenInputHandlers } from './screen-input.ts'
import { type AssetRaycaster } from '../asset/asset-raycaster.ts'
import { type PointerTools } from '../tools/pointer-tools.ts'
import { type DisplayedAsset } from '../asset/displayed-asset.ts'

const maxPickMetres = 30
const rayTarget = new Vector3()
const assetCenter = new Vector3()
const movementKeys: Readonly<Record<string, readonly ['ahead' | 'aside' | 'turn', number]>> = {
  KeyW: ['ahead', 1],
  KeyS: ['ahead', -1],
  KeyA: ['aside', -1],
  KeyD: ['aside', 1],
  KeyQ: ['turn', 1],
  KeyE: ['turn', -1],
}
type ScreenControlsDeps = {
  readonly camera: PerspectiveCamera
  readonly tools: PointerTools
  readonly raycaster: AssetRaycaster
  readonly asset: DisplayedAsset
  readonly host: HTMLElement
  /** Reports that the user moved on their own. */
  readonly onMoved: () => void
  /** Requests a render. */
  readonly requestRender: () => void
}

/** Controls for a screen: mouse, touch and keys become movement, camera moves and tool input. */
export class ScreenControls {
  readonly eye = new FirstPersonCamera()
  readonly crosshair: Crosshair
  readonly ray: Ray = { ox: 0, oy: 0, oz: 0, dx: 0, dy: 0, dz: -1 }
  readonly #deps: ScreenControlsDeps
  /** The pointer is over the canvas, at #x and #y. */
  #pointerInside = false
  #x = 0
  #y = 0
  #pressedAsset = false

  constructor(deps: ScreenControlsDeps) {
    this.#deps = deps
    this.crosshair = new Crosshair(deps.host)
  }

  inputHandlers(lost: () => void, restored: () => void): ScreenInputHandlers {
    return {
      onPoint: (x, y) => this.pointAt(x, y),
      onLeave: () => {
        this.#pointerInside = false
        this.#deps.tools.leave()
        this.#deps.requestRender()
      },
      onDown: () => this.#handleDown(),
      onMove: (x, y) => {
        this.pointAt(x, y)
        this.#deps.tools.move(this.ray)
      },
      onUp: () => this.#deps.tools.release(),
      onPress: (x, y) => {
        this.pointAt(x, y)
        this.#deps.tools.press(this.ray)
        this.#deps.requestRender()
      },
      onDrag: (dx, dy, secondary) => this.#handleDrag(dx, dy, secondary),
      onZoom: (factor, x, y) => this.#zoom(factor, x, y),
      onKey: (code, down) => this.#handleKey(code, down),
      onContextLost: lost,
      onContextRestored: restored,
    }
  }

  /** Points the ray through a position on the canvas. */
  pointAt(x: number, y: number): void {
    const { camera, tools, requestRender } = this.#deps
    this.#pointerInside = true
    this.#x = x
    this.#y = y
    this.#updateRay()
    tools.pointAt(this.ray, maxPickMetres)
    camera.updateMatrixWorld()
    requestRender()
  }

  pressCrosshair(): void {
    const { tools, requestRender } = this.#deps
    this.crosshair.move(0, 0)
    this.pointAt(this.crosshair.x, this.crosshair.y)
    // A key press has no drag: the first press grabs, the next one releases.
    if (tools.busy) tools.release()
    else tools.press(this.ray)
    requestRender()
  }

  moveCrosshair(right: number, down: number): void {
    this.crosshair.move(right, down)
    this.pointAt(this.crosshair.x, this.crosshair.y)
    if (this.#deps.tools.busy) this.#deps.tools.move(this.ray)
  }

  /** Writes head pose and pointer position into a pose. */
  writePose(pose: Pose): void {
    const { camera, tools } = this.#deps
    this.eye.writePose(camera, pose.head)
    camera.updateMatrixWorld()
    pose.flags = this.#pointerInside ? poseFlag.pointer | poseFlag.right : 0
    pose.buttons = (pose.buttons & poseButton.speaking) | (this.#pointerInside ? poseButton.laser : 0)
    if (!this.#pointerInside) return
    pose.right.px = tools.pointerPosition.x
    pose.right.py = tools.pointerPosition.y
    pose.right.pz = tools.pointerPosition.z
  }

  orbit(left: number, up: number, zoomFactor: number): void {
    this.eye.orbit(this.#deps.asset.center(assetCenter), left, up, zoomFactor)
    this.#notifyMoved()
  }

  dispose(): void {
    this.crosshair.dispose()
  }

  #updateRay(): void {
    const { camera } = this.#deps
    rayTarget.set(this.#x, this.#y, 0.5).unproject(camera).sub(camera.position).normalize()
    const { ray } = this
    ray.ox = camera.position.x
    ray.oy = camera.position.y
    ray.oz = camera.position.z
    ray.dx = rayTarget.x
    ray.dy = rayTarget.y
    ray.dz = rayTarget.z
  }

  #handleDown(): boolean {
    const { tools, raycaster } = this.#deps
    this.crosshair.hide()
    this.#pressedAsset = raycaster.hasHit
    if (tools.tool === 'pen' || (tools.tool === 'place' && (tools.activeHandle !== undefined || this.#pressedAsset))) {
      tools.press(this.ray)
      return tools.busy
    }
    return false
  }

  #handleDrag(dx: number, dy: number, secondary: boolean): void {
    const { host, asset } = this.#deps
    const radiansPerPixel = 2.4 / Math.max(320, Math.min(host.clientWidth, host.clientHeight))
    if (secondary) {
      this.eye.walk(dy * radiansPerPixel, -dx * radiansPerPixel)
      this.#notifyMoved()
    } else if (this.#pressedAsset && asset.current)
      this.orbit(-dx * radiansPerPixel * 1.6, dy * radiansPerPixel * 1.2, 1)
    else {
      this.eye.look(dx * radiansPerPixel * 0.8, dy * radiansPerPixel * 0.8)
      this.#notifyMoved()
    }
  }

  #zoom(factor: number, x: number, y: number): void {
    const { raycaster, asset } = this.#deps
    this.pointAt(x, y)
    if (!raycaster.hasHit || !asset.current) this.eye.walk((1 - factor) * 1.4, 0)
    else this.eye.orbit(assetCenter.copy(raycaster.point), 0, 0, factor)
    this.#notifyMoved()
  }

  /** Handles movement keys while they are held; single key presses are handled by the page. */
  #handleKey(code: string, down: boolean): boolean {
    const { keyAxes } = this.eye
    if (code === '') {
      keyAxes.ahead = keyAxes.aside = keyAxes.turn = 0
      return false
    }
    const [axis, direction] = movementKeys[code] ?? []
    if (!axis || direction === undefined) return false
    keyAxes[axis] = down ? direction : keyAxes[axis] === direction ? 0 : keyAxes[axis]
    if (down) this.#notifyMoved()
    return true
  }

  #notifyMoved(): void {
    this.#deps.onMoved()
    this.#deps.requestRender()
  }
}
