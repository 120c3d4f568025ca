import {
  alongAxis,
  angleOn,
  type Gizmo,
  type Handle,
  type Ray,
  stepped,
  steps,
  toLevel,
} from '@veranda/core/rooms/gizmo.ts'
import { type Extent, factorOf, type Placement, tidy, wrap } from '@veranda/core/rooms/placement.ts'

/** What a hand has got hold of, and where everything stood then. */
type Grab = {
  readonly handle: Handle
  readonly start: Placement
  readonly gizmo: Gizmo
  readonly height: number
  readonly x: number
  readonly z: number
  readonly value: number
}

/** Moves, turns and scales a placement by a line from a hand or an eye, in steady steps. */
export class Placing {
  #grab: Grab | undefined

  get handle(): Handle | undefined {
    return this.#grab?.handle
  }

  get start(): Placement | undefined {
    return this.#grab?.start
  }

  /** Takes hold. `level` is the height of the place on the work that was met, for moving it over the floor. */
  take(handle: Handle, ray: Ray, start: Placement, gizmo: Gizmo, extent: Extent, level = gizmo.y): boolean {
    const at = { ...gizmo, y: handle === 'floor' ? level : gizmo.y }
    const far = toLevel(ray, at.y)
    const height = factorOf(start.size, extent) * (extent.max.y - extent.min.y)
    const value = valueOf(handle, ray, at)
    if (Number.isNaN(value)) return false
    this.#grab = { handle, start, gizmo: at, height, x: ray.ox + ray.dx * far, z: ray.oz + ray.dz * far, value }
    return true
  }

  /** Where the work stands now that the line points there; the former place where it points nowhere. */
  move(ray: Ray): Placement | undefined {
    const grab = this.#grab
    if (!grab) return undefined
    const { start, gizmo, handle } = grab
    const [x, y, z] = start.position
    if (handle === 'floor') {
      const far = toLevel(ray, gizmo.y)
      if (!(far < 12)) return undefined
      const dx = stepped(ray.ox + ray.dx * far - grab.x, steps.metres)
      const dz = stepped(ray.oz + ray.dz * far - grab.z, steps.metres)
      return tidy({ ...start, position: [x + dx, y, z + dz] })
    }
    const value = valueOf(handle, ray, gizmo)
    if (Number.isNaN(value)) return undefined
    const by = value - grab.value
    if (handle === 'turn') return tidy({ ...start, yaw: stepped(wrap(start.yaw + by), steps.radians) })
    if (handle === 'size') {
      const ratio = Math.max(0.02, value / Math.max(grab.value, 0.01))
      const step = grab.height * ratio < 0.4 ? 0.001 : 0.01
      const metres = Math.min(30, Math.max(0.01, stepped(grab.height * ratio, step)))
      return tidy({ ...start, size: { kind: 'height', metres: Number(metres.toFixed(3)) } })
    }
    const moved: [number, number, number] = [x, y, z]
    moved[handle === 'x' ? 0 : handle === 'y' ? 1 : 2] += stepped(by, steps.metres)
    return tidy({ ...start, position: moved })
  }

  end(): void {
    this.#grab = undefined
  }
}

function valueOf(handle: Handle, ray: Ray, gizmo: Gizmo): number {
  const { x, y, z, radius } = gizmo
  if (handle === 'turn') return angleOn(ray, gizmo)
  if (handle === 'floor') return toLevel(ray, y)
  if (handle === 'size') return alongAxis(ray, x + radius * Math.SQRT1_2, y, z - radius * Math.SQRT1_2, 'y')
  return alongAxis(ray, x, y, z, handle)
}
