import { type PlacementRecord, type RecordValue } from '@veranda/contract/rooms/records.ts'
import { type RoomMember } from '@veranda/contract/rooms/wire.ts'
import { type PanelModel } from '@veranda/core/rooms/panel-layout.ts'
import { homeOf } from '@veranda/core/rooms/placement.ts'
import { press, type Point } from '@veranda/core/rooms/pose.ts'
import { MathUtils, Vector3 } from 'three'
import { type View } from '../settings.ts'
import { FlatControl } from './flat-control.ts'
import { listenToRoom } from './flat-input.ts'
import { Headset } from './headset.ts'
import { HeadsetControl } from './headset-control.ts'
import { hitOf, placeOnPart, viewOf } from './hits.ts'
import { type Look, readLook } from './look.ts'
import { Marks } from './marks.ts'
import { copyPoint, OwnPose } from './own-pose.ts'
import { People } from './people.ts'
import { RayCast } from './ray-cast.ts'
import { recordOf, type Records, recordsOf } from './records-of.ts'
import { RoomFrame } from './room-frame.ts'
import { RoomScene } from './room-scene.ts'
import { Tools } from './tools.ts'
import {
  type Comfort,
  type PenColor,
  type RoomHit,
  type RoomOptions,
  type RoomPin,
  type RoomStage,
  type RoomStageTold,
  type RoomTool,
  type Theme,
  type WorkSource,
} from './types.ts'
import { plainTools, WorkOnStage } from './work-on-stage.ts'
import { Written } from './written.ts'

const middle = new Vector3()
const target = new Vector3()

/** The live room as one thing: what is told to it goes to its parts, and each frame is drawn when something moved. */
export class RoomStageMade implements RoomStage {
  readonly canvas: HTMLCanvasElement
  readonly #host: HTMLElement
  readonly #told: RoomStageTold
  readonly #people = new People()
  readonly #own: OwnPose
  readonly #cast = new RayCast()
  readonly #marks = new Marks()
  readonly #work: WorkOnStage
  readonly #written: Written
  readonly #scene: RoomScene
  readonly #tools: Tools
  readonly #flat: FlatControl
  readonly #worn: HeadsetControl
  readonly #frame: RoomFrame
  readonly #watcher: ResizeObserver
  readonly #ends = new AbortController()
  #loading = new AbortController()
  #look: Look
  #comfort: Comfort
  #records: Records = new Map()
  #workId: string | undefined
  #me = -1
  #followed: number | undefined
  #holder: number | undefined
  #stale = true
  #shown = false

