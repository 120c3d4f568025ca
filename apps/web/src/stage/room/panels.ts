import { type Ray as Line } from '@veranda/core/rooms/gizmo.ts'
import { boxAt } from '@veranda/core/rooms/panel-layout.ts'
import {
  panelAngles,
  panelArm as arm,
  panelDrop,
  panelMetres,
  type PanelModel,
  panelWidth,
} from '@veranda/core/rooms/panel-model.ts'
import { type LaidBox } from '@veranda/core/rooms/panel-sheet.ts'
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
import { type Look } from './look.ts'
import { PanelTexture } from './panel-texture.ts'

type Shown = {
  readonly model: PanelModel
  readonly known: string
  readonly paint: PanelTexture
  readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>
}

const columns = 14
const scale = panelMetres / panelWidth
const line = new Ray()
const back = new Matrix4()
const met = new Vector3()

/** Panels and cards in a half circle around the person, who can press them by a line from a hand. */
export class Panels {
  /** A child of the floor under the person, so that panels come along when they are carried. */
  readonly group = new Group()
  /** Of the last look: how far the panel lies. */
  far = Infinity
  readonly #mark: Mesh<BufferGeometry, MeshBasicMaterial>
  #look: Look
  #shown: Shown[] = []
  #panels: readonly PanelModel[] = []
  #cards: readonly PanelModel[] = []
  #over: Shown | undefined
  #box: LaidBox | undefined

  constructor(look: Look) {
    this.#look = look
    const material = new MeshBasicMaterial({ transparent: true, opacity: 0.16, depthWrite: false, toneMapped: false })
    this.#mark = new Mesh(bent(1, 1, 0, 0, arm - 0.003), material)
    this.#mark.visible = false
    this.#mark.renderOrder = 3
  }

  /** In a headset only: the page shows the same panels by itself. */
  show(on: boolean): void {
    this.group.visible = on
    this.#renew()
  }

  setLook(look: Look): void {
    this.#look = look
    this.#renew()
  }

