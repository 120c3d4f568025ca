import { type PartMesh } from '@veranda/core/geometry/part-meshes.ts'
import {
  type AnimationClip,
  Box3,
  Color,
  DoubleSide,
  Float32BufferAttribute,
  type Material,
  Matrix3,
  type Mesh,
  MeshStandardMaterial,
  type Object3D,
  type Plane,
  Vector3,
} from 'three'
import { extractPart } from './extract-part.ts'
import { heatColor } from './heat.ts'
import { Player } from './player.ts'
import { isSkinned, restBoxOf } from './rest.ts'
import { SectionCap } from './section-cap.ts'

export type PartMeshes = { name: string; node: Object3D; meshes: Mesh[] }

/** How a model is drawn: as it is, as a shade of its former self, or coloured by a distance at each vertex. */
export type Look = 'plain' | 'ghost' | 'heat'

type Part = PartMeshes & {
  /** Where the node stands in its parent when nothing is exploded. */
  readonly home: Vector3
  /** Which way it goes when exploded, and how far at most, in metres; what hangs in joints stays. */
  readonly way: Vector3
  readonly own: Map<Mesh, Material>
}

/** A hidden mesh is on this layer, which no camera sees; its children stay where they are. */
const hiddenLayer = 31

/** A loaded model by its parts. Everything is in the model space of the original, in metres. */
export class Model {
  readonly root: Object3D
  readonly parts: readonly Part[]
  readonly box = new Box3()
  /** What moves it; undefined where nothing does. */
  readonly player: Player | undefined
  readonly #cap: SectionCap
  readonly #byMesh = new Map<Object3D, Part>()
  #look: Look = 'plain'
  #share = 0
  readonly #coloured = new Set<Mesh>()
  #wireframe = false
  #lit: string | undefined
  #planes: Plane[] = []
  readonly #ghost = new MeshStandardMaterial({ transparent: true, opacity: 0.32, depthWrite: false, roughness: 0.9 })
  readonly #heat = new MeshStandardMaterial({ vertexColors: true, roughness: 0.85 })
  readonly #lights = new Map<Material, Material>()

  constructor(root: Object3D, parts: readonly PartMeshes[], clips: readonly AnimationClip[] = []) {
    this.root = root
    this.player = clips.length > 0 ? new Player(root, clips) : undefined
    root.updateMatrixWorld(true)
    this.box.setFromObject(root, true)
    const middle = this.box.getCenter(new Vector3())
    this.parts = parts.map((part) => ({
      ...part,
      home: part.node.position.clone(),
      way: part.meshes.some(isSkinned) ? new Vector3() : boxOf(part).getCenter(new Vector3()).sub(middle),
      own: new Map(part.meshes.map((mesh) => [mesh, mesh.material as Material])),
    }))
    for (const part of this.parts) for (const mesh of part.meshes) this.#byMesh.set(mesh, part)
    this.#ghost.color = new Color('#a79eff')
    this.#cap = new SectionCap(root, this.meshes)
  }

  get meshes(): Mesh[] {
    return this.parts.flatMap(({ meshes }) => meshes)
  }

  partOf(mesh: Object3D): Part | undefined {
    return this.#byMesh.get(mesh)
  }

  /** Shows the parts with these names only; all without a list. */
  show(hidden: ReadonlySet<string>): void {
    for (const part of this.parts) {
      for (const mesh of part.meshes) mesh.layers.set(hidden.has(part.name) ? hiddenLayer : 0)
    }
  }

