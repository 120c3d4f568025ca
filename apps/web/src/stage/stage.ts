import { type Vector } from '@veranda/core/geometry/vector.ts'
import { PerspectiveCamera, Scene, Vector3, type WebGLRenderer } from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import { CameraFlight, distanceToFit } from './camera.ts'
import { Frames } from './frames.ts'
import { Lights } from './lights.ts'
import { listenTo, type Told } from './listen.ts'
import { type Model } from './model.ts'
import { makeRenderer } from './make-renderer.ts'
import { Pair } from './pair.ts'
import { type Hit, placeOn } from './pick.ts'
import { type Player } from './player.ts'
import { type CompareMode, type Settings, type View } from './settings.ts'
import { lookThrough, pickOn, type Size, type Spot, spotOn } from './sight.ts'
import { Surroundings } from './surroundings.ts'

/**
 * The stage of the flat viewer: a canvas, an eye and what stands before it. Draws only when something changed: no loop
 * runs while nothing moves. Everything that goes in and comes out is in metres in the model space of the original.
 */
export class Stage {
  readonly canvas: HTMLCanvasElement
  readonly #host: HTMLElement
  readonly #renderer: WebGLRenderer
  readonly #scene = new Scene()
  readonly #camera = new PerspectiveCamera(32, 1, 0.01, 100)
  readonly #controls: OrbitControls
  readonly #lights: Lights
  readonly #around = new Surroundings()
  readonly #flight: CameraFlight
  readonly #pair = new Pair(this.#scene)
  readonly #frames = new Frames((time) => this.#frame(time))
  readonly #watcher: ResizeObserver
  readonly #ends = new AbortController()
  #drawn = 0

