import {
  CustomBlending,
  DepthTexture,
  HalfFloatType,
  type Material,
  Mesh,
  MeshDepthMaterial,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  type Object3D,
  OneFactor,
  OrthographicCamera,
  PerspectiveCamera,
  PlaneGeometry,
  RGFormat,
  ShaderMaterial,
  type Sphere,
  SrcColorFactor,
  Vector2,
  Vector3,
  Vector4,
  type WebGLRenderer,
  WebGLRenderTarget,
  ZeroFactor,
} from 'three'
import { occlusionShader, shadeShader } from './ambient-occlusion-shaders.ts'

/** Reach of the shade of a surface, as a share of the radius of what is shown. */
const reachShare = 0.22
/** Room around what is shown for parts that are exploded or animated, in its radii. */
const depthMarginRadii = 2
/** Least depth that is drawn, as a share of the nearest distance, so that there is always some. */
const minDepthShare = 1e-3

const size = new Vector2()
const eye = new Vector3()

/**
 * The shade in creases and where parts meet, which light from all sides hardly reaches. The distances of solid surfaces
 * are drawn first, without antialiasing; each point is darkened by how much of its surroundings is covered, and the
 * result is multiplied into the picture after everything solid and before everything see-through. The picture itself is
 * drawn as ever, with its antialiasing and its transparent ground.
 */
