import { homeOf } from '@veranda/core/rooms/placement.ts'
import { Vector3 } from 'three'
import { FlatControl } from './flat-control.ts'
import { listenToRoom } from './flat-input.ts'
import { HeadsetControl } from './headset-control.ts'
import { hitOf } from './hits.ts'
import { Hold } from './hold.ts'
import { type Look, readLook } from './look.ts'
import { Marks } from './marks.ts'
import { OwnPose } from './own-pose.ts'
import { People } from './people.ts'
import { RayCast } from './ray-cast.ts'
import { recordOf, type Records, recordsOf } from './records-of.ts'
import { RoomFrame } from './room-frame.ts'
import { RoomScene } from './room-scene.ts'
import { Tools } from './tools.ts'
import { type Comfort, type RoomHit, type RoomOptions, type RoomStageTold, type WorkSource } from './types.ts'
import { fit } from './ways.ts'
import { plainTools, WorkOnStage } from './work-on-stage.ts'
import { Written } from './written.ts'

const middle = new Vector3()

/** All parts of the live room put together; each frame is drawn when something moved. */
export class RoomCore {
  readonly canvas: HTMLCanvasElement
  readonly host: HTMLElement
  readonly told: RoomStageTold
  readonly people = new People()
  readonly own: OwnPose
  readonly cast = new RayCast()
  /** Where the beams of others end. */
  readonly #beams = new RayCast()
  readonly #marks = new Marks()
  readonly work: WorkOnStage
  readonly written: Written
  readonly scene: RoomScene
  readonly tools: Tools
  readonly flat: FlatControl
  readonly worn: HeadsetControl
  readonly #frame: RoomFrame
  readonly #watcher: ResizeObserver
  readonly #still: ReturnType<typeof setInterval>
  readonly #ends = new AbortController()
  #loading = new AbortController()
  look: Look
  comfort: Comfort
  records: Records = new Map()
  #source: WorkSource | undefined
  followed: number | undefined
  readonly hold = new Hold({
    giveUp: () => this.tools.placing.handle !== undefined && this.tools.cancel(),
    stand: () => this.stand(),
  })
  #stale = true
  #shown = false

