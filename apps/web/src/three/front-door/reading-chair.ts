import { type Vector } from '@veranda/core/geometry/vector.ts'
import { floorCircle } from '@veranda/core/rooms/records/placement.ts'
import {
  Color,
  Group,
  type Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  type PerspectiveCamera,
  Raycaster,
  Vector2,
  Vector3,
} from 'three'
import { type Model } from '../viewer/model.ts'
import { restBoxOf } from '../viewer/rest-pose.ts'

/** The part that version 2 raises. */
const raisedPartName = 'Top rail'
/** Turned a little to the side, so that the camera sees it at an angle and the garden straight ahead. */
const chairYawRadians = -0.42
const fullExplodeShare = 0.55
/** Distance from the middle of the leaning rail to its front. */
const railFrontMetres = 0.014
/** Height of the rail from which on the ghost of its old place is fully visible. */
const fullGhostMetres = 0.006
const glowColor = new Color('#ff9a1f')
/** Colour that the glowing rail takes on; its own is white, times the texture. */
const glowTint = new Color('#ffb347')
const restTint = new Color('#ffffff')

/** A place on the chair, in metres of its own space at rest. It moves with its part. */
export type ChairPoint = { readonly part: string; readonly position: Vector }

type Part = Model['parts'][number]

/** The reading chair in the floor circle, with the rail of version 1 as a ghost while the raised one glows. */
export class ReadingChair {
  readonly group = new Group()
  readonly #model: Model
  readonly #rail: Part
  readonly #raycaster = new Raycaster()
  readonly #railMaterials: readonly MeshStandardMaterial[]
  readonly #ghost = new Group()
  readonly #ghostMaterial = new MeshBasicMaterial({
    color: '#5a4df0',
    transparent: true,
    opacity: 0,
    depthWrite: false,
    toneMapped: false,
    // Behind the rail where both are in the same place.
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 4,
  })
  #explode = 0
  #raise = 0

  constructor(model: Model) {
    this.#model = model
    const rail = model.parts.find(({ name }) => name === raisedPartName)
    if (!rail) throw new Error(`the reading chair has no part ${raisedPartName}`)
    this.#rail = rail
    this.#railMaterials = rail.meshes.map((mesh) => addGlowingMaterial(mesh))
    for (const mesh of rail.meshes) {
      const ghost = mesh.clone()
      ghost.material = this.#ghostMaterial
      ghost.castShadow = false
      this.#ghost.add(ghost)
    }
    this.group.add(model.root, this.#ghost)
    this.group.position.set(floorCircle.x, 0, floorCircle.z)
    this.group.rotation.y = chairYawRadians
    this.group.updateMatrixWorld(true)
  }

  /** Spreads the parts by a share of the full explosion, and raises the rail. Returns whether anything moved. */
  setPose(explodeShare: number, raiseMetres: number, glow: number): boolean {
    const explode = explodeShare * fullExplodeShare
    const moved = explode !== this.#explode || raiseMetres !== this.#raise
    if (moved) {
      this.#explode = explode
      this.#raise = raiseMetres
      for (const part of this.#model.parts) part.node.position.copy(part.homePosition).add(this.#offsetOf(part))
      this.group.updateMatrixWorld(true)
    }
    for (const material of this.#railMaterials) {
      material.emissiveIntensity = 0.55 * glow
      material.color.lerpColors(restTint, glowTint, glow)
    }
    this.#ghost.visible = glow > 0 && explode === 0
    this.#ghostMaterial.opacity = 0.8 * glow * Math.min(1, raiseMetres / fullGhostMetres)
    return moved
  }

  /** Returns the middle of the top rail's front. */
  railPoint(): ChairPoint {
    const box = this.#rail.meshes.map((mesh) => restBoxOf(mesh)).reduce((all, one) => all.union(one))
    const position = this.group.worldToLocal(box.getCenter(new Vector3())).sub(this.#offsetOf(this.#rail))
    position.z += railFrontMetres
    return { part: raisedPartName, position: toVector(position) }
  }

  /** Returns the place on the chair on a line of sight, in normalized device coordinates. */
  pick(camera: PerspectiveCamera, x: number, y: number): ChairPoint | undefined {
    this.#raycaster.far = Infinity
    this.#raycaster.setFromCamera(new Vector2(x, y), camera)
    const [hit] = this.#raycaster.intersectObjects(this.#model.meshes, false)
    const part = hit && this.#model.partOf(hit.object)
    if (!part) return undefined
    return { part: part.name, position: toVector(this.group.worldToLocal(hit.point).sub(this.#offsetOf(part))) }
  }

  /** Projects a place to normalized device coordinates, with whether the chair hides it; undefined behind the camera. */
  project(camera: PerspectiveCamera, { part: partName, position: { x, y, z } }: ChairPoint) {
    const part = this.#model.parts.find(({ name }) => name === partName)
    const position = new Vector3(x, y, z)
    if (part) position.add(this.#offsetOf(part))
    this.group.localToWorld(position)
    const distance = camera.position.distanceTo(position)
    this.#raycaster.set(camera.position, position.clone().sub(camera.position).divideScalar(distance))
    this.#raycaster.far = distance * 0.995
    const isHidden = this.#raycaster.intersectObjects(this.#model.meshes, false).length > 0
    const projected = position.project(camera)
    return projected.z > 1 ? undefined : { x: projected.x, y: projected.y, isHidden }
  }

  dispose(): void {
    for (const material of [this.#ghostMaterial, ...this.#railMaterials]) material.dispose()
    this.#model.dispose()
  }

  /** Returns how far a part is from its place at rest, in metres of the chair's space. */
  #offsetOf(part: Part): Vector3 {
    const offset = part.explodeOffset.clone().multiplyScalar(this.#explode)
    if (part === this.#rail) offset.y += this.#raise
    return offset
  }
}

/** Replaces the material of a mesh by a copy that can glow, and returns the copy. */
function addGlowingMaterial(mesh: Mesh): MeshStandardMaterial {
  const { material } = mesh
  const glowing = material instanceof MeshStandardMaterial ? material.clone() : new MeshStandardMaterial()
  glowing.emissive = glowColor
  glowing.emissiveIntensity = 0
  mesh.material = glowing
  return glowing
}

function toVector({ x, y, z }: Vector3): Vector {
  return { x, y, z }
}
