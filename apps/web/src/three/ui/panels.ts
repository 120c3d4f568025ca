import { type Ray as Line } from '../room/tools/gizmo.ts'
import { hitTestPanel } from './panel-layout.ts'
import {
  panelAnglesRadians,
  panelDistanceMetres as arm,
  panelDropMetres,
  panelWidthMetres,
  type PanelModel,
  panelWidthPixels,
} from '../../lib/panels/panel-model.ts'
import { toastOpacity } from './toast-fade.ts'
import { heldBarPx, type PlacedBox } from './panel-sheet.ts'
import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  Group,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Ray,
  Vector3,
} from 'three'
import { type ThemeTokens } from './theme-tokens.ts'
import { PanelTexture } from './panel-texture.ts'

type PanelEntry = {
  readonly model: PanelModel
  readonly contentKey: string
  readonly texture: PanelTexture
  readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>
  /** Time for which it has been shown without being pointed at, in milliseconds. */
  shownMs: number
}

const arcColumns = 14
const metresPerPixel = panelWidthMetres / panelWidthPixels
/** A highlight is smaller than its box on each side, so that its corners stay within the round ones of the box. */
const highlightInsetPx = 8
const localRay = new Ray()
const worldToPanel = new Matrix4()
const hitPoint = new Vector3()

/** Panels and toasts on a half cylinder around the user, pressed by a ray from a hand. */
export class Panels {
  /** Child of the XR origin, so that panels move along with locomotion. */
  readonly group = new Group()
  /** Distance of the last hit, in metres. */
  hitDistance = Infinity
  readonly #highlight: Mesh<BufferGeometry, MeshBasicMaterial>
  /** The share of the held button that is filled. */
  readonly #fill: Mesh<BufferGeometry, MeshBasicMaterial>
  #tokens: ThemeTokens
  #entries: PanelEntry[] = []
  #panels: readonly PanelModel[] = []
  #toasts: readonly PanelModel[] = []
  #hoveredEntry: PanelEntry | undefined
  #hoveredBox: PlacedBox | undefined
  #filledShare = 0

  constructor(tokens: ThemeTokens) {
    this.#tokens = tokens
    this.#highlight = overlay(0.16)
    this.#fill = overlay(0.9)
  }

  /** Shows or hides the panels; they appear only in a headset, because the page has its own. */
  setVisible(on: boolean): void {
    this.group.visible = on
    this.#rebuild()
  }

  setTokens(tokens: ThemeTokens): void {
    this.#tokens = tokens
    this.#rebuild()
  }

