import { type PartMesh } from '@veranda/core/geometry/part-meshes.ts'
import {
  type AnimationClip,
  Box3,
  DoubleSide,
  Float32BufferAttribute,
  type Material,
  Matrix3,
  type Mesh,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  type Object3D,
  type Plane,
  type Side,
  Vector3,
} from 'three'
import { AnimationPlayer } from './animation-player.ts'
import { type ModelVariant } from '../loaders/read-variants.ts'
import { isSkinned, restBoxOf, restGeometryOf } from './rest-pose.ts'
import { SectionCap } from './section-plane.ts'

export type PartMeshes = { name: string; node: Object3D; meshes: Mesh[] }

/** The style in which a model is drawn: normally, as a translucent ghost, or coloured by a distance at each vertex. */
export type Appearance = 'plain' | 'ghost' | 'heat'

type ModelPart = PartMeshes & {
  /** Position of the node in its parent when nothing is exploded. */
  readonly homePosition: Vector3
  /** Offset at full explosion, in metres; zero for skinned meshes, which stay with their joints. */
  readonly explodeOffset: Vector3
  /** The materials of the chosen variant. */
  readonly originalMaterials: Map<Mesh, Material>
}

/** Hidden meshes are on this layer, which no camera renders; their children stay visible. */
const hiddenLayerIndex = 31

