import { type CompareMode } from '@veranda/core/assets/compare-modes.ts'
import { type Vector } from '@veranda/core/geometry/vector.ts'
import { NeutralToneMapping, PCFShadowMap, VSMShadowMap, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import { defaultQuality, type RenderQuality } from '../../lib/device/webgl-support.ts'
import { type AmbientOcclusion } from './light/ambient-occlusion.ts'
import { type AnimationPlayer } from './animation-player.ts'
import { CameraRig, distanceToFit } from './camera-rig.ts'
import { type ContactShadow } from './light/contact-shadow.ts'
import { type CutOutAlpha } from './cut-out-alpha.ts'
import { type Backdrop } from './light/backdrop.ts'
import { type CanvasEvents, listenToCanvas } from './canvas-events.ts'
import { Lights } from './light/lights.ts'
import { type Model } from './model.ts'
import {
  type CanvasSize,
  pickAt,
  pickPart,
  projectToScreen,
  type ScreenPoint,
  setAspect,
  type SurfaceHit,
} from './picking.ts'
import { RenderLoop } from './render-loop.ts'
import { ScaleGuides } from './scale-guides.ts'
import { VersionPair } from './compare/version-pair.ts'
import { type ViewerSettings, type Viewpoint } from './viewer-settings.ts'
import { wantsAmbientOcclusion } from './light/wants-ambient-occlusion.ts'

/**
 * Canvas of the viewer with camera, lights and models. Draws on demand only: no loop runs while nothing moves. All
 * input and output is in metres in the model space of the original.
 */
export class ViewerCanvas {
  readonly element: HTMLCanvasElement
  readonly #host: HTMLElement
  readonly #renderer: WebGLRenderer
  readonly #scene = new Scene()
  readonly #camera = new PerspectiveCamera(32, 1, 0.01, 100)
  readonly #controls: OrbitControls
  readonly #lights: Lights
  readonly #guides = new ScaleGuides()
  readonly #cameraRig: CameraRig
  readonly #versions = new VersionPair(this.#scene)
  readonly #renderLoop = new RenderLoop((time) => this.#onFrame(time))
  readonly #resizeObserver: ResizeObserver
  readonly #abort = new AbortController()
  /** Drawn in full quality alone; its code is loaded then. */
  #contactShadow: ContactShadow | undefined
  #contactNeedsUpdate = false
  /** Drawn in full quality alone; its code is loaded after the first picture of a model. */
  #occlusion: AmbientOcclusion | undefined
  #wantsOcclusion: boolean
  /** Drawn behind models that let light through; its code is loaded then. */
  #backdrop: Backdrop | undefined
  #cutOutAlpha: CutOutAlpha | undefined
  #frameCount = 0

  /** Throws without a WebGL context. */
  constructor(host: HTMLElement, events: CanvasEvents) {
    this.#host = host
    const quality = defaultQuality()
    this.#wantsOcclusion = wantsAmbientOcclusion(quality)
    this.#renderer = createRenderer(quality)
    this.element = this.#renderer.domElement
    this.#lights = new Lights(this.#renderer, quality)
    // Soft edges without the grain that few samples would have; blurred once, since nothing here moves by itself.
    if (quality === 'full') Object.assign(this.#lights.sun.shadow, { radius: 8, blurSamples: 16 })
    this.#lights.addTo(this.#scene)
    this.#scene.add(this.#guides.group)
    host.append(this.element)
    this.#controls = new OrbitControls(this.#camera, this.element)
    Object.assign(this.#controls, { enableDamping: true, dampingFactor: 0.12, zoomToCursor: true, rotateSpeed: 0.8 })
    this.#controls.addEventListener('change', () => this.requestRender())
    this.#cameraRig = new CameraRig(this.#camera, this.#controls)
    this.#controls.addEventListener('start', () => this.#cameraRig.cancel())
    this.#resizeObserver = new ResizeObserver(() => this.#resize())
    this.#resizeObserver.observe(host)
    const restored = () => {
      // Render targets are lost with the context.
      this.#lights.applyPreset(this.#versions.settings.light, this.#scene)
      this.#updateAppearance(() => this.#versions.updateAppearance())
      events.onContextRestored()
    }
    listenToCanvas(this.element, { ...events, onContextRestored: restored }, this.#abort.signal)
    this.#resize()
  }

  /** Loads what the lights of this canvas need; models are shown after it. */
  prepare(): Promise<void> {
    return this.#lights.loadSurroundings()
  }

  /** Replaces the shown model. */
  setModel(model: Model): void {
    this.#versions.setCurrent(model)
    this.#guides.fitTo(model.box)
    const radius = this.#radius()
    this.#fitExtras(model)
    Object.assign(this.#camera, { near: radius / 200, far: radius * 60 })
    Object.assign(this.#controls, { minDistance: radius * 0.08, maxDistance: radius * 14 })
    const center = model.box.getCenter(new Vector3())
    this.#lights.aimAt(center, radius * 1.5)
    this.applySettings(this.#versions.settings)
    this.#controls.target.copy(center)
    this.#camera.position.copy(center).add(new Vector3(0.62, 0.36, 1).multiplyScalar(radius * 4))
    this.fit(true)
  }

  /** Sets or removes a previous version for comparison. */
  setPrevious(model: Model | undefined): void {
    this.#updateAppearance(() => this.#versions.setPrevious(model))
  }

  /** Sets the unchanged parts; their previous version is not drawn over them. */
  setUnchangedParts(parts: ReadonlySet<string>): void {
    this.#updateAppearance(() => this.#versions.setUnchangedParts(parts))
  }

  get model(): Model | undefined {
    return this.#versions.current
  }

  /** Undefined without animations. */
  get player(): AnimationPlayer | undefined {
    return this.model?.player
  }

  applySettings(settings: ViewerSettings): void {
    if (settings.light !== this.#lights.presetName) {
      this.#lights.applyPreset(settings.light, this.#scene)
    }
    this.#lights.turnTo(settings.lightTurn ?? 0, this.#scene)
    this.#guides.setVisible(settings.sizes)
    this.#updateAppearance(() => this.#versions.applySettings(settings))
  }

  /** Sets how two versions are compared; `flipped` shows the previous one alone. */
  setCompareMode(mode: CompareMode | undefined, flipped = false): void {
    const before = this.#versions.box.expandByScalar(this.#radius() * 0.1)
    this.#updateAppearance(() => this.#versions.setCompareMode(mode, flipped))
    this.#resize()
    // A version that is much larger would be cut off; otherwise the view stays as the user has turned it.
    if (!before.containsBox(this.#versions.box)) this.fit()
  }

  highlightPart(part: string | undefined): void {
    this.model?.highlightPart(part)
    this.requestRender()
  }

  setDarkBackground(dark: boolean): void {
    this.#guides.setDarkBackground(dark)
    this.#backdrop?.readColors(this.#host)
    this.requestRender()
  }

  /** Fits everything visible, including the human figure, into the view. */
  fit(immediate = false): void {
    if (!this.model) return
    const { sizes, explode } = this.#versions.settings
    const { box } = this.#versions
    if (sizes) box.expandByObject(this.#guides.figure)
    if (explode > 0) box.expandByScalar(this.#radius() * explode)
    const center = box.getCenter(new Vector3())
    const direction = this.#camera.position.clone().sub(this.#controls.target).normalize()
    // Toolbars cover the upper and lower edge.
    const distance = distanceToFit(box, direction, this.#camera, Math.max(0.4, 1 - 124 / this.#size.height))
    this.#cameraRig.flyTo(center.clone().addScaledVector(direction, distance), center, immediate)
    this.requestRender()
  }

  get viewpoint(): Viewpoint {
    const { target } = this.#controls
    return { eye: this.#camera.position.toArray(), target: target.toArray(), settings: this.#versions.settings }
  }

  flyTo({ eye, target }: Pick<Viewpoint, 'eye' | 'target'>, immediate = false): void {
    this.#cameraRig.flyTo(new Vector3(...eye), new Vector3(...target), immediate)
    this.requestRender()
  }

  /** Orbits the model, in radians; `zoomFactor` multiplies the distance. */
  orbit(around: number, up: number, zoomFactor = 1): void {
    this.#cameraRig.orbit(around, up, zoomFactor)
    this.requestRender()
  }

  /** Moves camera and target together, in shares of the view. */
  pan(across: number, up: number): void {
    this.#cameraRig.pan(across, up)
    this.requestRender()
  }

  /** Picks a point on a part without a pointer, through its centre. */
  pickPart(part: string): SurfaceHit | undefined {
    return this.model && pickPart(this.model, this.#camera, part)
  }

  /** Returns the lengths of the rulers and the figure, in metres, with their positions. */
  dimensions(): { what: 'x' | 'y' | 'z' | 'person'; at: Vector; metres: number }[] {
    return this.model ? this.#guides.dimensionsOf(this.model.box) : []
  }

  /** Picks the surface at a position in pixels; 'former' on a previous version. `snap` takes the nearest corner. */
  pickAt(x: number, y: number, snap = false): SurfaceHit | 'previous' | undefined {
    return pickAt(this.#versions, this.#camera, this.#size, { x, y, snap })
  }

  /** Projects a point on a part to the canvas. Returns undefined behind the camera, or while its part is animated. */
  projectPoint(point: Vector, part?: string): ScreenPoint | undefined {
    return projectToScreen(this.#versions, this.#camera, this.#size, point, part)
  }

  /** Calls `listener` after each frame; returns the unsubscribe function. */
  onFrame(listener: () => void): () => void {
    return this.#renderLoop.onFrame(listener)
  }

  /** Requests one frame. */
  requestRender(): void {
    this.#renderer.shadowMap.needsUpdate ||= this.player?.atRestPose === false
    this.#renderLoop.requestFrame()
  }

  dispose(): void {
    this.#renderLoop.stop()
    this.#abort.abort()
    this.#resizeObserver.disconnect()
    this.#controls.dispose()
    this.#versions.dispose()
    this.#guides.dispose()
    this.#contactShadow?.dispose()
    this.#occlusion?.dispose()
    this.#backdrop?.dispose()
    this.#cutOutAlpha?.dispose()
    this.#lights.dispose()
    this.#renderer.dispose()
    this.element.remove()
  }

  get #size(): CanvasSize {
    return { width: Math.max(1, this.#host.clientWidth), height: Math.max(1, this.#host.clientHeight) }
  }

  #radius(): number {
    const size = this.model?.box.getSize(new Vector3()).length() ?? 1
    return Math.max(size / 2, 1e-4)
  }

  #updateAppearance(change: () => void): void {
    change()
    this.#renderer.shadowMap.needsUpdate = true
    this.#contactNeedsUpdate = true
    this.requestRender()
  }

  /** Loads what only some models or graphics cards need, and fits it to the model. */
  #fitExtras(model: Model): void {
    if (model.letsLightThrough && !this.#backdrop) void this.#loadBackdrop()
    if (model.hasCutOuts && !this.#cutOutAlpha) void this.#loadCutOutAlpha()
    if (this.#contactShadow) this.#contactShadow.fitTo(model.box)
    else if (defaultQuality() === 'full') void this.#loadContactShadow()
  }

  async #loadBackdrop(): Promise<void> {
    const { Backdrop } = await import('./light/backdrop.ts')
    if (this.#abort.signal.aborted || this.#backdrop) return
    this.#backdrop = new Backdrop()
    this.#backdrop.readColors(this.#host)
    this.#scene.add(this.#backdrop.mesh)
    this.requestRender()
  }

  async #loadCutOutAlpha(): Promise<void> {
    const { CutOutAlpha } = await import('./cut-out-alpha.ts')
    if (this.#abort.signal.aborted || this.#cutOutAlpha) return
    this.#cutOutAlpha = new CutOutAlpha()
    this.#scene.add(this.#cutOutAlpha.mesh)
    this.requestRender()
  }

  async #loadContactShadow(): Promise<void> {
    const { ContactShadow } = await import('./light/contact-shadow.ts')
    if (this.#abort.signal.aborted || this.#contactShadow) return
    this.#contactShadow = new ContactShadow()
    this.#scene.add(this.#contactShadow.mesh)
    if (this.model) this.#contactShadow.fitTo(this.model.box)
    this.#updateAppearance(() => undefined)
  }

  async #loadOcclusion(): Promise<void> {
    this.#wantsOcclusion = false
    const { AmbientOcclusion } = await import('./light/ambient-occlusion.ts')
    if (this.#abort.signal.aborted) return
    this.#occlusion = new AmbientOcclusion()
    this.#scene.add(this.#occlusion.mesh)
    this.requestRender()
  }

  /** The shade belongs to one whole model: with a cut, or two versions, there is none. */
  #updateContactShadow(): void {
    const shadow = this.#contactShadow
    if (!shadow) return
    shadow.mesh.visible = this.#versions.isOneWhole
    if (!shadow.mesh.visible || !this.#contactNeedsUpdate) return
    this.#contactNeedsUpdate = false
    const extras = [this.#backdrop, this.#cutOutAlpha, this.#occlusion].map((extra) => extra?.mesh)
    shadow.update(this.#renderer, this.#scene, [this.#guides.group, ...extras])
  }

  #onFrame(time: number): boolean {
    const cameraMoving = this.#cameraRig.update(time)
    const controlsMoving = this.#controls.update()
    const animating = this.model?.update(time) === true
    if (animating) this.#renderer.shadowMap.needsUpdate = this.#contactNeedsUpdate = true
    this.#render()
    if (this.model && this.#wantsOcclusion) void this.#loadOcclusion()
    this.#frameCount += 1
    this.#host.dataset['frames'] = String(this.#frameCount)
    return cameraMoving || controlsMoving || animating
  }

  #render(): void {
    const renderer = this.#renderer
    this.#updateContactShadow()
    const { width: canvasWidth, height } = this.#size
    const viewports = this.#versions.viewports(canvasWidth)
    renderer.setScissorTest(viewports.length > 1)
    for (const { left, width, model } of viewports) {
      if (viewports.length > 1) {
        this.#versions.showOnly(model)
        renderer.shadowMap.needsUpdate = true
      }
      renderer.setViewport(left, 0, width, height)
      renderer.setScissor(left, 0, width, height)
      setAspect(this.#camera, width / height)
      this.#occlusion?.update(renderer, this.#camera, this.#versions.shadedRoots, this.#versions.sphere)
      renderer.render(this.#scene, this.#camera)
    }
  }

  #resize(): void {
    const { width, height } = this.#size
    this.#renderer.setSize(width, height, false)
    this.requestRender()
  }
}

/** Creates the renderer of the viewer. Throws without a WebGL context. */
export function createRenderer(quality: RenderQuality): WebGLRenderer {
  const renderer = new WebGLRenderer({
    antialias: true,
    alpha: true,
    // Needed for the section cap.
    stencil: true,
    powerPreference: 'high-performance',
  })
  renderer.setPixelRatio(Math.min(devicePixelRatio, 2))
  renderer.toneMapping = NeutralToneMapping
  renderer.shadowMap.enabled = true
  renderer.shadowMap.type = quality === 'full' ? VSMShadowMap : PCFShadowMap
  renderer.shadowMap.autoUpdate = false
  renderer.localClippingEnabled = true
  return renderer
}