  /** Redraws everything after fonts have loaded. */
  redraw(): void {
    for (const entry of this.#entries) disposeEntry(entry)
    this.#entries = []
    this.#rebuild()
  }

  setPanels(panels: readonly PanelModel[]): void {
    this.#panels = panels
    this.#rebuild()
  }

  setToasts(toasts: readonly PanelModel[]): void {
    // Three at a time; the rest wait.
    this.#toasts = toasts.slice(0, 3)
    this.#rebuild()
  }

  /** Centers the panels in front of a head, at its height: when they are opened, never by following the view. */
  centerOn(x: number, y: number, z: number, yaw: number): void {
    this.group.position.set(x, Math.max(0.75, y - panelDropMetres), z)
    this.group.rotation.y = yaw
    this.group.updateMatrixWorld(true)
  }

  /** Raycasts against the panels and highlights the box it hits. Returns whether it hit one. */
  pointAt(at: Line | undefined): boolean {
    this.hitDistance = Infinity
    this.#hoveredEntry = undefined
    this.#hoveredBox = undefined
    if (at && this.group.visible) for (const entry of this.#entries) this.#hitTest(entry, at)
    this.#updateHighlight()
    return this.#hoveredEntry !== undefined
  }

  /**
   * Lets toasts fade whose time is over. Reports each once when it is gone; one that is pointed at gets its whole time
   * again.
   */
  fadeToasts(seconds: number, reducedMotion: boolean, onGone: (panel: string) => void): void {
    for (let at = 0; at < this.#entries.length; at += 1) {
      const entry = this.#entries[at]
      const lifeMs = entry?.model.lifeMs
      if (!entry || lifeMs === undefined || entry.shownMs === Infinity) continue
      entry.shownMs = entry === this.#hoveredEntry ? 0 : entry.shownMs + seconds * 1_000
      const opacity = toastOpacity(entry.shownMs, lifeMs, reducedMotion)
      entry.mesh.material.opacity = opacity
      if (opacity > 0) continue
      entry.shownMs = Infinity
      onGone(entry.model.id)
    }
  }

  /** Returns the action at the last hit, and whether it has to be held. */
  hitAction(): { panel: string; action: string; held: boolean } | undefined {
    const { action, held = false } = this.#hoveredBox ?? {}
    return this.#hoveredEntry && action !== undefined ? { panel: this.#hoveredEntry.model.id, action, held } : undefined
  }

  /** Returns true if the last hit is this action. */
  hits(panel: string, action: string): boolean {
    return this.#hoveredEntry?.model.id === panel && this.#hoveredBox?.action === action
  }

  /** Fills the button at the last hit from its start, from 0 to 1. */
  fillHeldButton(share: number): void {
    this.#filledShare = share
    this.#updateHighlight()
  }

  dispose(): void {
    for (const entry of this.#entries) disposeEntry(entry)
    for (const { geometry, material } of [this.#highlight, this.#fill]) {
      geometry.dispose()
      material.dispose()
    }
  }

  #hitTest(entry: PanelEntry, at: Line): void {
    worldToPanel.copy(entry.mesh.matrixWorld).invert()
    localRay.origin.set(at.ox, at.oy, at.oz)
    localRay.direction.set(at.dx, at.dy, at.dz)
    localRay.applyMatrix4(worldToPanel)
    // Intersection with the cylinder around the user, where the ray leaves it.
    const { origin, direction } = localRay
    const a = direction.x ** 2 + direction.z ** 2
    const b = origin.x * direction.x + origin.z * direction.z
    const c = origin.x ** 2 + origin.z ** 2 - arm ** 2
    const root = b * b - a * c
    if (a < 1e-9 || root < 0) return
    const distance = (-b + Math.sqrt(root)) / a
    if (distance <= 0 || distance >= this.hitDistance) return
    localRay.at(distance, hitPoint)
    const { width, height } = entry.texture.layout
    const x = (Math.atan2(hitPoint.x, -hitPoint.z) * arm) / metresPerPixel + width / 2
    const y = height / 2 - hitPoint.y / metresPerPixel
    if (x < 0 || y < 0 || x > width || y > height) return
    this.hitDistance = distance
    this.#hoveredEntry = entry
    this.#hoveredBox = hitTestPanel(entry.texture.layout, x, y)
  }

  #updateHighlight(): void {
    const box = this.#hoveredBox
    const entry = this.#hoveredEntry
    this.#highlight.visible = box !== undefined
    this.#fill.visible = box?.held === true && this.#filledShare > 0
    if (!box || !entry) return
    const inset = highlightInsetPx
    const [width, height] = [box.width - 2 * inset, box.height - 2 * inset]
    this.#cover(entry, this.#highlight, { x: box.x + inset, y: box.y + inset, width, height })
    this.#highlight.material.color.set(this.#tokens.ink)
    if (!this.#fill.visible) return
    const { side, bottom, height: barHeight } = heldBarPx
    const barWidth = box.width - 2 * side
    const filled = barWidth * this.#filledShare
    this.#cover(entry, this.#fill, {
      x: box.x + side + (entry.model.direction === 'rtl' ? barWidth - filled : 0),
      y: box.y + box.height - bottom - barHeight,
      width: filled,
      height: barHeight,
    })
    this.#fill.material.color.set(this.#tokens['on-primary'])
  }

  /** Lays an overlay over a rectangle of a panel, in pixels. */
  #cover(
    { mesh, texture: { layout } }: PanelEntry,
    cover: Mesh<BufferGeometry, MeshBasicMaterial>,
    { x, y, width, height }: Pick<PlacedBox, 'x' | 'y' | 'width' | 'height'>,
  ): void {
    if (cover.parent !== mesh) mesh.add(cover)
    bendVertices(
      cover.geometry,
      width * metresPerPixel,
      height * metresPerPixel,
      (x + width / 2 - layout.width / 2) * metresPerPixel,
      (layout.height / 2 - y - height / 2) * metresPerPixel,
      arm - 0.004,
    )
  }