  /** Draws all anew, in letters that have just come. */
  redraw(): void {
    for (const one of this.#shown) remove(one)
    this.#shown = []
    this.#renew()
  }

  set(panels: readonly PanelModel[]): void {
    this.#panels = panels
    this.#renew()
  }

  setCards(cards: readonly PanelModel[]): void {
    // Three at a time; the rest wait.
    this.#cards = cards.slice(0, 3)
    this.#renew()
  }

  /** Stands them before a head, at its height: when they are called, never by following the eyes. */
  centre(x: number, y: number, z: number, yaw: number): void {
    this.group.position.set(x, Math.max(0.75, y - panelDrop), z)
    this.group.rotation.y = yaw
    this.group.updateMatrixWorld(true)
  }

  /** Whether a line meets a panel; what it means there is marked. */
  point(at: Line | undefined): boolean {
    this.far = Infinity
    this.#over = undefined
    this.#box = undefined
    if (at && this.group.visible) for (const one of this.#shown) this.#try(one, at)
    this.#showMark()
    return this.#over !== undefined
  }

  /** What a press means where the last line met a panel. */
  pressed(): { panel: string; action: string } | undefined {
    const action = this.#box?.action
    return this.#over && action !== undefined ? { panel: this.#over.model.id, action } : undefined
  }

  dispose(): void {
    for (const one of this.#shown) remove(one)
    this.#mark.geometry.dispose()
    this.#mark.material.dispose()
  }

  #try(one: Shown, at: Line): void {
    back.copy(one.mesh.matrixWorld).invert()
    line.origin.set(at.ox, at.oy, at.oz)
    line.direction.set(at.dx, at.dy, at.dz)
    line.applyMatrix4(back)
    // The cylinder about the person: where the line leaves it.
    const { origin, direction } = line
    const a = direction.x ** 2 + direction.z ** 2
    const b = origin.x * direction.x + origin.z * direction.z
    const c = origin.x ** 2 + origin.z ** 2 - arm ** 2
    const root = b * b - a * c
    if (a < 1e-9 || root < 0) return
    const far = (-b + Math.sqrt(root)) / a
    if (far <= 0 || far >= this.far) return
    line.at(far, met)
    const { width, height } = one.paint.layout
    const x = (Math.atan2(met.x, -met.z) * arm) / scale + width / 2
    const y = height / 2 - met.y / scale
    if (x < 0 || y < 0 || x > width || y > height) return
    this.far = far
    this.#over = one
    this.#box = boxAt(one.paint.layout, x, y)
  }

  #showMark(): void {
    const box = this.#box
    const over = this.#over
    this.#mark.visible = box !== undefined
    if (!box || !over) return
    const { width, height } = over.paint.layout
    if (this.#mark.parent !== over.mesh) over.mesh.add(this.#mark)
    const middle = (box.x + box.width / 2 - width / 2) * scale
    bend(
      this.#mark.geometry,
      box.width * scale,
      box.height * scale,
      middle,
      (height / 2 - box.y - box.height / 2) * scale,
      arm - 0.004,
    )
    this.#mark.material.color.set(this.#look.ink)
  }

  #renew(): void {
    const old = this.#shown
    this.#mark.removeFromParent()
    const wanted = this.group.visible ? [...this.#panels, ...this.#cards] : []
    this.#shown = wanted.map((model) => {
      const known = `${this.#look.theme}${JSON.stringify(model)}`
      return old.find((one) => one.known === known) ?? this.#make(model, known)
    })
    for (const one of old) if (!this.#shown.includes(one)) remove(one)
    // Cards stack where nothing else stands, and else above it.
    const right = this.#shown.find(({ model }, at) => at < this.#panels.length && model.side === 'right')
    let up = right ? (right.paint.layout.height * scale) / 2 + 0.03 : -0.12
    for (const [at, one] of this.#shown.entries()) {
      const { height } = one.paint.layout
      const card = at >= this.#panels.length
      one.mesh.rotation.y = card ? panelAngles.right : panelAngles[one.model.side ?? 'front']
      const half = (height * scale) / 2
      one.mesh.position.y = card ? up + half : 0
      if (card) up += height * scale + 0.03
      place(this.group, one.mesh)
    }
  }

  #make(model: PanelModel, known: string): Shown {
    const paint = new PanelTexture(model, this.#look)
    const { width, height } = paint.layout
    const material = new MeshBasicMaterial({ map: paint.texture, transparent: true, toneMapped: false })
    const mesh = new Mesh(bent(width * scale, height * scale, 0, 0, arm), material)
    mesh.renderOrder = 2
    mesh.frustumCulled = false
    return { model, known, paint, mesh }
  }
}

function place(group: Group, mesh: Object3D): void {
  if (mesh.parent !== group) group.add(mesh)
  mesh.updateMatrixWorld(true)
}

function remove({ mesh, paint }: Shown): void {
  mesh.removeFromParent()
  mesh.geometry.dispose()
  mesh.material.dispose()
  paint.dispose()
}

/** A piece of a cylinder about the person, seen from its inside. */
function bent(width: number, height: number, x: number, y: number, radius: number): BufferGeometry {
  const geometry = new BufferGeometry()
  const count = (columns + 1) * 2
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(count * 3), 3).setUsage(DynamicDrawUsage))
  const uv = new Float32Array(count * 2)
  const index: number[] = []
  for (let at = 0; at <= columns; at += 1) {
    uv.set([at / columns, 0, at / columns, 1], at * 4)
    if (at < columns) index.push(at * 2, at * 2 + 2, at * 2 + 1, at * 2 + 1, at * 2 + 2, at * 2 + 3)
  }
  geometry.setAttribute('uv', new BufferAttribute(uv, 2))
  geometry.setIndex(index)
  bend(geometry, width, height, x, y, radius)
  return geometry
}

function bend(geometry: BufferGeometry, width: number, height: number, x: number, y: number, radius: number): void {
  const position = geometry.getAttribute('position')
  for (let at = 0; at <= columns; at += 1) {
    const angle = (x + width * (at / columns - 0.5)) / arm
    const [px, pz] = [Math.sin(angle) * radius, -Math.cos(angle) * radius]
    position.setXYZ(at * 2, px, y - height / 2, pz)
    position.setXYZ(at * 2 + 1, px, y + height / 2, pz)
  }
  position.needsUpdate = true
  geometry.computeBoundingSphere()
}
