import { defaultPlacement } from '@veranda/core/rooms/records/placement.ts'
import { floorFor } from '@veranda/core/rooms/records/floor.ts'
import { Vector3 } from 'three'
import { ScreenControls } from './screen/screen-controls.ts'
import { listenToScreenInput } from './screen/screen-input.ts'
import { type Headset } from '../xr/headset.ts'
import { DeckLantern } from './deck-lantern.ts'
import { toRoomHit } from './asset/hit-test.ts'
import { GrabLock } from './tools/grab-lock.ts'
import { type ThemeTokens, readThemeTokens } from '../ui/theme-tokens.ts'
import { Annotations } from './tools/annotations.ts'
import { PoseSender } from './participants/pose-sender.ts'
import { LiveStrokes } from './tools/live-strokes.ts'
import { RemoteParticipants } from './participants/remote-participants.ts'
import { AssetRaycaster } from './asset/asset-raycaster.ts'
import { findRecord, type RoomRecords, listRecords } from './room-records.ts'
import { FrameUpdater } from './frame-updater.ts'
import { RoomScene } from './room-scene.ts'
import { PointerTools } from './tools/pointer-tools.ts'
import {
  type ComfortSettings,
  type RoomHit,
  type RoomOptions,
  type RoomCanvasEvents,
  type AssetSource,
} from './room-canvas.ts'
import { returnToFloor, welcomeAsset } from './camera-moves.ts'
import { wantsAmbientOcclusion } from '../viewer/light/wants-ambient-occlusion.ts'
import { defaultTools } from '@veranda/core/rooms/records/inspection-tools.ts'
import { DisplayedAsset } from './asset/displayed-asset.ts'
import { type GroundContact } from './asset/ground-contact.ts'
import { RoomLabels } from './room-labels.ts'
import { VersionCaptions } from './version-captions.ts'

const eyeScratch = new Vector3()

/** Puts all parts of the live room together; a frame is drawn only when something changed. */
export class RoomEngine {
  readonly element: HTMLCanvasElement
  readonly host: HTMLElement
  readonly events: RoomCanvasEvents
  readonly participants = new RemoteParticipants()
  readonly poseSender: PoseSender
  readonly raycaster = new AssetRaycaster()
  /** Ends of the laser beams of other participants. */
  readonly #beamRaycaster = new AssetRaycaster()
  readonly #annotations = new Annotations()
  readonly asset: DisplayedAsset
  readonly labels: RoomLabels
  readonly liveStrokes: LiveStrokes
  readonly scene: RoomScene
  readonly tools: PointerTools
  readonly screen: ScreenControls
  /** Loaded once a headset is found. */
  headset: Headset | undefined
  #headsetLoading: Promise<boolean> | undefined
  /** Made with the first asset that is paid. */
  #lantern: DeckLantern | undefined
  /** Loaded in full quality, and drawn on a screen alone: a headset has no time for it. */
  #groundContact: GroundContact | undefined
  /** Its code is loaded with the first asset. */
  #wantsOcclusion: boolean
  readonly #frameUpdater: FrameUpdater
  readonly #resizeObserver: ResizeObserver
  readonly #hiddenPageTimer: ReturnType<typeof setInterval>
  readonly #abort = new AbortController()
  #loadAbort = new AbortController()
  tokens: ThemeTokens
  comfort: ComfortSettings
  records: RoomRecords = new Map()
  #source: AssetSource | undefined
  followedParticipantSlot: number | undefined
  readonly grabLock = new GrabLock({
    cancelLocalGrab: () => this.cancelGrab(),
    restorePlacement: () => this.restorePlacement(),
  })
  readonly captions: VersionCaptions
  #needsRender = true
  hasPlace = false

