import {
  AlwaysStencilFunc,
  BackSide,
  type Box3,
  DecrementWrapStencilOp,
  FrontSide,
  Group,
  IncrementWrapStencilOp,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  NotEqualStencilFunc,
  type Object3D,
  Plane,
  PlaneGeometry,
  ReplaceStencilOp,
  Vector3,
} from 'three'
import { isSkinned } from './rest-pose.ts'
import { type SectionPlane } from './viewer-settings.ts'

/** With more meshes the cut stays open: each costs two more draw calls. */
const maxFilledMeshes = 400
/** A muted clay colour that reads as the inside in both themes. */
const capColor = '#c98f6b'

/**
 * Fills the section through a closed model. The stencil counts back faces against front faces behind the plane; where
 * more were entered than left, the plane is drawn.
 */
export class SectionCap {
  readonly #root: Object3D
  readonly #meshes: readonly Mesh[]
  readonly #group = new Group()
  readonly #inner = stencilMaterial(BackSide, IncrementWrapStencilOp)
  readonly #outer = stencilMaterial(FrontSide, DecrementWrapStencilOp)
  readonly #fill = new MeshStandardMaterial({
    color: capColor,
    roughness: 1,
    stencilWrite: true,
    stencilFunc: NotEqualStencilFunc,
    stencilFail: ReplaceStencilOp,
    stencilZFail: ReplaceStencilOp,
    stencilZPass: ReplaceStencilOp,
  })
  readonly #plane = new Mesh(new PlaneGeometry(1, 1), this.#fill)
  #stencilPairs: { of: Mesh; shades: Mesh[] }[] = []

  constructor(root: Object3D, meshes: readonly Mesh[]) {
    this.#root = root
    // Skinned meshes are not where their triangles are.
    this.#meshes = meshes.filter((mesh) => !isSkinned(mesh))
    this.#plane.renderOrder = 2
    this.#plane.onAfterRender = (renderer) => renderer.clearStencil()
  }

  /** Fills the section along a plane through a model with this box; without a plane nothing is filled. */
  update(plane: Plane | undefined, box: Box3): void {
    if (!plane || this.#meshes.length > maxFilledMeshes) return void this.#group.removeFromParent()
    if (this.#stencilPairs.length === 0) this.#createStencilMeshes()
    for (const material of [this.#inner, this.#outer]) material.clippingPlanes = [plane]
    const center = box.getCenter(new Vector3())
    plane.projectPoint(center, this.#plane.position)
    this.#plane.scale.setScalar(box.getSize(new Vector3()).length() * 2)
    this.#plane.lookAt(this.#plane.position.clone().sub(plane.normal))
    this.#root.add(this.#group)
    this.syncTransforms()
  }

  /** Copies transforms and visibility from the parts. */
  syncTransforms(): void {
    if (!this.#group.parent) return
    for (const { of, shades } of this.#stencilPairs) {
      for (const stencilMesh of shades) {
        stencilMesh.matrix.copy(of.matrixWorld)
        stencilMesh.layers.mask = of.layers.mask
      }
    }
    this.#group.updateMatrixWorld(true)
  }

  dispose(): void {
    this.#group.removeFromParent()
    this.#plane.geometry.dispose()
    for (const material of [this.#inner, this.#outer, this.#fill]) material.dispose()
  }

  #createStencilMeshes(): void {
    this.#stencilPairs = this.#meshes.map((of) => {
      const shades = [this.#inner, this.#outer].map((material) => {
        const stencilMesh = new Mesh(of.geometry, material)
        stencilMesh.matrixAutoUpdate = false
        // The same array, so the stencil mesh deforms in the same way.
        if (of.morphTargetInfluences) stencilMesh.morphTargetInfluences = of.morphTargetInfluences
        stencilMesh.renderOrder = 1
        return stencilMesh
      })
      this.#group.add(...shades)
      return { of, shades }
    })
    this.#group.add(this.#plane)
  }
}

function stencilMaterial(side: Material['side'], operation: Material['stencilZPass']): MeshBasicMaterial {
  return new MeshBasicMaterial({
    side,
    depthWrite: false,
    depthTest: false,
    colorWrite: false,
    stencilWrite: true,
    stencilFunc: AlwaysStencilFunc,
    stencilFail: operation,
    stencilZFail: operation,
    stencilZPass: operation,
  })
}

/** Returns the clipping planes of a section through a model with this box; what lies beyond is removed. */
export function clippingPlanesOf(section: SectionPlane | null, box: Box3 | undefined): Plane[] {
  if (!section || !box) return []
  const offset = box.min[section.axis] + (box.max[section.axis] - box.min[section.axis]) * section.at
  const normal = new Vector3()
  normal[section.axis] = section.turned ? 1 : -1
  return [new Plane(normal, section.turned ? -offset : offset)]
}