  constructor(host: HTMLElement, told: RoomStageTold, options: RoomOptions) {
    this.#host = host
    this.#told = told
    this.#comfort = options.comfort
    this.#look = readLook(host, options.theme)
    this.#own = new OwnPose(told.pose)
    this.#work = new WorkOnStage(this.#cast, () => this.#workMoved())
    this.#written = new Written(this.#look, options.words, options.direction)
    this.#scene = new RoomScene(options.theme, this.#look, this.#marks, this.#written, this.#work)
    this.canvas = this.#scene.renderer.domElement
    Object.assign(this.canvas.style, { display: 'block', width: '100%', height: '100%', touchAction: 'none' })
    this.canvas.tabIndex = 0
    host.append(this.canvas)
    const stir = () => this.#stir()
    const moved = () => this.#unfollow()
    this.#tools = new Tools({
      work: this.#work,
      cast: this.#cast,
      marks: this.#marks,
      told,
      pinAt: (ray) => this.#written.pinAt(ray),
      noteAt: (ray) => this.#written.noteAt(ray),
      hit: () => this.#hit(),
      taken: () => this.#holder !== undefined && this.#holder !== this.#me,
      now: () => performance.now(),
    })
    const { camera } = this.#scene
    this.#flat = new FlatControl({ camera, tools: this.#tools, cast: this.#cast, work: this.#work, host, moved, stir })
    const ended = () => {
      this.#tools.cancel()
      this.#resize()
      told.headset('none')
    }
    const comfort = () => this.#comfort
    this.#worn = new HeadsetControl({ scene: this.#scene, tools: this.#tools, told, comfort, moved, ended })
    this.#frame = new RoomFrame({
      scene: this.#scene,
      people: this.#people,
      own: this.#own,
      flat: this.#flat,
      worn: this.#worn,
      tools: this.#tools,
      written: this.#written,
      avatars: this.#scene.avatars,
      words: options.words,
      device: options.device,
      look: () => this.#look,
      me: () => this.#me,
      followed: () => this.#followed,
      pinsShown: () => this.#work.now?.group.visible ?? false,
    })
    listenToRoom(
      this.canvas,
      this.#flat.told(told.lost, () => this.#restored()),
      this.#ends.signal,
    )
    this.#watcher = new ResizeObserver(() => this.#resize())
    this.#watcher.observe(host)
    this.#resize()
    this.#work.refresh()
    this.#scene.renderer.setAnimationLoop((now) => this.#step(now))
  }

  setMe(slot: number): void {
    this.#me = slot
    this.#people.setMe(slot)
  }

  setMembers(members: readonly RoomMember[]): void {
    this.#people.keep(members)
    this.#written.setMembers(members)
    if (this.#followed !== undefined && !members.some(({ slot }) => slot === this.#followed)) this.#unfollow()
    this.#stir()
  }

  hear(batch: ArrayBuffer): void {
    this.#people.hear(new DataView(batch), performance.now())
  }

  async setWork(work: WorkSource | undefined, former?: WorkSource): Promise<void> {
    this.#loading.abort()
    const loading = new AbortController()
    this.#loading = loading
    const ready = () => {
      this.#workId = work?.workId
      this.#apply()
      if (!this.#shown && work) this.fit()
      this.#shown ||= work !== undefined
    }
    try {
      const changes = await this.#work.show(work, former, this.#told.progress, loading.signal, ready)
      if (changes) this.#told.compared(changes)
    } catch (error) {
      if (!loading.signal.aborted) throw error
    }
  }

  apply(records: ReadonlyMap<string, RecordValue[keyof RecordValue]>): void {
    this.#records = records
    this.#apply()
  }

  dragged(placement: PlacementRecord): void {
    if (this.#tools.placing.handle === undefined) this.#work.place(placement)
  }

  held(slot: number | undefined): void {
    this.#holder = slot
    if (slot !== undefined && slot !== this.#me && this.#tools.placing.handle !== undefined) this.#tools.cancel()
  }

  setPins(pins: readonly RoomPin[]): void {
    this.#written.setPins(pins)
    this.#written.standPins(this.#work.now)
    this.#stir()
  }

  setPanels(panels: readonly PanelModel[]): void {
    this.#scene.panels.set(panels)
    this.#stir()
  }

  setCards(cards: readonly PanelModel[]): void {
    this.#scene.panels.setCards(cards)
    this.#stir()
  }

  setTool(tool: RoomTool, color?: PenColor): void {
    if (tool !== this.#tools.tool) this.#tools.cancel()
    this.#tools.tool = tool
    this.#tools.color = color ?? this.#tools.color
    if (tool === 'look') this.#flat.crosshair.hide()
    this.#gizmo()
    this.#stir()
  }

  setComfort(comfort: Comfort): void {
    this.#comfort = comfort
  }

  setTheme(theme: Theme): void {
    this.#look = readLook(this.#host, theme)
    this.#scene.setTheme(theme, this.#look)
    this.#written.setLook(this.#look)
    this.#stir()
  }

  speaking(slot: number, level: number): void {
    if (slot === this.#me) {
      const { now } = this.#own
      now.presses = level > 0.05 ? now.presses | press.speaking : now.presses & ~press.speaking
      return
    }
    const somebody = this.#people.find(slot)
    if (somebody) somebody.level = level
    this.#stir()
  }

  follow(slot: number | undefined): void {
    this.#followed = slot
    this.#stir()
  }

  joinPerson(slot: number): void {
    const somebody = this.#people.find(slot)
    if (!somebody || somebody.presence <= 0) return
    const { px, py, pz } = somebody.pose.head
    target.copy(this.#work.middle(middle))
    if (this.#inside) {
      const yaw = Math.atan2(px + 0.7 - target.x, pz + 0.3 - target.z)
      this.#worn.carrying.setDown(this.#worn.head, this.#worn.yaw, px + 0.7, pz + 0.3, yaw)
    } else this.#flat.eye.fly(middle.set(px + 0.6, Math.max(1.2, py), pz + 0.3), target.clone())
    this.#stir()
  }

  goTo({ eye, target: at }: View): void {
    const holder = this.#work.now
    if (!holder) return
    holder.toRoom({ x: eye[0], y: eye[1], z: eye[2] }, undefined, middle)
    holder.toRoom({ x: at[0], y: at[1], z: at[2] }, undefined, target)
    this.#goTo()
  }

  view(): View {
    this.#flat.eye.ahead(1.5, target)
    return viewOf(this.#work, this.#eye(middle), target)
  }

  fit(): void {
    const { camera } = this.#scene
    this.#work.middle(target)
    const half = MathUtils.degToRad(camera.fov) / 2
    const narrow = Math.min(half, Math.atan(Math.tan(half) * camera.aspect))
    const far = Math.max(0.45, (this.#work.radius() / Math.sin(narrow)) * 1.08)
    middle.set(0.34, 0.34, 0.88).normalize().multiplyScalar(far).add(target)
    middle.y = Math.min(2.3, middle.y)
    this.#goTo()
  }

  walk(ahead: number, aside: number): void {
    if (this.#inside) return
    this.#flat.eye.walk(ahead, aside)
    this.#unfollow()
  }

  turn(degrees: number): void {
    if (this.#inside) return
    this.#flat.eye.look(MathUtils.degToRad(degrees), 0)
    this.#unfollow()
  }

  orbit(around: number, up: number, closer = 1): void {
    if (!this.#inside) this.#flat.orbit(MathUtils.degToRad(around), MathUtils.degToRad(up), closer)
  }

  aim(across: number, down: number): void {
    this.#flat.aim(across, down)
  }

  act(): void {
    this.#flat.act()
  }

  placeOn(part: string): RoomHit | undefined {
    return placeOnPart(this.#work, this.#cast, this.#eye(middle), part)
  }

  parts(): readonly string[] {
    return [...new Set(this.#work.now?.model.parts.map(({ name }) => name))]
  }

  lightPart(part: string | undefined): void {
    this.#work.now?.model.light(part)
    this.#stir()
  }

  placementFor(size: PlacementRecord['size']): PlacementRecord {
    const { placement } = this.#work
    const same = (placement.size.kind === 'doll-house') === (size.kind === 'doll-house')
    return same ? { ...placement, size } : homeOf(size)
  }

  placement(): PlacementRecord {
    return this.#work.placement
  }

  canEnterHeadset(): Promise<boolean> {
    return Headset.can()
  }

  async enterHeadset(): Promise<void> {
    const { at, yaw } = this.#flat.eye
    this.#told.headset('entering')
    try {
      await this.#worn.enter(at.x, at.z, yaw)
      this.#told.headset('inside')
    } catch (error) {
      this.#told.headset('refused')
      throw error
    }
  }

  leaveHeadset(): Promise<void> {
    return this.#worn.headset.leave()
  }

  listener(into: Point): Point {
    copyPoint(this.#own.now.head, into)
    return into
  }

  placeOf(slot: number, into: Point): boolean {
    const somebody = this.#people.find(slot)
    if (!somebody || somebody.presence <= 0) return false
    copyPoint(somebody.pose.head, into)
    return true
  }

  draws(): number {
    return this.#scene.draws
  }

  triangles(): number {
    return this.#scene.triangles
  }

  picture(): Promise<Blob | null> {
    if (this.#inside) return Promise.resolve(null)
    this.#scene.draw()
    return new Promise((resolve) => this.canvas.toBlob(resolve, 'image/webp', 0.82))
  }

  dispose(): void {
    this.#loading.abort()
    this.#ends.abort()
    this.#watcher.disconnect()
    // The session ends by itself when nobody waits for it.
    this.#worn.headset.leave().catch((error: unknown) => console.debug('the session had ended', error))
    this.#flat.dispose()
    this.#scene.dispose()
    this.#work.dispose()
    this.#marks.dispose()
    this.#written.dispose()
  }

  get #inside(): boolean {
    return this.#scene.renderer.xr.isPresenting
  }

  #step(now: number): void {
    const moved = this.#frame.step(now, this.#inside)
    if (!moved && !this.#stale) return
    this.#stale = false
    this.#scene.draw()
  }

  #stir(): void {
    this.#stale = true
  }

  #unfollow(): void {
    this.#stir()
    if (this.#followed === undefined) return
    this.#followed = undefined
    this.#told.unfollowed()
  }

  #apply(): void {
    const records = this.#records
    const stage = recordOf(records, 'stage')
    const tools = recordOf(records, 'tools') ?? plainTools
    const placement = recordOf(records, 'placement')
    if (placement && this.#tools.placing.handle === undefined) this.#work.placement = placement
    this.#work.treat(tools, stage?.compare ?? 'none', stage?.flipped ?? false)
    this.#work.place(this.#work.placement)
    this.#written.setNotes(recordsOf(records, 'note'))
  }

  /** The work stands elsewhere or was taken apart: everything that hangs on it follows. */
  #workMoved(): void {
    this.#scene.light(this.#work.tools.light, this.#work)
    this.#marks.apply(this.#records, this.#work.now, this.#workId)
    this.#written.setLengths(this.#marks.lengths)
    this.#written.standPins(this.#work.now)
    this.#gizmo()
    this.#stir()
  }

  #gizmo(): void {
    const gizmo = this.#tools.tool === 'place' ? this.#work.gizmo() : undefined
    this.#scene.gizmo.mesh.visible = gizmo !== undefined
    if (gizmo) this.#scene.gizmo.stand(gizmo, this.#tools.handle)
  }

  #hit(): RoomHit | undefined {
    return hitOf(this.#work, this.#cast, this.#eye(middle))
  }

  #eye(into: Vector3): Vector3 {
    return into.copy(this.#inside ? this.#worn.head : this.#flat.eye.at)
  }

  /** To `middle`, looking at `target`. */
  #goTo(): void {
    if (this.#inside) {
      const yaw = Math.atan2(middle.x - target.x, middle.z - target.z)
      this.#worn.carrying.setDown(this.#worn.head, this.#worn.yaw, middle.x, middle.z, yaw)
    } else this.#flat.eye.fly(middle, target)
    this.#unfollow()
  }

  #restored(): void {
    this.#scene.restore(this.#work)
    this.#written.signs.refresh()
    this.#stir()
    this.#told.restored()
  }

  #resize(): void {
    this.#scene.resize(Math.max(1, this.#host.clientWidth), Math.max(1, this.#host.clientHeight))
    this.#stir()
  }
}
