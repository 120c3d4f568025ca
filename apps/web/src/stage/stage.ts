import { type Vector } from '@veranda/core/geometry/vector.ts'
import {
  NeutralToneMapping,
  PCFShadowMap,
  PerspectiveCamera,
  Plane,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import { CameraFlight, distanceToFit } from './camera.ts'
import { Lights } from './lights.ts'
import { listenTo, type Told } from './listen.ts'
import { type Model } from './model.ts'
import { type Hit, pickIn, placeOn, seenFrom, snapped } from './pick.ts'
import { type CompareMode, plainSettings, type Settings, type View } from './settings.ts'
import { Surroundings } from './surroundings.ts'

/** Where a point of the work stands on the stage, in pixels; `hidden` when something is before it or it is cut away. */
export type Spot = { readonly x: number; readonly y: number; readonly hidden: boolean }

/**
 * The stage of the flat viewer. Draws only when something changed: no loop runs while nothing moves. Everything that
 * goes in and comes out is in metres in the model space of the original.
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
  readonly #listeners = new Set<() => void>()
  readonly #watcher: ResizeObserver
  readonly #ends = new AbortController()
  #now: Model | undefined
  #former: Model | undefined
  #compare: CompareMode | undefined
  #flipped = false
  #same: ReadonlySet<string> = new Set()
  #settings: Settings = plainSettings
  #asked = 0
  #frames = 0

  /** Throws where no drawing context can be had. */
  constructor(host: HTMLElement, told: Told) {
    this.#host = host
    this.#renderer = new WebGLRenderer({ antialias: true, alpha: true, powerPreference: 'high-performance' })
    this.canvas = this.#renderer.domElement
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, 2))
    this.#renderer.toneMapping = NeutralToneMapping
    this.#renderer.shadowMap.enabled = true
    this.#renderer.shadowMap.type = PCFShadowMap
    this.#renderer.shadowMap.autoUpdate = false
    this.#renderer.localClippingEnabled = true
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
      this.#lights.set(this.#settings.light, this.#scene)
      this.#dress()
      told.restored()
    }
    listenTo(this.canvas, { ...told, restored }, this.#ends.signal)
    this.#resize()
  }

  /** Puts the work on the stage in place of what was there. */
  setModel(model: Model): void {
    this.#replace(this.#now, model)
    this.#now = model
    this.#around.around(model.box)
    const radius = this.#radius()
    Object.assign(this.#camera, { near: radius / 200, far: radius * 60 })
    Object.assign(this.#controls, { minDistance: radius * 0.08, maxDistance: radius * 14 })
    const middle = model.box.getCenter(new Vector3())
    this.#lights.aim(middle, radius * 1.5)
    this.apply(this.#settings)
    this.#controls.target.copy(middle)
    this.#camera.position.copy(middle).add(new Vector3(0.62, 0.36, 1).multiplyScalar(radius * 4))
    this.fit(true)
  }

  /** Puts a former version beside it for comparing, or takes it away. */
  setFormer(model: Model | undefined): void {
    this.#replace(this.#former, model)
    this.#former = model
    this.#same = new Set()
    this.apply(this.#settings)
  }

  /** Parts that are where they were: their former selves are not drawn over them. */
  setSame(parts: ReadonlySet<string>): void {
    this.#same = parts
    this.#dress()
  }

  get model(): Model | undefined {
    return this.#now
  }

  apply(settings: Settings): void {
    if (settings.light !== this.#settings.light || !this.#scene.environment) {
      this.#lights.set(settings.light, this.#scene)
    }
    this.#settings = settings
    const planes = this.#planes()
    for (const model of [this.#now, this.#former]) {
      model?.explode(settings.explode)
      model?.wireframe(settings.wireframe)
      model?.cut(planes)
    }
    this.#around.showSizes(settings.sizes)
    this.#dress()
  }

  /** How two versions are compared; `flipped` shows the former one alone. */
  compare(mode: CompareMode | undefined, flipped = false): void {
    this.#compare = mode
    this.#flipped = flipped
    this.#dress()
    this.#resize()
  }

  light(part: string | undefined): void {
    this.#now?.light(part)
    this.draw()
  }

  ground(dark: boolean): void {
    this.#around.ground(dark)
    this.draw()
  }

  /** Turns so that everything that is shown, the figure too, fills the stage. */
  fit(atOnce = false): void {
    if (!this.#now) return
    const box = this.#now.box.clone()
    if (this.#settings.sizes) box.expandByObject(this.#around.person)
    if (this.#settings.explode > 0) box.expandByScalar(this.#radius() * this.#settings.explode)
    const middle = box.getCenter(new Vector3())
    const way = this.#camera.position.clone().sub(this.#controls.target).normalize()
    // Bars lie over the upper and the lower edge.
    const far = distanceToFit(box, way, this.#camera, Math.max(0.4, 1 - 124 / this.#height))
    this.#flight.to(middle.clone().addScaledVector(way, far), middle, atOnce)
    this.draw()
  }

  get view(): View {
    const { target } = this.#controls
    return { eye: this.#camera.position.toArray(), target: target.toArray(), settings: this.#settings }
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
    return this.#now && placeOn(this.#now, this.#camera, part)
  }

  /** What the rules and the figure say, in metres, and where. */
  sizes(): { what: 'x' | 'y' | 'z' | 'person'; at: Vector; metres: number }[] {
    return this.#now ? this.#around.sizesOf(this.#now.box) : []
  }

  /** What lies under a place on the stage. `snap` takes the nearest corner within a few pixels. */
  pick(x: number, y: number, snap = false): Hit | undefined {
    const area = this.#areaAt(x)
    const model = area.model
    if (!model) return undefined
    const at = new Vector2(((x - area.left) / area.width) * 2 - 1, 1 - (y / this.#height) * 2)
    this.#lookThrough(area.width)
    const hit = pickIn(model, this.#camera, at, this.#planes())
    return hit && snap ? snapped(hit, this.#camera, at, area.width, this.#height) : hit
  }

  /** Where a point on a part stands now. Undefined when it is behind the eye. */
  spot(point: Vector, part?: string): Spot | undefined {
    const model = this.#now
    if (!model) return undefined
    const area = this.#areaAt(this.#compare === 'side' && this.#former ? this.#width - 1 : 0)
    this.#lookThrough(area.width)
    const seen = seenFrom(model, this.#camera, point, part, this.#planes())
    if (!seen) return undefined
    const x = area.left + ((seen.x + 1) / 2) * area.width
    const inside = seen.x >= -1 && seen.x <= 1 && Math.abs(seen.y) <= 1
    const hidden = seen.hidden || !inside || this.#settings.hidden.includes(part ?? '')
    return { x, y: ((1 - seen.y) / 2) * this.#height, hidden }
  }

  /** Called after each drawn frame. */
  onFrame(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Asks for one frame. */
  draw(): void {
    if (this.#ends.signal.aborted) return
    this.#asked ||= requestAnimationFrame((time) => {
      this.#asked = 0
      this.#frame(time)
    })
  }

  /** What is on the stage now, as a picture. */
  picture(): Promise<Blob | null> {
    this.#render()
    return new Promise((resolve) => this.canvas.toBlob(resolve, 'image/webp', 0.82))
  }

  dispose(): void {
    cancelAnimationFrame(this.#asked)
    this.#ends.abort()
    this.#watcher.disconnect()
    this.#controls.dispose()
    this.#now?.dispose()
    this.#former?.dispose()
    this.#around.dispose()
    this.#lights.dispose()
    this.#renderer.dispose()
    this.canvas.remove()
  }

  get #width(): number {
    return Math.max(1, this.#host.clientWidth)
  }

  get #height(): number {
    return Math.max(1, this.#host.clientHeight)
  }

  #radius(): number {
    const size = this.#now?.box.getSize(new Vector3()).length() ?? 1
    return Math.max(size / 2, 1e-4)
  }

  #replace(old: Model | undefined, next: Model | undefined): void {
    if (old) {
      this.#scene.remove(old.root)
      old.dispose()
    }
    if (next) this.#scene.add(next.root)
  }

  #planes(): Plane[] {
    const { section } = this.#settings
    const box = this.#now?.box
    if (!section || !box) return []
    const at = box.min[section.axis] + (box.max[section.axis] - box.min[section.axis]) * section.at
    const normal = new Vector3()
    normal[section.axis] = section.turned ? 1 : -1
    return [new Plane(normal, section.turned ? -at : at)]
  }

  #dress(): void {
    const mode = this.#former ? this.#compare : undefined
    const both = mode === 'overlay' || mode === 'map'
    this.#now?.look(mode === 'map' ? 'heat' : 'plain')
    this.#former?.look(both ? 'ghost' : 'plain')
    const hidden = new Set(this.#settings.hidden)
    this.#now?.show(hidden)
    this.#former?.show(both ? new Set([...hidden, ...this.#same]) : hidden)
    if (this.#now) this.#now.root.visible = mode !== 'flip' || !this.#flipped
    if (this.#former) this.#former.root.visible = both || (mode === 'flip' && this.#flipped)
    this.#renderer.shadowMap.needsUpdate = true
    this.draw()
  }

  #areaAt(x: number): { left: number; width: number; model: Model | undefined } {
    if (this.#compare !== 'side' || !this.#former) {
      const model = this.#compare === 'flip' && this.#flipped ? this.#former : this.#now
      return { left: 0, width: this.#width, model }
    }
    const half = this.#width / 2
    return x < half ? { left: 0, width: half, model: this.#former } : { left: half, width: half, model: this.#now }
  }

  #lookThrough(width: number): void {
    this.#camera.aspect = width / this.#height
    this.#camera.updateProjectionMatrix()
    this.#camera.updateMatrixWorld()
  }

  #frame(time: number): void {
    const flying = this.#flight.step(time)
    const gliding = this.#controls.update()
    this.#render()
    this.#frames += 1
    this.#host.dataset['frames'] = String(this.#frames)
    for (const listener of this.#listeners) listener()
    if (flying || gliding) this.draw()
  }

  #render(): void {
    const renderer = this.#renderer
    const areas = this.#compare === 'side' && this.#former ? [0, this.#width - 1] : [0]
    renderer.setScissorTest(areas.length > 1)
    for (const place of areas) {
      const { left, width, model } = this.#areaAt(place)
      if (areas.length > 1) {
        for (const one of [this.#now, this.#former]) if (one) one.root.visible = one === model
        renderer.shadowMap.needsUpdate = true
      }
      renderer.setViewport(left, 0, width, this.#height)
      renderer.setScissor(left, 0, width, this.#height)
      this.#lookThrough(width)
      renderer.render(this.#scene, this.#camera)
    }
  }

  #resize(): void {
    this.#renderer.setSize(this.#width, this.#height, false)
    this.draw()
  }
}
