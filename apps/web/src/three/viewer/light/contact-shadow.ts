import {
  type Box3,
  Color,
  DoubleSide,
  HalfFloatType,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshDepthMaterial,
  type Object3D,
  OrthographicCamera,
  PlaneGeometry,
  type Scene,
  ShaderMaterial,
  Vector3,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three'

const mapSize = 384
/** Room around the model for the blur, as a share of its size. */
const marginShare = 0.35
/** Share of the model's height up to which it darkens the ground. */
const reachShare = 0.22
/** Distance below the model, so that its underside does not flicker, as a share of the edge. */
const groundGapShare = 0.001
const blurTexels = [3.4, 1.3] as const
const shadowOpacity = 0.55

/**
 * The shade that a model leaves on the ground right below it, where light from all sides does not reach: the model seen
 * from below, darker where it is nearer, and blurred.
 */
export class ContactShadow {
  readonly mesh: Mesh<PlaneGeometry, MeshBasicMaterial>
  readonly #camera = new OrthographicCamera()
  readonly #targets = [0, 1].map(() => new WebGLRenderTarget(mapSize, mapSize, { type: HalfFloatType }))
  readonly #depth = nearnessMaterial()
  readonly #blur = blurMaterial()
  readonly #quad = new Mesh<PlaneGeometry, Material>(new PlaneGeometry(2, 2), this.#blur)
  readonly #screen = new OrthographicCamera(-1, 1, 1, -1, -1, 1)

  constructor() {
    const material = new MeshBasicMaterial({
      transparent: true,
      depthWrite: false,
      toneMapped: false,
      opacity: shadowOpacity,
    })
    material.map = this.#targets[0]?.texture ?? null
    this.mesh = new Mesh(new PlaneGeometry(1, 1).rotateX(-Math.PI / 2), material)
    this.mesh.renderOrder = -1
    this.mesh.raycast = () => undefined
  }

  /** Lies on the ground below a model with this box. */
  fitTo(box: Box3): void {
    const size = box.getSize(new Vector3())
    const center = box.getCenter(new Vector3())
    const edge = Math.max(size.x, size.z) * (1 + 2 * marginShare)
    const groundHeight = box.min.y - edge * groundGapShare
    this.mesh.position.set(center.x, groundHeight, center.z)
    // Seen from below, the picture is the mirror image of what lies on the ground.
    this.mesh.scale.set(edge, 1, -edge)
    const half = edge / 2
    Object.assign(this.#camera, { left: -half, right: half, top: half, bottom: -half, near: 0 })
    this.#camera.far = Math.max(size.y * reachShare, edge * 0.02)
    this.#camera.position.set(center.x, groundHeight, center.z)
    this.#camera.up.set(0, 0, 1)
    this.#camera.lookAt(center.x, groundHeight + 1, center.z)
    this.#camera.updateProjectionMatrix()
  }

  /** Draws the shade of what is visible in a scene, without the objects that are named. */
  update(renderer: WebGLRenderer, scene: Scene, without: readonly (Object3D | undefined)[]): void {
    const shown = without.filter((object) => object?.visible === true)
    const { overrideMaterial } = scene
    const target = renderer.getRenderTarget()
    const alpha = renderer.getClearAlpha()
    const color = renderer.getClearColor(new Color())
    const { needsUpdate } = renderer.shadowMap
    renderer.shadowMap.needsUpdate = false
    for (const object of [this.mesh, ...shown]) if (object) object.visible = false
    scene.overrideMaterial = this.#depth
    renderer.setClearColor(0x000000, 0)
    const [drawn, blurred] = this.#targets
    renderer.setRenderTarget(drawn ?? null)
    renderer.clear()
    renderer.render(scene, this.#camera)
    scene.overrideMaterial = overrideMaterial
    for (const texels of blurTexels) {
      this.#blurInto(renderer, drawn, blurred, texels, 0)
      this.#blurInto(renderer, blurred, drawn, 0, texels)
    }
    renderer.setRenderTarget(target)
    renderer.setClearColor(color, alpha)
    renderer.shadowMap.needsUpdate = needsUpdate
    for (const object of [this.mesh, ...shown]) if (object) object.visible = true
  }

  dispose(): void {
    this.mesh.removeFromParent()
    for (const { geometry, material } of [this.mesh, this.#quad]) {
      geometry.dispose()
      material.dispose()
    }
    this.#depth.dispose()
    for (const target of this.#targets) target.dispose()
  }

  #blurInto(
    renderer: WebGLRenderer,
    from: WebGLRenderTarget | undefined,
    to: WebGLRenderTarget | undefined,
    x: number,
    y: number,
  ): void {
    this.#blur.uniforms['source'] = { value: from?.texture }
    this.#blur.uniforms['step'] = { value: [x / mapSize, y / mapSize] }
    renderer.setRenderTarget(to ?? null)
    renderer.render(this.#quad, this.#screen)
  }
}

/** Draws black with the opacity of its nearness to the ground. */
function nearnessMaterial(): MeshDepthMaterial {
  const material = new MeshDepthMaterial({ side: DoubleSide, depthTest: true, depthWrite: true })
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      /gl_FragColor = vec4\( vec3\( 1\.0 - fragCoordZ \), opacity \);/,
      'gl_FragColor = vec4( vec3( 0.0 ), 1.0 - fragCoordZ );',
    )
  }
  return material
}

function blurMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    depthTest: false,
    depthWrite: false,
    uniforms: { source: { value: null }, step: { value: [0, 0] } },
    vertexShader: 'varying vec2 at; void main() { at = uv; gl_Position = vec4( position.xy, 0.0, 1.0 ); }',
    fragmentShader: `
      uniform sampler2D source;
      uniform vec2 step;
      varying vec2 at;
      void main() {
        float sum = 0.0;
        float weights = 0.0;
        for ( int index = -6; index <= 6; index ++ ) {
          float weight = exp( -0.5 * float( index * index ) / 9.0 );
          sum += weight * texture2D( source, at + float( index ) * step ).a;
          weights += weight;
        }
        gl_FragColor = vec4( vec3( 0.0 ), sum / weights );
      }`,
  })
}
