import { type Ray } from '@veranda/core/rooms/gizmo.ts'
import { press, type Pose, tell } from '@veranda/core/rooms/pose.ts'
import { type PerspectiveCamera, Vector3 } from 'three'
import { Crosshair } from './crosshair.ts'
import { FlatEye } from './flat-eye.ts'
import { type FlatTold } from './flat-input.ts'
import { type RayCast } from './ray-cast.ts'
import { type Tools } from './tools.ts'
import { type WorkOnStage } from './work-on-stage.ts'

const sight = 30
const through = new Vector3()
const middle = new Vector3()
const keys: Readonly<Record<string, readonly ['ahead' | 'aside' | 'turn', number]>> = {
  KeyW: ['ahead', 1],
  KeyS: ['ahead', -1],
  KeyA: ['aside', -1],
  KeyD: ['aside', 1],
  KeyQ: ['turn', 1],
  KeyE: ['turn', -1],
}
type Parts = {
  readonly camera: PerspectiveCamera
  readonly tools: Tools
  readonly cast: RayCast
  readonly work: WorkOnStage
  readonly host: HTMLElement
  /** The person moved by themselves. */
  readonly moved: () => void
  /** Something is to be drawn anew. */
  readonly stir: () => void
}

/** Being in the room with a screen: mouse, fingers and keys become ways, looks and presses of the tools. */
export class FlatControl {
  readonly eye = new FlatEye()
  readonly crosshair: Crosshair
  readonly ray: Ray = { ox: 0, oy: 0, oz: 0, dx: 0, dy: 0, dz: -1 }
  readonly #parts: Parts
  /** The pointer is over the stage, at this place. */
  #over = false
  #x = 0
  #y = 0
  #onWork = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.crosshair = new Crosshair(parts.host)
  }

  told(lost: () => void, restored: () => void): FlatTold {
    return {
      point: (x, y) => this.point(x, y),
      leave: () => {
        this.#over = false
        this.#parts.tools.leave()
        this.#parts.stir()
      },
      down: () => this.#down(),
      move: (x, y) => {
        this.point(x, y)
        this.#parts.tools.move(this.ray)
      },
      up: () => this.#parts.tools.release(),
      press: (x, y) => {
        this.point(x, y)
        this.#parts.tools.press(this.ray)
        this.#parts.stir()
      },
      drag: (dx, dy, beside) => this.#drag(dx, dy, beside),
      closer: (by, x, y) => this.#closer(by, x, y),
      key: (code, down) => this.#key(code, down),
      lost,
      restored,
    }
  }

  /** Looks along the line through a place of the stage. */
  point(x: number, y: number): void {
    const { camera, tools, stir } = this.#parts
    this.#over = true
    this.#x = x
    this.#y = y
    this.#aim()
    tools.point(this.ray, sight)
    camera.updateMatrixWorld()
    stir()
  }

  act(): void {
    const { tools, stir } = this.#parts
    this.crosshair.move(0, 0)
    this.point(this.crosshair.x, this.crosshair.y)
    // A press with keys has no way: what it takes hold of is let go at the next press.
    if (tools.busy) tools.release()
    else tools.press(this.ray)
    stir()
  }

  aim(across: number, down: number): void {
    this.crosshair.move(across, down)
    this.point(this.crosshair.x, this.crosshair.y)
    if (this.#parts.tools.busy) this.#parts.tools.move(this.ray)
  }

  /** Writes into a pose where the head is and what is pointed at. */
  write(pose: Pose): void {
    const { camera, tools } = this.#parts
    this.eye.write(camera, pose.head)
    camera.updateMatrixWorld()
    pose.tells = this.#over ? tell.pointer | tell.right : 0
    pose.presses = (pose.presses & press.speaking) | (this.#over ? press.laser : 0)
    if (!this.#over) return
    pose.right.px = tools.place.x
    pose.right.py = tools.place.y
    pose.right.pz = tools.place.z
  }

  orbit(left: number, up: number, closer: number): void {
    this.eye.orbit(this.#parts.work.middle(middle), left, up, closer)
    this.#after()
  }

  dispose(): void {
    this.crosshair.dispose()
  }

  #aim(): void {
    const { camera } = this.#parts
    through.set(this.#x, this.#y, 0.5).unproject(camera).sub(camera.position).normalize()
    const { ray } = this
    ray.ox = camera.position.x
    ray.oy = camera.position.y
    ray.oz = camera.position.z
    ray.dx = through.x
    ray.dy = through.y
    ray.dz = through.z
  }

  #down(): boolean {
    const { tools, cast } = this.#parts
    this.crosshair.hide()
    this.#onWork = cast.met
    if (tools.tool === 'pen' || (tools.tool === 'place' && (tools.handle !== undefined || this.#onWork))) {
      tools.press(this.ray)
      return tools.busy
    }
    return false
  }

  #drag(dx: number, dy: number, beside: boolean): void {
    const { host, work } = this.#parts
    const per = 2.4 / Math.max(320, Math.min(host.clientWidth, host.clientHeight))
    if (beside) {
      this.eye.walk(dy * per, -dx * per)
      this.#after()
    } else if (this.#onWork && work.now) this.orbit(-dx * per * 1.6, dy * per * 1.2, 1)
    else {
      this.eye.look(dx * per * 0.8, dy * per * 0.8)
      this.#after()
    }
  }

  #closer(by: number, x: number, y: number): void {
    const { cast, work } = this.#parts
    this.point(x, y)
    if (!cast.met || !work.now) this.eye.walk((1 - by) * 1.4, 0)
    else this.eye.orbit(middle.copy(cast.point), 0, 0, by)
    this.#after()
  }

  /** Ways that last as long as their key is held; what a key does once is the page's. */
  #key(code: string, down: boolean): boolean {
    const { held } = this.eye
    if (code === '') {
      held.ahead = held.aside = held.turn = 0
      return false
    }
    const [axis, way] = keys[code] ?? []
    if (!axis || way === undefined) return false
    held[axis] = down ? way : held[axis] === way ? 0 : held[axis]
    if (down) this.#after()
    return true
  }

  #after(): void {
    this.#parts.moved()
    this.#parts.stir()
  }
}