  /** Throws where no drawing context can be had. */
  constructor(host: HTMLElement, told: Told) {
    this.#host = host
    this.#renderer = makeRenderer()
    this.canvas = this.#renderer.domElement
    this.#lights = new Lights(this.#renderer)
    this.#scene.add(this.#lights.sun, this.#lights.sun.target, this.#lights.fill, this.#around.group)
    host.append(this.canvas)
    this.#controls = new OrbitControls(this.#camera, this.canvas)
    Object.assign(this.#controls, { enableDamping: true, dampingFactor: 0.12, zoomToCursor: true, rotateSpeed: 0.8 })
    this.#controls.addEventListener('change', () => this.draw())
    this.#flight = new CameraFlight(this.#camera, this.#controls)
    this.#controls.addEventListener('start', () => this.#flight.end())
    this.#watcher = new ResizeObserver(() => this.#resize())
    this.#watcher.observe(host)
    const restored = () => {
      // What was drawn into a texture of our own is gone with the context.
      this.#lights.set(this.#pair.settings.light, this.#scene)
      this.#redress(() => this.#pair.dress())
      told.restored()
    }
    listenTo(this.canvas, { ...told, restored }, this.#ends.signal)
    this.#resize()
  }

  /** Puts the work on the stage in place of what was there. */
  setModel(model: Model): void {
    this.#pair.setNow(model)
    this.#around.around(model.box)
    const radius = this.#radius()
    Object.assign(this.#camera, { near: radius / 200, far: radius * 60 })
    Object.assign(this.#controls, { minDistance: radius * 0.08, maxDistance: radius * 14 })
    const middle = model.box.getCenter(new Vector3())
    this.#lights.aim(middle, radius * 1.5)
    this.apply(this.#pair.settings)
    this.#controls.target.copy(middle)
    this.#camera.position.copy(middle).add(new Vector3(0.62, 0.36, 1).multiplyScalar(radius * 4))
    this.fit(true)
  }

  /** Puts a former version beside it for comparing, or takes it away. */
  setFormer(model: Model | undefined): void {
    this.#redress(() => this.#pair.setFormer(model))
  }

  /** Parts that are where they were: their former selves are not drawn over them. */
  setSame(parts: ReadonlySet<string>): void {
    this.#redress(() => this.#pair.setSame(parts))
  }

  get model(): Model | undefined {
    return this.#pair.now
  }

  /** What moves the work; undefined where nothing does. */
  get player(): Player | undefined {
    return this.model?.player
  }

  apply(settings: Settings): void {
    if (settings.light !== this.#pair.settings.light || !this.#scene.environment) {
      this.#lights.set(settings.light, this.#scene)
    }
    this.#around.showSizes(settings.sizes)
    this.#redress(() => this.#pair.apply(settings))
  }

  /** How two versions are compared; `flipped` shows the former one alone. */
  compare(mode: CompareMode | undefined, flipped = false): void {
    this.#redress(() => this.#pair.compare(mode, flipped))
    this.#resize()
  }

  light(part: string | undefined): void {
    this.model?.light(part)
    this.draw()
  }

  ground(dark: boolean): void {
    this.#around.ground(dark)
    this.draw()
  }

  /** Turns so that everything that is shown, the figure too, fills the stage. */
  fit(atOnce = false): void {
    if (!this.model) return
    const { sizes, explode } = this.#pair.settings
    const box = this.model.box.clone()
    if (sizes) box.expandByObject(this.#around.person)
    if (explode > 0) box.expandByScalar(this.#radius() * explode)
    const middle = box.getCenter(new Vector3())
    const way = this.#camera.position.clone().sub(this.#controls.target).normalize()
    // Bars lie over the upper and the lower edge.
    const far = distanceToFit(box, way, this.#camera, Math.max(0.4, 1 - 124 / this.#size.height))
    this.#flight.to(middle.clone().addScaledVector(way, far), middle, atOnce)
    this.draw()
  }

  get view(): View {
    const { target } = this.#controls
    return { eye: this.#camera.position.toArray(), target: target.toArray(), settings: this.#pair.settings }
  }

  goTo({ eye, target }: Pick<View, 'eye' | 'target'>, atOnce = false): void {
    this.#flight.to(new Vector3(...eye), new Vector3(...target), atOnce)
    this.draw()
  }

  /** Goes round the work and up and down, in radians; `closer` multiplies the distance. */
  turn(around: number, up: number, closer = 1): void {
    this.#flight.turn(around, up, closer)
    this.draw()
  }

  /** Moves eye and target together, in shares of the stage. */
  pan(across: number, up: number): void {
    this.#flight.pan(across, up)
    this.draw()
  }

  /** The place of a part that is most in sight, for who points without a pointer. */
  placeOn(part: string): Hit | undefined {
    return this.model && placeOn(this.model, this.#camera, part)
  }

  /** What the rules and the figure say, in metres, and where. */
  sizes(): { what: 'x' | 'y' | 'z' | 'person'; at: Vector; metres: number }[] {
    return this.model ? this.#around.sizesOf(this.model.box) : []
  }

  /** What lies under a place on the stage, if that is no former version. `snap` takes the nearest corner close by. */
  pick(x: number, y: number, snap = false): Hit | 'former' | undefined {
    return pickOn(this.#pair, this.#camera, this.#size, { x, y, snap })
  }

  /** Where a point on a part stands now. Undefined when it is behind the eye, or its part is being moved about. */
  spot(point: Vector, part?: string): Spot | undefined {
    return spotOn(this.#pair, this.#camera, this.#size, point, part)
  }

  /** Called after each drawn frame. */
  onFrame(listener: () => void): () => void {
    return this.#frames.on(listener)
  }

  /** Asks for one frame. */
  draw(): void {
    this.#renderer.shadowMap.needsUpdate ||= this.player?.resting === false
    this.#frames.ask()
  }

  dispose(): void {
    this.#frames.end()
    this.#ends.abort()
    this.#watcher.disconnect()
    this.#controls.dispose()
    this.#pair.dispose()
    this.#around.dispose()
    this.#lights.dispose()
    this.#renderer.dispose()
    this.canvas.remove()
  }

  get #size(): Size {
    return { width: Math.max(1, this.#host.clientWidth), height: Math.max(1, this.#host.clientHeight) }
  }

  #radius(): number {
    const size = this.model?.box.getSize(new Vector3()).length() ?? 1
    return Math.max(size / 2, 1e-4)
  }

  #redress(change: () => void): void {
    change()
    this.#renderer.shadowMap.needsUpdate = true
    this.draw()
  }

  #frame(time: number): boolean {
    const flying = this.#flight.step(time)
    const gliding = this.#controls.update()
    const moving = this.model?.step(time) === true
    if (moving) this.#renderer.shadowMap.needsUpdate = true
    this.#render()
    this.#drawn += 1
    this.#host.dataset['frames'] = String(this.#drawn)
    return flying || gliding || moving
  }

  #render(): void {
    const renderer = this.#renderer
    const { width: whole, height } = this.#size
    const areas = this.#pair.areas(whole)
    renderer.setScissorTest(areas.length > 1)
    for (const { left, width, model } of areas) {
      if (areas.length > 1) {
        this.#pair.showOnly(model)
        renderer.shadowMap.needsUpdate = true
      }
      renderer.setViewport(left, 0, width, height)
      renderer.setScissor(left, 0, width, height)
      lookThrough(this.#camera, width / height)
      renderer.render(this.#scene, this.#camera)
    }
  }

  #resize(): void {
    const { width, height } = this.#size
    this.#renderer.setSize(width, height, false)
    this.draw()
  }
}