  constructor(host: HTMLElement, events: RoomCanvasEvents, options: RoomOptions) {
    this.host = host
    this.events = events
    this.comfort = options.comfort
    this.#wantsOcclusion = wantsAmbientOcclusion(options.quality)
    this.tokens = readThemeTokens(host, options.theme)
    this.poseSender = new PoseSender(events.onPoseFrame)
    this.asset = new DisplayedAsset([this.raycaster, this.#beamRaycaster], () => this.#onAssetMoved())
    this.labels = new RoomLabels(this.tokens, options.formats, options.direction)
    this.captions = new VersionCaptions(this.asset, this.labels, options.formats)
    this.scene = new RoomScene(options.theme, options.quality, this.#annotations, this.labels, this.asset)
    this.liveStrokes = new LiveStrokes(this.asset, () => this.requestRender())
    this.scene.scene.add(this.liveStrokes.group)
    this.element = this.scene.renderer.domElement
    Object.assign(this.element.style, { display: 'block', width: '100%', height: '100%', touchAction: 'none' })
    host.append(this.element)
    const requestRender = () => this.requestRender()
    const onMoved = () => this.takePlace()
    this.tools = new PointerTools({
      asset: this.asset,
      raycaster: this.raycaster,
      annotations: this.#annotations,
      events,
      pinAt: (ray) => (this.asset.showsPrevious ? undefined : this.labels.pinAt(ray)),
      noteAt: (ray) => this.labels.noteAt(ray),
      hitTest: () => this.hitTest(),
      grabbedByOther: () => this.grabLock.grabbedByOther,
      now: () => performance.now(),
    })
    const { camera } = this.scene
    this.screen = new ScreenControls({
      camera,
      tools: this.tools,
      raycaster: this.raycaster,
      asset: this.asset,
      host,
      onMoved,
      requestRender,
    })
    this.#frameUpdater = new FrameUpdater({
      scene: this.scene,
      participants: this.participants,
      poseSender: this.poseSender,
      screen: this.screen,
      headset: () => this.headset?.controls,
      tools: this.tools,
      annotations: this.#annotations,
      labels: this.labels,
      asset: this.asset,
      beamRaycaster: this.#beamRaycaster,
      avatars: this.scene.avatars,
      formats: options.formats,
      device: options.device,
      tokens: () => this.tokens,
      localParticipantSlot: () => this.grabLock.localParticipantSlot,
      followedParticipantSlot: () => this.followedParticipantSlot,
      pinsVisible: () => this.asset.current?.group.visible ?? false,
    })
    listenToScreenInput(
      this.element,
      host,
      this.screen.inputHandlers(events.onContextLost, () => this.#onContextRestored()),
      this.#abort.signal,
    )
    const onFontsLoaded = () => {
      this.labels.redraw()
      this.headset?.panels.redraw()
      this.requestRender()
    }
    document.fonts.addEventListener('loadingdone', onFontsLoaded, { signal: this.#abort.signal })
    this.#resizeObserver = new ResizeObserver(() => this.#resize())
    this.#resizeObserver.observe(host)
    this.#resize()
    this.asset.refresh()
    if (options.quality === 'full') void this.#loadGroundContact()
    this.scene.renderer.setAnimationLoop((now) => this.#onFrame(now))
    // A hidden page draws nothing, but its user is still in the room.
    this.#hiddenPageTimer = setInterval(() => {
      if (document.hidden && !this.inHeadset) this.poseSender.sendIfDue(performance.now(), options.device)
    }, 500)
  }

  async setAsset(source: AssetSource | undefined, previous: AssetSource | undefined): Promise<void> {
    this.#loadAbort.abort()
    const abort = new AbortController()
    this.#loadAbort = abort
    const ready = () => {
      // Any grab or measurement belonged to another asset.
      this.tools.cancel()
      this.#source = source
      this.applyRecords()
      if (!source) return
      welcomeAsset(this)
      if (this.#wantsOcclusion) void this.#loadOcclusion()
    }
    try {
      const loading = this.asset.load(source, previous, this.events.onLoadProgress, abort.signal, ready)
      this.#updateFloor()
      const changes = await loading
      if (changes) this.events.onCompared(changes)
    } catch (error) {
      if (abort.signal.aborted) return
      this.#updateFloor()
      throw error
    }
  }

  /** Loads what a headset needs if there is one. Resolves to false without one. */
  loadHeadset(): Promise<boolean> {
    this.#headsetLoading ??= this.#loadHeadset()
    return this.#headsetLoading
  }

  async #loadHeadset(): Promise<boolean> {
    if (!(await isHeadsetSupported())) return false
    const { Headset } = await import('../xr/headset.ts')
    if (this.#abort.signal.aborted) return false
    const { scene, tools, events, tokens } = this
    this.headset = new Headset({
      scene,
      tools,
      events,
      tokens,
      comfort: () => this.comfort,
      onMoved: () => this.takePlace(),
      onEnded: () => {
        tools.cancel()
        this.#resize()
        events.onHeadsetState('none')
      },
    })
    this.headset.controls.locomotion.floor = this.screen.eye.floor
    return true
  }

  async #loadGroundContact(): Promise<void> {
    const { GroundContact } = await import('./asset/ground-contact.ts')
    if (this.#abort.signal.aborted) return
    this.#groundContact = new GroundContact(this.asset, this.scene)
    this.requestRender()
  }

  async #loadOcclusion(): Promise<void> {
    this.#wantsOcclusion = false
    const { AssetOcclusion } = await import('./asset/asset-occlusion.ts')
    if (this.#abort.signal.aborted) return
    this.scene.occlusion = new AssetOcclusion(this.asset, this.scene)
    this.requestRender()
  }

  get inHeadset(): boolean {
    return this.scene.renderer.xr.isPresenting
  }

  #onFrame(now: number): void {
    const onMoved = this.#frameUpdater.update(now, this.inHeadset)
    if (!onMoved && !this.#needsRender) return
    this.#needsRender = false
    this.#groundContact?.update(!this.inHeadset)
    this.scene.render()
  }

  requestRender(): void {
    this.#needsRender = true
  }

  takePlace(): void {
    this.hasPlace = true
    this.unfollow()
  }

  unfollow(): void {
    this.requestRender()
    if (this.followedParticipantSlot === undefined) return
    this.followedParticipantSlot = undefined
    this.events.onUnfollow()
  }

  applyRecords(): void {
    const records = this.records
    const display = findRecord(records, 'scene')
    const tools = findRecord(records, 'tools') ?? defaultTools
    const placement = findRecord(records, 'placement')
    if (this.tools.gizmoDrag.handle === undefined) {
      this.asset.cancelGlide()
      if (placement) this.asset.placement = placement
    }
    this.asset.setVariant(display?.variant)
    this.asset.applyTools(tools, display?.compare ?? 'none', display?.flipped ?? false, display?.beside)
    this.asset.setPlacement(this.asset.placement)
    this.#updateFloor()
    this.liveStrokes.forgetWritten(records)
    this.labels.setNotes(listRecords(records, 'note'))
    this.labels.updateNotePlaces(this.asset)
    this.captions.update()
  }

  /** Makes room for an asset that is larger than the deck, and brings the deck back after it. */
  #updateFloor(): void {
    const { asset, screen, headset } = this
    const floor = floorFor(asset.placement, asset.extent())
    const wasOnDeck = screen.eye.floor.isDeck
    screen.eye.floor = floor
    if (headset) headset.controls.locomotion.floor = floor
    if (floor.isDeck === wasOnDeck) return
    this.scene.stepAside(!floor.isDeck)
    returnToFloor(this)
  }

  setLantern(isLit: boolean): void {
    if (!isLit && !this.#lantern) return
    this.#lantern ??= new DeckLantern(this.scene.veranda.mesh, () => this.requestRender())
    this.#lantern.set(isLit)
  }

  /** Gives up the user's own grab, if there is one; the asset goes back to where it was grabbed. */
  cancelGrab(): void {
    if (this.tools.gizmoDrag.handle !== undefined) this.tools.cancel()
  }

  /** Glides the asset to the placement of the room's record, or to its home. */
  restorePlacement(): void {
    this.asset.glideTo(findRecord(this.records, 'placement') ?? defaultPlacement({ kind: 'true' }))
    this.requestRender()
  }

  /** Updates everything attached to the asset after it moved or its tools changed. */
  #onAssetMoved(): void {
    this.scene.lightAsset(this.asset.tools, this.asset)
    this.#annotations.update(this.records, this.asset.current, this.#source)
    this.#annotations.updateStrokes(this.records, this.asset)
    this.liveStrokes.follow()
    this.labels.setMeasurements(this.#annotations.measurements)
    this.labels.updatePinPositions(this.asset.current)
    this.labels.updateNotePlaces(this.asset)
    this.asset.center(this.labels.legendPlace.center)
    this.labels.legendPlace.distance = this.asset.radius() + 0.05
    this.captions.place()
    this.updateGizmo()
    this.requestRender()
  }

  updateGizmo(): void {
    const gizmo = this.tools.tool === 'place' && !this.grabLock.grabbedByOther ? this.asset.gizmo() : undefined
    this.scene.gizmo.mesh.visible = gizmo !== undefined
    if (gizmo) this.scene.gizmo.update(gizmo, this.tools.activeHandle)
  }

  hitTest(): RoomHit | undefined {
    return toRoomHit(this.asset, this.raycaster, this.eyePosition(eyeScratch))
  }

  eyePosition(into: Vector3): Vector3 {
    return into.copy((this.inHeadset && this.headset?.controls.head) || this.screen.eye.position)
  }

  #onContextRestored(): void {
    this.scene.restoreContext(this.asset)
    this.#groundContact?.redraw()
    this.labels.atlas.upload()
    this.requestRender()
    this.events.onContextRestored()
  }

  #resize(): void {
    const height = Math.max(1, this.host.clientHeight)
    this.scene.resize(Math.max(1, this.host.clientWidth), height)
    this.labels.windowHeight = height
    this.requestRender()
  }

  dispose(): void {
    this.#loadAbort.abort()
    this.#abort.abort()
    this.grabLock.dispose()
    this.#resizeObserver.disconnect()
    clearInterval(this.#hiddenPageTimer)
    this.headset?.dispose()
    this.#lantern?.dispose()
    this.#groundContact?.dispose()
    this.screen.dispose()
    this.scene.dispose()
    this.asset.dispose()
    this.#annotations.dispose()
    this.liveStrokes.dispose()
    this.labels.dispose()
  }
}

async function isHeadsetSupported(): Promise<boolean> {
  try {
    return (await navigator.xr?.isSessionSupported('immersive-vr')) ?? false
  } catch {
    return false
  }
}