  constructor(host: HTMLElement, told: RoomStageTold, options: RoomOptions) {
    this.host = host
    this.told = told
    this.comfort = options.comfort
    this.look = readLook(host, options.theme)
    this.own = new OwnPose(told.pose)
    this.work = new WorkOnStage([this.cast, this.#beams], () => this.#workMoved())
    this.written = new Written(this.look, options.words, options.direction)
    this.scene = new RoomScene(options.theme, this.look, options.quality, this.#marks, this.written, this.work)
    this.canvas = this.scene.renderer.domElement
    Object.assign(this.canvas.style, { display: 'block', width: '100%', height: '100%', touchAction: 'none' })
    host.append(this.canvas)
    const stir = () => this.stir()
    const moved = () => this.unfollow()
    this.tools = new Tools({
      work: this.work,
      cast: this.cast,
      marks: this.#marks,
      told,
      pinAt: (ray) => (this.work.formerInSight ? undefined : this.written.pinAt(ray)),
      noteAt: (ray) => this.written.noteAt(ray),
      hit: () => this.hit(),
      taken: () => this.hold.taken,
      now: () => performance.now(),
    })
    const { camera } = this.scene
    this.flat = new FlatControl({ camera, tools: this.tools, cast: this.cast, work: this.work, host, moved, stir })
    const ended = () => {
      this.tools.cancel()
      this.#resize()
      told.headset('none')
    }
    const comfort = () => this.comfort
    this.worn = new HeadsetControl({ scene: this.scene, tools: this.tools, told, comfort, moved, ended })
    this.#frame = new RoomFrame({
      scene: this.scene,
      people: this.people,
      own: this.own,
      flat: this.flat,
      worn: this.worn,
      tools: this.tools,
      marks: this.#marks,
      written: this.written,
      work: this.work,
      beams: this.#beams,
      avatars: this.scene.avatars,
      words: options.words,
      device: options.device,
      look: () => this.look,
      me: () => this.hold.me,
      followed: () => this.followed,
      pinsShown: () => this.work.now?.group.visible ?? false,
    })
    listenToRoom(
      this.canvas,
      host,
      this.flat.told(told.lost, () => this.#restored()),
      this.#ends.signal,
    )
    const lettersCame = () => {
      this.written.rewrite()
      this.scene.panels.redraw()
      this.stir()
    }
    document.fonts.addEventListener('loadingdone', lettersCame, { signal: this.#ends.signal })
    this.#watcher = new ResizeObserver(() => this.#resize())
    this.#watcher.observe(host)
    this.#resize()
    this.work.refresh()
    this.scene.renderer.setAnimationLoop((now) => this.#step(now))
    // A page behind others draws nothing, but its person is still here.
    this.#still = setInterval(() => {
      if (document.hidden && !this.inside) this.own.step(performance.now(), options.device)
    }, 500)
  }

  async setWork(work: WorkSource | undefined, former: WorkSource | undefined): Promise<void> {
    this.#loading.abort()
    const loading = new AbortController()
    this.#loading = loading
    const ready = () => {
      // What was held or measured was on another work.
      this.tools.cancel()
      this.#source = work
      this.apply()
      if (!this.#shown && work) fit(this)
      this.#shown ||= work !== undefined
    }
    try {
      const changes = await this.work.show(work, former, this.told.progress, loading.signal, ready)
      if (changes) this.told.compared(changes)
    } catch (error) {
      if (!loading.signal.aborted) throw error
    }
  }

  get inside(): boolean {
    return this.scene.renderer.xr.isPresenting
  }

  #step(now: number): void {
    const moved = this.#frame.step(now, this.inside)
    if (!moved && !this.#stale) return
    this.#stale = false
    this.scene.draw()
  }

  stir(): void {
    this.#stale = true
  }

  unfollow(): void {
    this.stir()
    if (this.followed === undefined) return
    this.followed = undefined
    this.told.unfollowed()
  }

  apply(): void {
    const records = this.records
    const stage = recordOf(records, 'stage')
    const tools = recordOf(records, 'tools') ?? plainTools
    const placement = recordOf(records, 'placement')
    if (this.tools.placing.handle === undefined) {
      this.work.settle()
      if (placement) this.work.placement = placement
    }
    this.work.treat(tools, stage?.compare ?? 'none', stage?.flipped ?? false)
    this.work.place(this.work.placement)
    this.written.setNotes(recordsOf(records, 'note'))
  }

  /** The work goes where the room's record says, or home. */
  stand(): void {
    this.work.send(recordOf(this.records, 'placement') ?? homeOf({ kind: 'true' }))
    this.stir()
  }

  /** The work stands elsewhere or was taken apart: everything that hangs on it follows. */
  #workMoved(): void {
    this.scene.light(this.work.tools.light, this.work)
    this.#marks.apply(this.records, this.work.now, this.#source)
    this.written.setLengths(this.#marks.lengths)
    this.written.standPins(this.work.now)
    this.gizmo()
    this.stir()
  }

  gizmo(): void {
    const gizmo = this.tools.tool === 'place' && !this.hold.taken ? this.work.gizmo() : undefined
    this.scene.gizmo.mesh.visible = gizmo !== undefined
    if (gizmo) this.scene.gizmo.stand(gizmo, this.tools.handle)
  }

  hit(): RoomHit | undefined {
    return hitOf(this.work, this.cast, this.eye(middle))
  }

  eye(into: Vector3): Vector3 {
    return into.copy(this.inside ? this.worn.head : this.flat.eye.at)
  }

  #restored(): void {
    this.scene.restore(this.work)
    this.written.signs.refresh()
    this.stir()
    this.told.restored()
  }

  #resize(): void {
    const high = Math.max(1, this.host.clientHeight)
    this.scene.resize(Math.max(1, this.host.clientWidth), high)
    this.written.windowHigh = high
    this.stir()
  }

  dispose(): void {
    this.#loading.abort()
    this.#ends.abort()
    this.hold.dispose()
    this.#watcher.disconnect()
    clearInterval(this.#still)
    // It may have ended by itself.
    this.worn.headset.leave().catch((error: unknown) => console.debug('the session had ended', error))
    this.flat.dispose()
    this.scene.dispose()
    this.work.dispose()
    this.#marks.dispose()
    this.written.dispose()
  }
}
