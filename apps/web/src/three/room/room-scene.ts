import { table } from '@veranda/core/rooms/records/placement.ts'
import {
  CircleGeometry,
  Group,
  Mesh,
  NeutralToneMapping,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  ShadowMaterial,
  Vector3,
  WebGLRenderer,
} from 'three'
import { Lights } from '../viewer/light/lights.ts'
import { type LightName } from '@veranda/core/assets/light-names.ts'
import { Avatars } from './participants/avatars.ts'
import { GizmoView } from './tools/gizmo-view.ts'
import { DynamicLabel } from '../ui/dynamic-label.ts'
import { Annotations } from './tools/annotations.ts'
import { type RenderQuality } from '../../lib/device/webgl-support.ts'
import { type ToolsRecord } from '@veranda/contract/rooms/records/record-kinds.ts'
import { type Theme } from './room-canvas.ts'
import { Veranda } from './veranda/veranda.ts'
import { type DisplayedAsset } from './asset/displayed-asset.ts'
import { type RoomLabels } from './room-labels.ts'

const center = new Vector3()
/** Share of the screen's pixels in each direction when drawing is slow. */
const lightPixelRatioScale = 0.75

/** Everything that is drawn in the room, with its one renderer. */
export class RoomScene {
  readonly renderer: WebGLRenderer
  readonly scene = new Scene()
  readonly camera = new PerspectiveCamera(60, 1, 0.03, 400)
  /** XR origin: parent of the camera and the hands. */
  readonly xrOrigin = new Group()
  readonly veranda: Veranda
  readonly avatars = new Avatars(matchMedia('(prefers-reduced-motion: reduce)').matches)
  readonly gizmo = new GizmoView()
  readonly label = new DynamicLabel()
  /** Loaded with the first asset, where its creases are darkened. */
  occlusion: { readonly update: (isShown: boolean) => void; readonly dispose: () => void } | undefined
  /** Counts of the last frame. */
  drawCalls = 0
  triangles = 0
  readonly #lights: Lights
  readonly #shadow = new Mesh(new CircleGeometry(1, 64).rotateX(-Math.PI / 2), new ShadowMaterial({ opacity: 0.3 }))
  #lightName: LightName | undefined
  #theme: Theme

  /** Throws without a WebGL context. */
  constructor(
    theme: Theme,
    quality: RenderQuality,
    annotations: Annotations,
    labels: RoomLabels,
    asset: DisplayedAsset,
  ) {
    this.#theme = theme
    const full = quality === 'full'
    this.renderer = new WebGLRenderer({ antialias: full, powerPreference: 'high-performance' })
    this.renderer.setPixelRatio(
      full ? Math.min(devicePixelRatio, 2) : Math.min(devicePixelRatio, 1) * lightPixelRatioScale,
    )
    this.renderer.xr.setFramebufferScaleFactor(full ? 1 : lightPixelRatioScale)
    this.renderer.toneMapping = NeutralToneMapping
    this.renderer.shadowMap.enabled = full
    this.renderer.shadowMap.type = PCFShadowMap
    this.renderer.shadowMap.autoUpdate = false
    this.renderer.localClippingEnabled = true
    this.#lights = new Lights(this.renderer, quality)
    this.veranda = new Veranda(theme, quality)
    this.#shadow.receiveShadow = true
    this.#shadow.renderOrder = -1
    this.xrOrigin.add(this.camera)
    this.#lights.addTo(this.scene)
    this.scene.add(this.veranda.mesh, this.#shadow, this.xrOrigin)
    this.scene.add(asset.group, this.avatars.group, annotations.group, labels.atlas.mesh)
    this.scene.add(this.gizmo.mesh, this.label.mesh)
    this.#applyTheme()
    this.#reflectPlace()
  }

  setTheme(theme: Theme): void {
    this.#theme = theme
    this.veranda.setTheme(theme)
    this.#applyTheme()
    this.#reflectPlace()
  }

  /** Makes room for an asset that is larger than the deck, or brings house and garden back. */
  stepAside(isAside: boolean): void {
    this.veranda.stepAside(isAside)
    this.#reflectPlace()
  }

  /** Lights the asset at its placement and casts its shadow on the surface below. */
  lightAsset({ light: name, lightTurn }: Pick<ToolsRecord, 'light' | 'lightTurn'>, asset: DisplayedAsset): void {
    if (name !== this.#lightName) {
      this.#lightName = name
      this.#lights.applyPreset(name, this.scene)
    }
    this.#lights.turnTo(lightTurn ?? 0, this.scene)
    const radius = Math.max(0.02, asset.radius())
    this.#lights.aimAt(asset.center(center), radius * 1.5)
    const { x, z } = center
    const [, y] = asset.placement.position
    const onTable = Math.hypot(x - table.x, z - table.z) < table.radius && Math.abs(y - table.y) < 0.05
    this.#shadow.visible = this.renderer.shadowMap.enabled && asset.current !== undefined
    this.#shadow.position.set(onTable ? table.x : x, y + 0.004, onTable ? table.z : z)
    this.#shadow.scale.setScalar(onTable ? table.radius * 0.985 : radius * 3)
    this.renderer.shadowMap.needsUpdate = true
  }

  /** Rebuilds the environment map after a lost context. */
  restoreContext(asset: DisplayedAsset): void {
    this.#reflectPlace()
    this.lightAsset(asset.tools, asset)
  }

  resize(width: number, height: number): void {
    if (this.renderer.xr.isPresenting) return
    this.renderer.setSize(width, height, false)
    this.camera.aspect = width / height
    // A phone held upright needs a wider vertical field of view.
    this.camera.fov = width < height ? 74 : 58
    this.camera.updateProjectionMatrix()
  }

  render(): void {
    // In a headset each eye would draw the asset twice.
    this.occlusion?.update(!this.renderer.xr.isPresenting)
    this.renderer.render(this.scene, this.camera)
    this.drawCalls = this.renderer.info.render.calls
    this.triangles = this.renderer.info.render.triangles
  }

  dispose(): void {
    this.renderer.setAnimationLoop(null)
    for (const resource of [this.veranda, this.avatars, this.gizmo, this.label, this.#lights]) resource.dispose()
    this.occlusion?.dispose()
    this.#shadow.geometry.dispose()
    this.#shadow.material.dispose()
    this.renderer.dispose()
    this.renderer.forceContextLoss()
    this.renderer.domElement.remove()
  }

  /** Lets assets reflect the place as it is now; without an environment map there is nothing to reflect. */
  #reflectPlace(): void {
    this.#lights.setPlace(this.veranda.place())
    if (this.#lightName === undefined) return
    this.#lights.applyPreset(this.#lightName, this.scene)
  }

  #applyTheme(): void {
    this.#shadow.material.opacity = this.#theme === 'dusk' ? 0.5 : 0.34
  }
}