export class AmbientOcclusion {
  /** Darkens the picture that it is part of. */
  readonly mesh: Mesh<PlaneGeometry, ShaderMaterial>
  readonly #camera = new PerspectiveCamera()
  readonly #distances = new WebGLRenderTarget(1, 1, { depthTexture: new DepthTexture(1, 1) })
  readonly #occlusion = new WebGLRenderTarget(1, 1, { type: HalfFloatType, format: RGFormat, depthBuffer: false })
  readonly #quad: Mesh<PlaneGeometry, ShaderMaterial>
  readonly #screen = new OrthographicCamera(-1, 1, 1, -1, -1, 1)
  readonly #depthMaterials = new Map<Material, MeshDepthMaterial>()
  /** Objects that were changed to draw distances, with what they had before. */
  readonly #solid: Mesh[] = []
  readonly #materials: Material[] = []
  readonly #others: Object3D[] = []
  readonly #layerMasks: number[] = []
  readonly #prepareObject = (object: Object3D) => this.#useDepthMaterial(object)
  readonly #uniforms = {
    distances: { value: this.#distances.depthTexture },
    occlusion: { value: this.#occlusion.texture },
    viewport: { value: new Vector4() },
    /** Half the view at a distance of 1 m, in metres. */
    extent: { value: new Vector2() },
    /** Nearest and farthest distance of the drawn distances, in metres. */
    range: { value: new Vector2() },
    /** The same of the picture. */
    pictureRange: { value: new Vector2() },
    reach: { value: 1 },
  }

  constructor() {
    const uniforms = this.#uniforms
    this.#quad = fullScreen(new ShaderMaterial({ ...occlusionShader, uniforms, depthTest: false, depthWrite: false }))
    this.mesh = fullScreen(
      new ShaderMaterial({
        ...shadeShader,
        uniforms,
        depthWrite: false,
        transparent: true,
        blending: CustomBlending,
        blendSrc: ZeroFactor,
        blendDst: SrcColorFactor,
        blendSrcAlpha: ZeroFactor,
        blendDstAlpha: OneFactor,
      }),
    )
    // Before everything see-through, which is drawn after what is solid.
    this.mesh.renderOrder = -1_000
    this.mesh.visible = false
  }

  /**
   * Prepares the shade of some models for the next picture in the current viewport. What is outside of `around` or not
   * solid gives and gets none.
   */
  update(renderer: WebGLRenderer, camera: PerspectiveCamera, models: readonly Object3D[], around: Sphere): void {
    this.mesh.visible = models.length > 0
    if (!this.mesh.visible) return
    this.#setView(renderer, camera, around)
    const target = renderer.getRenderTarget()
    const { autoClear } = renderer
    const { needsUpdate } = renderer.shadowMap
    renderer.shadowMap.needsUpdate = false
    renderer.autoClear = false
    renderer.setRenderTarget(this.#distances)
    renderer.clear()
    for (const model of models) model.traverseVisible(this.#prepareObject)
    for (const model of models) renderer.render(model, this.#camera)
    this.#restoreMaterials()
    renderer.setRenderTarget(this.#occlusion)
    renderer.render(this.#quad, this.#screen)
    renderer.setRenderTarget(target)
    renderer.autoClear = autoClear
    renderer.shadowMap.needsUpdate = needsUpdate
  }

  dispose(): void {
    this.mesh.removeFromParent()
    for (const { geometry, material } of [this.mesh, this.#quad]) {
      geometry.dispose()
      material.dispose()
    }
    for (const material of this.#depthMaterials.values()) material.dispose()
    for (const target of [this.#distances, this.#occlusion]) target.dispose()
    this.#distances.depthTexture?.dispose()
  }

  /** Looks as the camera does, at no more than what is around, since distances are the finer the fewer they are. */
  #setView(renderer: WebGLRenderer, camera: PerspectiveCamera, { center, radius }: Sphere): void {
    const { width, height } = renderer.getDrawingBufferSize(size)
    this.#distances.setSize(width, height)
    this.#occlusion.setSize(Math.ceil(width / 2), Math.ceil(height / 2))
    const { viewport, extent, range, pictureRange, reach } = this.#uniforms
    renderer.getCurrentViewport(viewport.value)
    this.#distances.viewport.copy(viewport.value)
    camera.updateWorldMatrix(true, false)
    this.#camera.copy(camera, false)
    camera.matrixWorld.decompose(this.#camera.position, this.#camera.quaternion, this.#camera.scale)
    const distance = -eye.copy(center).applyMatrix4(camera.matrixWorldInverse).z
    const margin = radius * depthMarginRadii
    this.#camera.near = Math.max(camera.near, distance - margin)
    this.#camera.far = Math.max(this.#camera.near * (1 + minDepthShare), Math.min(camera.far, distance + margin))
    this.#camera.updateProjectionMatrix()
    const [across, , , , , up] = camera.projectionMatrix.elements
    extent.value.set(1 / (across ?? 1), 1 / (up ?? 1))
    range.value.set(this.#camera.near, this.#camera.far)
    pictureRange.value.set(camera.near, camera.far)
    reach.value = radius * reachShare
  }

  /** Draws solid surfaces by their distance alone, and nothing else, until `#restoreMaterials`. */
  #useDepthMaterial(object: Object3D): void {
    if (object instanceof Mesh && isSolid(object.material)) {
      this.#solid.push(object)
      this.#materials.push(object.material)
      object.material = this.#depthMaterialFor(object.material)
    } else {
      this.#others.push(object)
      this.#layerMasks.push(object.layers.mask)
      object.layers.mask = 0
    }
  }

  #restoreMaterials(): void {
    for (const [index, mesh] of this.#solid.entries()) mesh.material = this.#materials[index] ?? mesh.material
    for (const [index, object] of this.#others.entries()) object.layers.mask = this.#layerMasks[index] ?? 0
    for (const list of [this.#solid, this.#materials, this.#others, this.#layerMasks]) list.length = 0
  }

  #depthMaterialFor(material: MeshStandardMaterial): MeshDepthMaterial {
    let depth = this.#depthMaterials.get(material)
    if (!depth) {
      depth = new MeshDepthMaterial({ colorWrite: false })
      this.#depthMaterials.set(material, depth)
      material.addEventListener('dispose', () => this.#forget(material))
    }
    const isCutOut = material.alphaTest > 0
    depth.side = material.side
    depth.clippingPlanes = material.clippingPlanes
    depth.alphaTest = material.alphaTest
    depth.map = isCutOut ? material.map : null
    depth.alphaMap = isCutOut ? material.alphaMap : null
    return depth
  }

  #forget(material: MeshStandardMaterial): void {
    this.#depthMaterials.get(material)?.dispose()
    this.#depthMaterials.delete(material)
  }
}

/** Light from all sides reaches it, and it covers what is behind it. */
function isSolid(material: Material | Material[]): material is MeshStandardMaterial {
  if (!(material instanceof MeshStandardMaterial) || material.transparent || material.wireframe) return false
  // What fills a cut is drawn in parts of its plane alone.
  return !material.stencilWrite && !(material instanceof MeshPhysicalMaterial && material.transmission > 0)
}

function fullScreen(material: ShaderMaterial): Mesh<PlaneGeometry, ShaderMaterial> {
  const mesh = new Mesh(new PlaneGeometry(2, 2), material)
  mesh.frustumCulled = false
  mesh.raycast = () => undefined
  return mesh
}