  #rebuild(): void {
    const old = this.#entries
    this.#highlight.removeFromParent()
    this.#fill.removeFromParent()
    const models = this.group.visible ? [...this.#panels, ...this.#toasts] : []
    this.#entries = models.map((model) => {
      const contentKey = `${this.#tokens.theme}${JSON.stringify(model)}`
      return old.find((entry) => entry.contentKey === contentKey) ?? this.#createEntry(model, contentKey)
    })
    for (const entry of old) if (!this.#entries.includes(entry)) disposeEntry(entry)
    // Toasts stack on the right, above a panel that is there.
    const right = this.#entries.find(({ model }, at) => at < this.#panels.length && model.side === 'right')
    let up = right ? (right.texture.layout.height * metresPerPixel) / 2 + 0.03 : -0.12
    for (const [at, entry] of this.#entries.entries()) {
      const { height } = entry.texture.layout
      const isToast = at >= this.#panels.length
      entry.mesh.rotation.y = isToast ? panelAnglesRadians.right : panelAnglesRadians[entry.model.side ?? 'front']
      const half = (height * metresPerPixel) / 2
      entry.mesh.position.y = isToast ? up + half : 0
      if (isToast) up += height * metresPerPixel + 0.03
      attach(this.group, entry.mesh)
    }
  }

  #createEntry(model: PanelModel, contentKey: string): PanelEntry {
    const texture = new PanelTexture(model, this.#tokens)
    const { width, height } = texture.layout
    const material = new MeshBasicMaterial({ map: texture.texture, transparent: true, toneMapped: false })
    const mesh = new Mesh(cylinderSegment(width * metresPerPixel, height * metresPerPixel, 0, 0, arm), material)
    mesh.renderOrder = 2
    mesh.frustumCulled = false
    return { model, contentKey, texture, mesh, shownMs: 0 }
  }
}

/** Returns a hidden sheet that lies over a button. */
function overlay(opacity: number): Mesh<BufferGeometry, MeshBasicMaterial> {
  const material = new MeshBasicMaterial({ transparent: true, opacity, depthWrite: false, toneMapped: false })
  const mesh = new Mesh(cylinderSegment(1, 1, 0, 0, arm - 0.003), material)
  mesh.visible = false
  mesh.renderOrder = 3
  return mesh
}

function attach(group: Group, mesh: Object3D): void {
  if (mesh.parent !== group) group.add(mesh)
  mesh.updateMatrixWorld(true)
}

function disposeEntry({ mesh, texture }: PanelEntry): void {
  mesh.removeFromParent()
  mesh.geometry.dispose()
  mesh.material.dispose()
  texture.dispose()
}

/** Returns a segment of a cylinder around the user, seen from inside. */
function cylinderSegment(width: number, height: number, x: number, y: number, radius: number): BufferGeometry {
  const geometry = new BufferGeometry()
  const count = (arcColumns + 1) * 2
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(count * 3), 3).setUsage(DynamicDrawUsage))
  const uv = new Float32Array(count * 2)
  const index: number[] = []
  for (let at = 0; at <= arcColumns; at += 1) {
    uv.set([at / arcColumns, 0, at / arcColumns, 1], at * 4)
    if (at < arcColumns) index.push(at * 2, at * 2 + 2, at * 2 + 1, at * 2 + 1, at * 2 + 2, at * 2 + 3)
  }
  geometry.setAttribute('uv', new BufferAttribute(uv, 2))
  geometry.setIndex(index)
  bendVertices(geometry, width, height, x, y, radius)
  return geometry
}

function bendVertices(
  geometry: BufferGeometry,
  width: number,
  height: number,
  x: number,
  y: number,
  radius: number,
): void {
  const position = geometry.getAttribute('position')
  for (let at = 0; at <= arcColumns; at += 1) {
    const angle = (x + width * (at / arcColumns - 0.5)) / arm
    const [px, pz] = [Math.sin(angle) * radius, -Math.cos(angle) * radius]
    position.setXYZ(at * 2, px, y - height / 2, pz)
    position.setXYZ(at * 2 + 1, px, y + height / 2, pz)
  }
  position.needsUpdate = true
  geometry.computeBoundingSphere()
}
