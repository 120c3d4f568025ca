import { floorCircle } from '@veranda/core/rooms/records/placement.ts'
import {
  type BufferGeometry,
  CircleGeometry,
  Mesh,
  NeutralToneMapping,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  ShadowMaterial,
  Vector3,
  WebGLRenderer,
} from 'three'
import { nextTurn, runInSlices, startSlices } from '../../lib/slices.ts'
import { type Theme } from '../room/room-canvas.ts'
import { buildVerandaInSteps, createVerandaMaterial } from '../room/veranda/veranda.ts'
import { Lights } from '../viewer/light/lights.ts'
import { type FrontDoorFrame } from './front-door-frame.ts'
import { PaperLantern } from './paper-lantern.ts'
import { type ChairPoint, type ReadingChair } from './reading-chair.ts'
import { coverFov, placeCamera } from './scene-camera.ts'

/** Position of a place on the canvas, in pixels; `isHidden` when something is in front of it. */
export type CanvasPoint = { readonly x: number; readonly y: number; readonly isHidden: boolean }

/** Pixels drawn per frame at most, whatever the screen: about 1600 × 1400. */
const maxPixels = 2_240_000
const maxPixelRatio = 2
const chairRadius = 0.6
const lanternPlace = { x: floorCircle.x + 0.62, z: floorCircle.z - 0.24 }
const shadowOpacity = { daylight: 0.34, dusk: 0.5 } as const