  /** Moves the parts outwards: 0 is together, 1 as far apart again as they lie from the middle. */
  explode(share: number): void {
    // What is together already may just then be moved by its animation.
    if (share === this.#share) return
    this.#share = share
    for (const part of this.parts) {
      const above = this.#above(part.node)
      const world = part.way.clone().multiplyScalar(share)
      if (above) world.sub(above.way.clone().multiplyScalar(share))
      const parent = part.node.parent
      if (parent) world.applyMatrix3(new Matrix3().setFromMatrix4(parent.matrixWorld).invert())
      part.node.position.copy(part.home).add(world)
    }
    this.root.updateMatrixWorld(true)
  }

  /** Where a part has gone by exploding, which what is pointed at must not carry along. */
  shiftOf(part: Part): Vector3 {
    return part.way.clone().multiplyScalar(this.#share)
  }

  look(look: Look): void {
    this.#look = look
    this.#dress()
  }

  wireframe(on: boolean): void {
    this.#wireframe = on
    this.#dress()
  }

  /** Lights one part up, or none. */
  light(name: string | undefined): void {
    if (name === this.#lit) return
    this.#lit = name
    this.#dress()
  }

  cut(planes: Plane[]): void {
    this.#planes = planes
    this.#dress()
  }

  /** Colours every vertex by its distance; by the names of parts, in the order of `extract`. */
  colour(fields: ReadonlyMap<string, Float32Array | null>, largest: number): void {
    for (const [name, meshes] of this.#named()) {
      const field = fields.get(name)
      let at = 0
      for (const mesh of meshes) {
        this.#ownGeometry(mesh)
        const count = mesh.geometry.getAttribute('position').count
        const colors = new Float32Array(count * 3)
        for (let index = 0; index < count; index += 1) {
          heatColor(largest > 0 ? (field?.[at + index] ?? 0) / largest : 0, colors, index * 3)
        }
        mesh.geometry.setAttribute('color', new Float32BufferAttribute(colors, 3))
        at += count
      }
    }
  }

  /** Parts of one shape share it until each has a colour of its own. */
  #ownGeometry(mesh: Mesh): void {
    if (this.#coloured.has(mesh)) return
    this.#coloured.add(mesh)
    const { geometry } = mesh
    mesh.geometry = geometry.clone()
    // The same triangles in the same order: the tree fits both.
    if (geometry.boundsTree) mesh.geometry.boundsTree = geometry.boundsTree
  }

  /**
   * The parts as plain triangles in model space, together, whatever is exploded or hidden. What has one name is one, as
   * everything without a name is: which node is which in another version nothing says.
   */
  extract(): PartMesh[] {
    const share = this.#share
    this.explode(0)
    const parts = Array.from(this.#named(), ([name, meshes]) => extractPart({ name, meshes }))
    this.explode(share)
    return parts
  }

  /** Takes the steps of its animation up to `time`, in milliseconds; whether it is still moving. */
  step(time: number): boolean {
    const moving = this.player?.step(time) === true
    if (moving) this.#cap.follow()
    return moving
  }

  dispose(): void {
    this.#cap.dispose()
    for (const part of this.parts) {
      for (const mesh of part.meshes) {
        mesh.geometry.dispose()
        for (const material of [part.own.get(mesh), mesh.material].flat()) disposeOf(material)
      }
    }
    for (const material of [this.#ghost, this.#heat, ...this.#lights.values()]) material.dispose()
  }

  #named(): Map<string, Mesh[]> {
    const named = new Map<string, Mesh[]>()
    for (const { name, meshes } of this.parts) named.set(name, [...(named.get(name) ?? []), ...meshes])
    return named
  }

  #above(node: Object3D): Part | undefined {
    for (let up = node.parent; up; up = up.parent) {
      const part = this.parts.find((one) => one.node === up)
      if (part) return part
    }
    return undefined
  }

  #dress(): void {
    for (const part of this.parts) {
      for (const [mesh, own] of part.own) {
        mesh.material = this.#material(part, own)
        const material = mesh.material
        if ('wireframe' in material) material.wireframe = this.#wireframe
        material.clippingPlanes = this.#planes
        material.clipShadows = true
        if (this.#planes.length > 0) material.side = DoubleSide
      }
    }
    // A shade and a net have nothing inside.
    const solid = this.#look !== 'ghost' && !this.#wireframe
    this.#cap.set(solid ? this.#planes[0] : undefined, this.box)
  }

  #material(part: Part, own: Material): Material {
    if (this.#look === 'heat') return this.#heat
    if (this.#look === 'ghost') return this.#ghost
    if (this.#lit !== part.name || !(own instanceof MeshStandardMaterial)) return own
    let lit = this.#lights.get(own)
    if (!lit) {
      const made = own.clone()
      made.emissive = new Color('#f2a33a')
      made.emissiveIntensity = 0.35
      made.emissiveMap = null
      lit = made
      this.#lights.set(own, lit)
    }
    return lit
  }
}

function boxOf(part: PartMeshes): Box3 {
  const box = new Box3()
  for (const mesh of part.meshes) box.union(restBoxOf(mesh))
  return box
}

function disposeOf(material: Material | undefined): void {
  if (!material) return
  for (const value of Object.values(material)) {
    if (typeof value === 'object' && value !== null && 'isTexture' in value) value.dispose()
  }
  material.dispose()
}
