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
  type Plane,
  PlaneGeometry,
  ReplaceStencilOp,
  Vector3,
} from 'three'
import { isSkinned } from './rest.ts'

/** Of more meshes than this the cut stays open: each costs two more draws. */
const most = 400
/** A quiet clay that reads as the inside of something, by day and at dusk. */
const clay = '#c98f6b'

/**
 * Fills the cut through a closed work. What lies behind the plane is counted in the stencil, inwards against outwards;
 * where more was entered than left, the plane is drawn.
 */
export class SectionCap {
  readonly #root: Object3D
  readonly #meshes: readonly Mesh[]
  readonly #group = new Group()
  readonly #inner = counting(BackSide, IncrementWrapStencilOp)
  readonly #outer = counting(FrontSide, DecrementWrapStencilOp)
  readonly #fill = new MeshStandardMaterial({
    color: clay,
    roughness: 1,
    stencilWrite: true,
    stencilFunc: NotEqualStencilFunc,
    stencilFail: ReplaceStencilOp,
    stencilZFail: ReplaceStencilOp,
    stencilZPass: ReplaceStencilOp,
  })
  readonly #plane = new Mesh(new PlaneGeometry(1, 1), this.#fill)
  #pairs: { of: Mesh; shades: Mesh[] }[] = []

  constructor(root: Object3D, meshes: readonly Mesh[]) {
    this.#root = root
    // What bends in its joints is not where its triangles say.
    this.#meshes = meshes.filter((mesh) => !isSkinned(mesh))
    this.#plane.renderOrder = 2
    this.#plane.onAfterRender = (renderer) => renderer.clearStencil()
  }

  /** Fills the cut along a plane through a work that fills `box`; without a plane nothing is filled. */
  set(plane: Plane | undefined, box: Box3): void {
    if (!plane || this.#meshes.length > most) return void this.#group.removeFromParent()
    if (this.#pairs.length === 0) this.#make()
    for (const material of [this.#inner, this.#outer]) material.clippingPlanes = [plane]
    const middle = box.getCenter(new Vector3())
    plane.projectPoint(middle, this.#plane.position)
    this.#plane.scale.setScalar(box.getSize(new Vector3()).length() * 2)
    this.#plane.lookAt(this.#plane.position.clone().sub(plane.normal))
    this.#root.add(this.#group)
    this.follow()
  }

  /** Goes where the parts have gone, and hides with them. */
  follow(): void {
    if (!this.#group.parent) return
    for (const { of, shades } of this.#pairs) {
      for (const shade of shades) {
        shade.matrix.copy(of.matrixWorld)
        shade.layers.mask = of.layers.mask
      }
    }
    this.#group.updateMatrixWorld(true)
  }

  dispose(): void {
    this.#group.removeFromParent()
    this.#plane.geometry.dispose()
    for (const material of [this.#inner, this.#outer, this.#fill]) material.dispose()
  }

  #make(): void {
    this.#pairs = this.#meshes.map((of) => {
      const shades = [this.#inner, this.#outer].map((material) => {
        const shade = new Mesh(of.geometry, material)
        shade.matrixAutoUpdate = false
        // The very same numbers: its shade bends as it does.
        if (of.morphTargetInfluences) shade.morphTargetInfluences = of.morphTargetInfluences
        shade.renderOrder = 1
        return shade
      })
      this.#group.add(...shades)
      return { of, shades }
    })
    this.#group.add(this.#plane)
  }
}

function counting(side: Material['side'], each: Material['stencilZPass']): MeshBasicMaterial {
  return new MeshBasicMaterial({
    side,
    depthWrite: false,
    depthTest: false,
    colorWrite: false,
    stencilWrite: true,
    stencilFunc: AlwaysStencilFunc,
    stencilFail: each,
    stencilZFail: each,
    stencilZPass: each,
  })
}
