import { table } from '@veranda/core/rooms/placement.ts'
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
import { Lights } from '../lights.ts'
import { type LightName } from '../settings.ts'
import { Avatars } from './avatars.ts'
import { GizmoView } from './gizmo-view.ts'
import { HeadsetView } from './headset-view.ts'
import { LiveLabel } from './live-label.ts'
import { type Look } from './look.ts'
import { Marks } from './marks.ts'
import { Panels } from './panels.ts'
import { type Quality, type Theme } from './types.ts'
import { Veranda } from './veranda/veranda.ts'
import { type WorkOnStage } from './work-on-stage.ts'
import { type Written } from './written.ts'

const middle = new Vector3()
/** Points in each direction where drawing is slow, of those that the screen has. */
const lightScale = 0.75

/** Everything that is drawn, and the one renderer that draws it. */
export class RoomScene {
  readonly renderer: WebGLRenderer
  readonly scene = new Scene()
  readonly camera = new PerspectiveCamera(60, 1, 0.03, 400)
  /** The floor under who wears a headset: the camera and the hands stand on it. */
  readonly floor = new Group()
  readonly veranda: Veranda
  readonly avatars = new Avatars()
  readonly gizmo = new GizmoView()
  readonly label = new LiveLabel()
  readonly worn = new HeadsetView()
  readonly panels: Panels
  /** Of the last frame. */
  draws = 0
  triangles = 0
  readonly #lights: Lights
  readonly #shadow = new Mesh(new CircleGeometry(1, 64).rotateX(-Math.PI / 2), new ShadowMaterial({ opacity: 0.3 }))
  #light: LightName | undefined
  #theme: Theme

  /** Throws where no drawing context can be had. */
  constructor(theme: Theme, look: Look, quality: Quality, marks: Marks, written: Written, work: WorkOnStage) {
    this.#theme = theme
    const full = quality === 'full'
    this.renderer = new WebGLRenderer({ antialias: full, powerPreference: 'high-performance' })
    this.renderer.setPixelRatio(full ? Math.min(devicePixelRatio, 2) : Math.min(devicePixelRatio, 1) * lightScale)
    this.renderer.xr.setFramebufferScaleFactor(full ? 1 : lightScale)
    this.renderer.toneMapping = NeutralToneMapping
    this.renderer.shadowMap.enabled = full
    this.renderer.shadowMap.type = PCFShadowMap
    this.renderer.shadowMap.autoUpdate = false
    this.renderer.localClippingEnabled = true
    this.#lights = new Lights(this.renderer)
    this.veranda = new Veranda(theme)
    this.panels = new Panels(look)
    this.panels.show(false)
    this.#shadow.receiveShadow = true
    this.#shadow.renderOrder = -1
    this.floor.add(this.camera, this.panels.group)
    this.camera.add(this.worn.vignette)
    this.scene.add(
      this.#lights.sun,
      this.#lights.sun.target,
      this.#lights.fill,
      this.veranda.mesh,
      this.#shadow,
      this.floor,
    )
    this.scene.add(work.group, this.avatars.group, marks.group, written.signs.mesh)
    this.scene.add(this.gizmo.mesh, this.label.mesh, this.worn.group)
    this.#shade()
  }

  setTheme(theme: Theme, look: Look): void {
    this.#theme = theme
    this.veranda.setTheme(theme)
    this.panels.setLook(look)
    this.#shade()
  }

  /** Lights the work where it stands, and lets its shadow fall on what is under it. */
  light(name: LightName, work: WorkOnStage): void {
    if (name !== this.#light) {
      this.#light = name
      this.#lights.set(name, this.scene)
    }
    const radius = Math.max(0.02, work.radius())
    this.#lights.aim(work.middle(middle), radius * 1.5)
    const [x, y, z] = work.placement.position
    const onTable = Math.hypot(x - table.x, z - table.z) < table.radius && Math.abs(y - table.y) < 0.05
    this.#shadow.visible = this.renderer.shadowMap.enabled && work.now !== undefined
    this.#shadow.position.set(onTable ? table.x : x, y + 0.004, onTable ? table.z : z)
    this.#shadow.scale.setScalar(onTable ? table.radius * 0.985 : radius * 3)
    this.renderer.shadowMap.needsUpdate = true
  }

  /** After a lost context: what was drawn into a texture is gone. */
  restore(work: WorkOnStage): void {
    const name = this.#light ?? 'studio'
    this.#light = undefined
    this.light(name, work)
  }

  resize(width: number, height: number): void {
    if (this.renderer.xr.isPresenting) return
    this.renderer.setSize(width, height, false)
    this.camera.aspect = width / height
    // Held upright, a phone sees as much from side to side as a face does.
    this.camera.fov = width < height ? 74 : 58
    this.camera.updateProjectionMatrix()
  }

  draw(): void {
    this.renderer.render(this.scene, this.camera)
    this.draws = this.renderer.info.render.calls
    this.triangles = this.renderer.info.render.triangles
  }

  dispose(): void {
    this.renderer.setAnimationLoop(null)
    for (const part of [this.veranda, this.avatars, this.gizmo, this.label, this.worn, this.panels, this.#lights]) {
      part.dispose()
    }
    this.#shadow.geometry.dispose()
    this.#shadow.material.dispose()
    this.renderer.dispose()
    this.renderer.forceContextLoss()
    this.renderer.domElement.remove()
  }

  #shade(): void {
    const dusk = this.#theme === 'dusk'
    this.#shadow.material.opacity = dusk ? 0.5 : 0.34
    this.worn.color(dusk ? '#ffe2b8' : '#ffffff')
  }
}