/** The veranda with the reading chair, drawn on demand. Knows no story: it is given one frame at a time. */
export class FrontDoorCanvas {
  readonly element: HTMLCanvasElement
  readonly chair: ReadingChair
  readonly #host: HTMLElement
  readonly #renderer: WebGLRenderer
  readonly #scene = new Scene()
  readonly #camera = new PerspectiveCamera(37, 1, 0.05, 400)
  readonly #lights: Lights
  readonly #lantern = new PaperLantern(lanternPlace.x, lanternPlace.z)
  readonly #veranda = new Mesh<BufferGeometry, ReturnType<typeof createVerandaMaterial>>(
    undefined,
    createVerandaMaterial(),
  )
  readonly #shadow = new Mesh(new CircleGeometry(1.6, 48).rotateX(-Math.PI / 2), new ShadowMaterial())
  readonly #onFrame: (timeMs: number) => boolean
  readonly #drawnListeners = new Set<() => void>()
  readonly #resizeObserver: ResizeObserver
  #size = { width: 1, height: 1 }
  readonly #turn = { yawDegrees: 0, pitchDegrees: 0 }
  #frame: FrontDoorFrame | undefined
  #explodeShare = 0
  #frameCount = 0
  #frameRequest = 0
  #isDisposed = false

  /**
   * `onFrame` is called before each frame with the time in milliseconds, sets the state to be drawn, and returns whether
   * another frame should follow. Throws without a WebGL context.
   */
  constructor(host: HTMLElement, chair: ReadingChair, onFrame: (timeMs: number) => boolean) {
    this.#host = host
    this.chair = chair
    this.#renderer = new WebGLRenderer({ antialias: true, powerPreference: 'low-power' })
    this.element = this.#renderer.domElement
    this.#renderer.toneMapping = NeutralToneMapping
    this.#renderer.shadowMap.enabled = true
    this.#renderer.shadowMap.type = PCFShadowMap
    this.#renderer.shadowMap.autoUpdate = false
    // A sky light: an environment map would be rendered in one long task.
    this.#lights = new Lights(this.#renderer, 'light')
    this.#lights.addTo(this.#scene)
    this.#lights.aimAt(new Vector3(floorCircle.x, 0.42, floorCircle.z), chairRadius * 1.5)
    this.#shadow.position.set(floorCircle.x, 0.005, floorCircle.z)
    this.#shadow.receiveShadow = true
    this.#shadow.renderOrder = -1
    this.#veranda.frustumCulled = false
    this.#veranda.matrixAutoUpdate = false
    this.#scene.add(this.#veranda, this.#shadow, chair.group, this.#lantern.group)
    this.#onFrame = onFrame
    this.#resizeObserver = new ResizeObserver(() => this.#resize())
  }

  /** Builds the veranda in the light of a theme and prepares the first frame, all in short slices. Rejects when aborted. */
  async prepare(theme: Theme, signal: AbortSignal): Promise<void> {
    const geometry = await runInSlices(buildVerandaInSteps(theme, 'full'), signal)
    this.#veranda.geometry.dispose()
    this.#veranda.geometry = geometry
    this.#lights.applyPreset(theme, this.#scene)
    this.#shadow.material.opacity = shadowOpacity[theme]
    await this.#warmUp(signal)
  }

  /** Compiles each shader and uploads each mesh in a slice of its own; the first frame would do all of it at once. */
  async #warmUp(signal: AbortSignal): Promise<void> {
    const meshes: Mesh[] = []
    this.#scene.traverse((object) => {
      if (object instanceof Mesh) meshes.push(object)
    })
    this.#renderer.setSize(16, 16, false)
    const compiled = new Set<unknown>()
    const endSlice = startSlices()
    for (const mesh of meshes) {
      mesh.geometry.computeBoundingSphere()
      if (compiled.has(mesh.material)) continue
      compiled.add(mesh.material)
      await this.#renderer.compileAsync(mesh, this.#camera, this.#scene)
      await nextTurn()
      signal.throwIfAborted()
    }
    const shown = meshes.map((mesh) => mesh.visible)
    for (const mesh of meshes) mesh.visible = false
    for (const mesh of meshes) {
      mesh.visible = true
      mesh.frustumCulled = false
      this.#renderer.shadowMap.needsUpdate = mesh.castShadow
      this.#renderer.render(this.#scene, this.#camera)
      mesh.visible = false
      await endSlice()
      signal.throwIfAborted()
      mesh.frustumCulled = mesh !== this.#veranda
    }
    for (const [index, mesh] of meshes.entries()) mesh.visible = shown[index] === true
  }

  /** Puts the canvas into its host, from now on in the host's size. */
  attach(): void {
    this.#host.append(this.element)
    this.#resizeObserver.observe(this.#host)
    this.#resize()
  }

  setFrame(frame: FrontDoorFrame): void {
    this.#frame = frame
  }

  /** Spreads the parts of the chair by a share from 0 to 1. */
  setExplode(share: number): void {
    this.#explodeShare = share
  }

  /** Turns the view around the chair, in degrees, on top of what the story shows. */
  turnBy(yawDegrees: number, pitchDegrees: number): void {
    this.#turn.yawDegrees += yawDegrees
    // Beyond the limits of the camera a turn back would seem to do nothing.
    this.#turn.pitchDegrees = Math.min(50, Math.max(-10, this.#turn.pitchDegrees + pitchDegrees))
    this.requestRender()
  }

  /** Takes back a share of the visitor's turn. */
  easeTurnBack(share: number): void {
    // By the shorter way round.
    const yaw = ((((this.#turn.yawDegrees + 180) % 360) + 360) % 360) - 180
    this.#turn.yawDegrees = yaw * (1 - share)
    this.#turn.pitchDegrees *= 1 - share
  }

  /** Returns the place on the chair at a position in pixels. */
  pick(x: number, y: number): ChairPoint | undefined {
    const { width, height } = this.#size
    return this.chair.pick(this.#camera, (x / width) * 2 - 1, 1 - (y / height) * 2)
  }

  /** Returns the place on the chair nearest to the middle of the view. */
  pickMiddle(): ChairPoint {
    const { width, height } = this.#size
    for (const share of [0, 0.06, -0.06, 0.14, -0.14, 0.22]) {
      const point = this.pick(width / 2, height * (0.5 + share))
      if (point) return point
    }
    return this.chair.railPoint()
  }

  project(point: ChairPoint): CanvasPoint | undefined {
    const projected = this.chair.project(this.#camera, point)
    return projected && this.#toPixels(projected, projected.isHidden)
  }

  /** Returns the position of the lantern on the canvas, in pixels. */
  lanternPoint(): CanvasPoint {
    const place = new Vector3(lanternPlace.x, 0.56, lanternPlace.z).project(this.#camera)
    return this.#toPixels(place, false)
  }

  /** Calls `listener` after each frame; returns the unsubscribe function. */
  onDrawn(listener: () => void): () => void {
    this.#drawnListeners.add(listener)
    return () => this.#drawnListeners.delete(listener)
  }

  /** Requests one frame; several requests share one, and nothing is drawn while nothing changes. */
  requestRender(): void {
    if (this.#isDisposed) return
    this.#frameRequest ||= requestAnimationFrame((timeMs) => {
      this.#frameRequest = 0
      const more = this.#onFrame(timeMs)
      this.#render()
      for (const listener of this.#drawnListeners) listener()
      if (more) this.requestRender()
    })
  }

  dispose(): void {
    this.#isDisposed = true
    cancelAnimationFrame(this.#frameRequest)
    this.#resizeObserver.disconnect()
    for (const resource of [this.chair, this.#lantern, this.#lights]) resource.dispose()
    for (const { geometry, material } of [this.#veranda, this.#shadow]) {
      geometry.dispose()
      material.dispose()
    }
    this.#renderer.dispose()
    this.#renderer.forceContextLoss()
    this.element.remove()
  }

  #toPixels({ x, y }: { x: number; y: number }, isHidden: boolean): CanvasPoint {
    const { width, height } = this.#size
    return { x: ((x + 1) / 2) * width, y: ((1 - y) / 2) * height, isHidden }
  }

  #render(): void {
    if (!this.#frame) return
    const { railRaise, railGlow, lanternLight } = this.#frame
    placeCamera(this.#camera, this.#frame, this.#turn)
    if (this.chair.setPose(this.#explodeShare, railRaise, railGlow)) this.#renderer.shadowMap.needsUpdate = true
    this.#lantern.setLight(lanternLight, this.#camera)
    this.#renderer.render(this.#scene, this.#camera)
    this.#frameCount += 1
    this.#host.dataset['frames'] = String(this.#frameCount)
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#host
    const [width, height] = [Math.max(1, clientWidth), Math.max(1, clientHeight)]
    this.#size = { width, height }
    const ratio = Math.min(devicePixelRatio, maxPixelRatio, Math.sqrt(maxPixels / (width * height)))
    this.#renderer.setPixelRatio(ratio)
    this.#renderer.setSize(width, height, false)
    this.#camera.aspect = width / height
    this.#camera.fov = coverFov(width / height)
    this.#camera.updateProjectionMatrix()
    this.#renderer.shadowMap.needsUpdate = true
    this.requestRender()
  }
}