/** A loaded model and its parts, in the model space of the original, in metres. */
export class Model {
  readonly root: Object3D
  readonly parts: readonly ModelPart[]
  readonly box = new Box3()
  /** Undefined without animations. */
  readonly player: AnimationPlayer | undefined
  readonly #variants: readonly ModelVariant[]
  readonly #ownMaterials: ReadonlyMap<Mesh, Material>
  #variantName: string | undefined
  readonly #sectionCap: SectionCap
  readonly #byMesh = new Map<Object3D, ModelPart>()
  #appearance: Appearance = 'plain'
  #explodeAmount = 0
  readonly #ownGeometries = new Set<Mesh>()
  #wireframe = false
  #highlightedPart: string | undefined
  #clippingPlanes: Plane[] = []
  #hasCap = true
  readonly #ghost = new MeshStandardMaterial({
    color: '#a79eff',
    transparent: true,
    opacity: 0.32,
    depthWrite: false,
    roughness: 0.9,
  })
  readonly #heat = new MeshStandardMaterial({ vertexColors: true, roughness: 0.85 })
  readonly #highlightMaterials = new Map<Material, Material>()

  constructor(
    root: Object3D,
    parts: readonly PartMeshes[],
    clips: readonly AnimationClip[] = [],
    variants: readonly ModelVariant[] = [],
  ) {
    this.root = root
    this.player = clips.length > 0 ? new AnimationPlayer(root, clips) : undefined
    root.updateMatrixWorld(true)
    this.box.setFromObject(root, true)
    const center = this.box.getCenter(new Vector3())
    this.parts = parts.map((part) => ({
      ...part,
      homePosition: part.node.position.clone(),
      explodeOffset: part.meshes.some(isSkinned) ? new Vector3() : partBoxOf(part).getCenter(new Vector3()).sub(center),
      originalMaterials: new Map(part.meshes.map((mesh) => [mesh, mesh.material as Material])),
    }))
    for (const part of this.parts) for (const mesh of part.meshes) this.#byMesh.set(mesh, part)
    this.#variants = variants
    this.#ownMaterials = new Map(this.parts.flatMap(({ originalMaterials }) => [...originalMaterials]))
    this.#sectionCap = new SectionCap(root, this.meshes)
  }

  get meshes(): Mesh[] {
    return this.parts.flatMap(({ meshes }) => meshes)
  }

  /** Something behind it is seen through glass, at least in one of its variants. */
  get letsLightThrough(): boolean {
    return this.#allMaterials.some((material) => material instanceof MeshPhysicalMaterial && material.transmission > 0)
  }

  /** Parts of its surfaces are cut out by their textures, as of leaves. */
  get hasCutOuts(): boolean {
    return this.#allMaterials.some(({ alphaTest }) => alphaTest > 0)
  }

  /** Names of the looks that the author offers, in their order. */
  get variantNames(): readonly string[] {
    return this.#variants.map(({ name }) => name)
  }

  /** Shows a variant by its name; without one, or with one that the model does not have, its own materials. */
  setVariant(name: string | undefined): void {
    if (name === this.#variantName) return
    this.#variantName = name
    const variant = this.#variants.find((one) => one.name === name)
    for (const { originalMaterials } of this.parts) {
      for (const mesh of originalMaterials.keys()) {
        const material = variant?.materials.get(mesh) ?? this.#ownMaterials.get(mesh)
        if (material) originalMaterials.set(mesh, material)
      }
    }
    this.#updateMaterials()
  }

  partOf(mesh: Object3D): ModelPart | undefined {
    return this.#byMesh.get(mesh)
  }

  /** Hides the parts with these names and shows all others. */
  setHiddenParts(hidden: ReadonlySet<string>): void {
    for (const part of this.parts) {
      for (const mesh of part.meshes) mesh.layers.set(hidden.has(part.name) ? hiddenLayerIndex : 0)
    }
    this.#sectionCap.syncTransforms()
  }

  /** Moves the parts outwards: 0 is together, 1 doubles their distance from the centre. */
  explode(amount: number): void {
    // When nothing is exploded, the animation may be moving the nodes.
    if (amount === this.#explodeAmount) return
    this.#explodeAmount = amount
    for (const part of this.parts) {
      const parentPart = this.#parentPart(part.node)
      const world = part.explodeOffset.clone().multiplyScalar(amount)
      if (parentPart) world.sub(parentPart.explodeOffset.clone().multiplyScalar(amount))
      const parent = part.node.parent
      if (parent) world.applyMatrix3(new Matrix3().setFromMatrix4(parent.matrixWorld).invert())
      part.node.position.copy(part.homePosition).add(world)
    }
    this.root.updateMatrixWorld(true)
  }

  /** Returns the offset of a part in the exploded view, to be subtracted from what is picked on it. */
  explodeOffsetOf(part: ModelPart): Vector3 {
    return part.explodeOffset.clone().multiplyScalar(this.#explodeAmount)
  }

  /** It is drawn as its author made it, neither as a ghost nor in colours that mean distances. */
  get hasOwnLook(): boolean {
    return this.#appearance === 'plain'
  }

  setAppearance(appearance: Appearance): void {
    this.#appearance = appearance
    this.#updateMaterials()
  }

  setWireframe(on: boolean): void {
    this.#wireframe = on
    this.#updateMaterials()
  }

  /** Highlights one part, or none. */
  highlightPart(name: string | undefined): void {
    if (name === this.#highlightedPart) return
    this.#highlightedPart = name
    this.#updateMaterials()
  }

  /** Cuts the model, and fills the cut if the planes are in model space and not moved from outside. */
  setClippingPlanes(planes: Plane[], hasCap = true): void {
    this.#clippingPlanes = planes
    this.#hasCap = hasCap
    this.#updateMaterials()
  }

  /**
   * Colours every vertex by its distance, given by part name in the vertex order of `extractPartMeshes`. `writeColor`
   * writes the colour of a share (0 to 1) of the largest distance.
   */
  applyVertexHeat(
    distancesByPart: ReadonlyMap<string, Float32Array | null>,
    largest: number,
    writeColor: (share: number, colors: Float32Array, offset: number) => void,
  ): void {
    for (const [name, meshes] of this.#meshesByName()) {
      const distances = distancesByPart.get(name)
      let offset = 0
      for (const mesh of meshes) {
        this.#ensureOwnGeometry(mesh)
        const count = mesh.geometry.getAttribute('position').count
        const colors = new Float32Array(count * 3)
        for (let index = 0; index < count; index += 1) {
          writeColor(largest > 0 ? (distances?.[offset + index] ?? 0) / largest : 0, colors, index * 3)
        }
        mesh.geometry.setAttribute('color', new Float32BufferAttribute(colors, 3))
        offset += count
      }
    }
  }

  /** Clones a geometry shared by several meshes before it gets its own colours. */
  #ensureOwnGeometry(mesh: Mesh): void {
    if (this.#ownGeometries.has(mesh)) return
    this.#ownGeometries.add(mesh)
    const { geometry } = mesh
    mesh.geometry = geometry.clone()
    // The triangles and their order are the same, so both can share the BVH.
    if (geometry.boundsTree) mesh.geometry.boundsTree = geometry.boundsTree
  }

  /**
   * Returns the parts as plain triangles in model space, whatever is exploded or hidden. Parts with the same name form
   * one mesh, and so do unnamed ones: nothing tells which node is which in another version.
   */
  extractPartMeshes(): PartMesh[] {
    const amount = this.#explodeAmount
    this.explode(0)
    const parts = Array.from(this.#meshesByName(), ([name, meshes]) => extractPartMesh({ name, meshes }))
    this.explode(amount)
    return parts
  }

  /** Returns the materials of each part by its name, as its author delivered it, whatever variant is shown. */
  materialsByPart(): Map<string, Material[]> {
    const materialsOf = (meshes: readonly Mesh[]) => meshes.flatMap((mesh) => this.#ownMaterials.get(mesh) ?? [])
    return new Map(Array.from(this.#meshesByName(), ([name, meshes]) => [name, materialsOf(meshes)]))
  }

  /** Advances the animation to `time`, in milliseconds. Returns whether it is playing. */
  update(time: number): boolean {
    const moving = this.player?.update(time) === true
    if (moving) this.#sectionCap.syncTransforms()
    return moving
  }

  dispose(): void {
    this.#sectionCap.dispose()
    for (const part of this.parts) {
      for (const mesh of part.meshes) {
        mesh.geometry.dispose()
        for (const material of [part.originalMaterials.get(mesh), mesh.material].flat()) disposeMaterial(material)
      }
    }
    for (const material of this.#allMaterials) disposeMaterial(material)
    for (const material of [this.#ghost, this.#heat, ...this.#highlightMaterials.values()]) material.dispose()
  }

  /** Its own materials and those of its variants. */
  get #allMaterials(): Material[] {
    return [this.#ownMaterials, ...this.#variants.map(({ materials }) => materials)].flatMap((list) => [
      ...list.values(),
    ])
  }

  #meshesByName(): Map<string, Mesh[]> {
    const meshesByName = new Map<string, Mesh[]>()
    for (const { name, meshes } of this.parts) meshesByName.set(name, [...(meshesByName.get(name) ?? []), ...meshes])
    return meshesByName
  }

  #parentPart(node: Object3D): ModelPart | undefined {
    for (let ancestor = node.parent; ancestor; ancestor = ancestor.parent) {
      const part = this.parts.find((one) => one.node === ancestor)
      if (part) return part
    }
    return undefined
  }

  #updateMaterials(): void {
    for (const part of this.parts) {
      for (const [mesh, original] of part.originalMaterials) {
        mesh.material = this.#materialFor(part, original)
        const material = mesh.material
        if ('wireframe' in material) material.wireframe = this.#wireframe
        material.clippingPlanes = this.#clippingPlanes
        material.clipShadows = true
        // Kept with the material, so that a copy made during a section has it too.
        const { userData } = material
        userData['ownSide'] ??= material.side
        material.side = this.#clippingPlanes.length > 0 ? DoubleSide : (userData['ownSide'] as Side)
      }
    }
    // A ghost and a wireframe have no inside to fill.
    const solid = this.#hasCap && this.#appearance !== 'ghost' && !this.#wireframe
    this.#sectionCap.update(solid ? this.#clippingPlanes[0] : undefined, this.box)
  }

  #materialFor(part: ModelPart, original: Material): Material {
    if (this.#appearance === 'heat') return this.#heat
    if (this.#appearance === 'ghost') return this.#ghost
    if (this.#highlightedPart !== part.name || !(original instanceof MeshStandardMaterial)) return original
    let highlighted = this.#highlightMaterials.get(original)
    if (!highlighted) {
      const material = original.clone()
      material.emissive.set('#f2a33a')
      material.emissiveIntensity = 0.35
      material.emissiveMap = null
      highlighted = material
      this.#highlightMaterials.set(original, highlighted)
    }
    return highlighted
  }
}

function partBoxOf(part: PartMeshes): Box3 {
  const box = new Box3()
  for (const mesh of part.meshes) box.union(restBoxOf(mesh))
  return box
}

function disposeMaterial(material: Material | undefined): void {
  if (!material) return
  for (const value of Object.values(material)) {
    if (typeof value === 'object' && value !== null && 'isTexture' in value) value.dispose()
  }
  material.dispose()
}

/** Returns a part as plain triangles in its rest pose, with the current world transforms of its nodes. */
export function extractPartMesh({ name, meshes }: { name: string; meshes: readonly Mesh[] }): PartMesh {
  const counts = meshes.map((mesh) => mesh.geometry.getAttribute('position').count)
  const positions = new Float32Array(counts.reduce((sum, count) => sum + count, 0) * 3)
  const indices: number[] = []
  const point = new Vector3()
  let base = 0
  for (const [meshIndex, mesh] of meshes.entries()) {
    const restGeometry = restGeometryOf(mesh)
    const position = restGeometry.getAttribute('position')
    for (let index = 0; index < position.count; index += 1) {
      point
        .fromBufferAttribute(position, index)
        .applyMatrix4(mesh.matrixWorld)
        .toArray(positions, (base + index) * 3)
    }
    const index = restGeometry.index
    for (let at = 0; index && at < index.count; at += 1) indices.push(base + index.getX(at))
    base += counts[meshIndex] ?? 0
  }
  return { name, positions, indices: Uint32Array.from(indices) }
}
