import {
  distanceAlongAxis,
  angleAroundGizmo,
  type Gizmo,
  type GizmoHandle,
  type Ray,
  snapToStep,
  snapSteps,
  distanceToLevel,
} from './gizmo.ts'
import {
  type Bounds,
  scaleFactorOf,
  type Placement,
  roundPlacement,
  wrapAngle,
} from '@veranda/core/rooms/records/placement.ts'

/** The grabbed handle and the state at the start of the drag. */
type DragStart = {
  readonly handle: GizmoHandle
  readonly placement: Placement
  readonly gizmo: Gizmo
  readonly height: number
  readonly x: number
  readonly z: number
  readonly value: number
}

/** Moves, turns and scales a placement by dragging a gizmo handle with a ray, in fixed steps. */
export class GizmoDrag {
  #drag: DragStart | undefined

  get handle(): GizmoHandle | undefined {
    return this.#drag?.handle
  }

  get startPlacement(): Placement | undefined {
    return this.#drag?.placement
  }

  /** Starts a drag. `level` is the height of the hit on the asset, for moving it over the floor. */
  begin(handle: GizmoHandle, ray: Ray, start: Placement, gizmo: Gizmo, extent: Bounds, level = gizmo.y): boolean {
    const levelGizmo = { ...gizmo, y: handle === 'floor' ? level : gizmo.y }
    const distance = distanceToLevel(ray, levelGizmo.y)
    const height = scaleFactorOf(start.size, extent) * (extent.max.y - extent.min.y)
    const value = handleValue(handle, ray, levelGizmo)
    if (Number.isNaN(value)) return false
    this.#drag = {
      handle,
      placement: start,
      gizmo: levelGizmo,
      height,
      x: ray.ox + ray.dx * distance,
      z: ray.oz + ray.dz * distance,
      value,
    }
    return true
  }

  /** Returns the placement for the current ray, or undefined if it points nowhere useful. */
  update(ray: Ray): Placement | undefined {
    const drag = this.#drag
    if (!drag) return undefined
    const { placement, gizmo, handle } = drag
    const [x, y, z] = placement.position
    if (handle === 'floor') {
      const distance = distanceToLevel(ray, gizmo.y)
      if (!(distance < 12)) return undefined
      const dx = snapToStep(ray.ox + ray.dx * distance - drag.x, snapSteps.metres)
      const dz = snapToStep(ray.oz + ray.dz * distance - drag.z, snapSteps.metres)
      return roundPlacement({ ...placement, position: [x + dx, y, z + dz] })
    }
    const value = handleValue(handle, ray, gizmo)
    if (Number.isNaN(value)) return undefined
    const delta = value - drag.value
    if (handle === 'turn')
      return roundPlacement({ ...placement, yaw: snapToStep(wrapAngle(placement.yaw + delta), snapSteps.radians) })
    if (handle === 'size') {
      const ratio = Math.max(0.02, value / Math.max(drag.value, 0.01))
      const step = drag.height * ratio < 0.4 ? 0.001 : 0.01
      const metres = Math.min(30, Math.max(0.01, snapToStep(drag.height * ratio, step)))
      return roundPlacement({ ...placement, size: { kind: 'height', metres: Number(metres.toFixed(3)) } })
    }
    const moved: [number, number, number] = [x, y, z]
    moved[handle === 'x' ? 0 : handle === 'y' ? 1 : 2] += snapToStep(delta, snapSteps.metres)
    return roundPlacement({ ...placement, position: moved })
  }

  end(): void {
    this.#drag = undefined
  }
}

function handleValue(handle: GizmoHandle, ray: Ray, gizmo: Gizmo): number {
  const { x, y, z, radius } = gizmo
  if (handle === 'turn') return angleAroundGizmo(ray, gizmo)
  if (handle === 'floor') return distanceToLevel(ray, y)
  if (handle === 'size') return distanceAlongAxis(ray, x + radius * Math.SQRT1_2, y, z - radius * Math.SQRT1_2, 'y')
  return distanceAlongAxis(ray, x, y, z, handle)
}
