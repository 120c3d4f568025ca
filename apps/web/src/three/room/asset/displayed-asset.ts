import {
  type AnnotationTarget,
  type PlacementRecord,
  type RecordValue,
  type ToolsRecord,
} from '@veranda/contract/rooms/records/record-kinds.ts'
import { type PartDifference } from '@veranda/core/assets/compare-materials.ts'
import { type Gizmo } from '../tools/gizmo.ts'
import { type Bounds, defaultPlacement, scaleFactorOf, wrapAngle } from '@veranda/core/rooms/records/placement.ts'
import {
  type BesidePlace,
  defaultBesidePlace,
  distanceBeside,
  type VersionBounds,
} from '@veranda/core/rooms/records/side-by-side.ts'
import { defaultTools } from '@veranda/core/rooms/records/inspection-tools.ts'
import { Group, Vector3 } from 'three'
import { loadModel } from '../../loaders/load-model.ts'
import { type Model } from '../../viewer/model.ts'
import { type AssetRaycaster } from './asset-raycaster.ts'
import { type AssetSource } from '../room-canvas.ts'
import { PlacedModel } from './placed-model.ts'

const scratch = new Vector3()
const emptyBounds: Bounds = { min: { x: 0, y: 0, z: 0 }, max: { x: 0, y: 0, z: 0 } }

type CompareMode = RecordValue['scene']['compare']

/** The displayed version of an asset, a previous one to compare with, and how both are shown. */
export class DisplayedAsset {
  readonly group = new Group()
  placement: PlacementRecord = defaultPlacement({ kind: 'true' })
  tools: ToolsRecord = defaultTools
  current: PlacedModel | undefined
  previous: PlacedModel | undefined
  /** Bounding box of the asset that is being loaded, if it is known. */
  #expected: Bounds | undefined
  /** Incremented by each change of what is displayed, other than its placement. */
  revision = 0
  #variant: string | undefined
  #compare: CompareMode = 'none'
  #flipped = false
  #beside: BesidePlace | undefined
  /** Offset of the previous version while both are side by side, in metres of the room. */
  readonly #besideOffset = { x: 0, z: 0 }
  #unchangedParts: ReadonlySet<string> = new Set()
  #hasHeatMap = false
  #glideTarget: PlacementRecord | undefined
  /** Intermediate placement of a glide; always the same object. */
  readonly #glidePlacement = defaultPlacement({ kind: 'true' })
  readonly #versionBounds = { current: emptyBounds, previous: emptyBounds }
  readonly #gizmo: Gizmo = { x: 0, y: 0, z: 0, radius: 0, height: 0 }
  readonly #raycasters: readonly AssetRaycaster[]
  readonly #onChanged: () => void

  /** Retargets the raycasters each time the asset moves. */
  constructor(raycasters: readonly AssetRaycaster[], onChanged: () => void) {
    this.#raycasters = raycasters
    this.#onChanged = onChanged
  }

  /**
   * Loads both versions, then replaces the displayed ones. Returns the differences. Until the first asset is there, its
   * extent is the one that its source says.
   */
  async load(
    asset: AssetSource | undefined,
    previousSource: AssetSource | undefined,
    onProgress: (progress: number) => void,
    signal: AbortSignal,
    onReady: () => void,
  ): Promise<PartDifference[] | undefined> {
    this.#expected = asset?.bounds
    const models = await loadVersions(asset, previousSource, onProgress, signal).catch((error: unknown) => {
      if (!signal.aborted) this.#expected = undefined
      throw error
    })
    if (signal.aborted) {
      for (const model of models) model?.dispose()
      return undefined
    }
    this.current?.dispose()
    this.previous?.dispose()
    const [current, previous] = models.map((model, at) => {
      const source = at === 0 ? asset : previousSource
      return model && new PlacedModel(model, source?.parts ?? [], source)
    })
    this.current = current
    this.previous = previous
    this.#unchangedParts = new Set()
    this.#hasHeatMap = false
    for (const placedModel of [current, previous]) if (placedModel) this.group.add(placedModel.group)
    this.refresh()
    onReady()
    if (!current || !previous || !asset || !previousSource) return undefined
    return this.#compareVersions(current, previous, asset.tolerance + previousSource.tolerance, signal)
  }

  setPlacement(placement: PlacementRecord): void {
    this.placement = placement
    const offset = this.#besideOffset
    offset.x = 0
    offset.z = 0
    const bounds = this.#compare === 'side' ? this.versionBounds() : undefined
    if (bounds) {
      const place = this.#beside ?? defaultBesidePlace(placement)
      const distance = distanceBeside(placement, bounds, place)
      offset.x = Math.cos(place.angle) * distance
      offset.z = -Math.sin(place.angle) * distance
    }
    this.current?.setPlacement(placement)
    this.previous?.setPlacement(placement, offset.x, offset.z)
    const visible = this.raycastModel
    for (const raycaster of this.#raycasters) raycaster.setTarget(visible)
    this.#onChanged()
  }

  /** Glides to a placement set by another user; see `updateGlide`. */
  glideTo(placement: PlacementRecord): void {
    this.#glideTarget = placement
  }

  /** Advances the glide. Returns whether the asset moved. */
  updateGlide(seconds: number): boolean {
    const target = this.#glideTarget
    if (!target) return false
    const progress = 1 - Math.exp(-seconds * 16)
    const [x, y, z] = this.placement.position
    const [tx, ty, tz] = target.position
    const turn = wrapAngle(target.yaw - this.placement.yaw)
    if (Math.hypot(tx - x, ty - y, tz - z) < 0.001 && Math.abs(turn) < 0.002) {
      this.#glideTarget = undefined
      this.setPlacement(target)
      return true
    }
    const placement = this.#glidePlacement
    placement.yaw = wrapAngle(this.placement.yaw + turn * progress)
    placement.position[0] = x + (tx - x) * progress
    placement.position[1] = y + (ty - y) * progress
    placement.position[2] = z + (tz - z) * progress
    placement.size = target.size
    this.setPlacement(placement)
    return true
  }

  /** Cancels the glide. */
  cancelGlide(): void {
    this.#glideTarget = undefined
  }

  applyTools(tools: ToolsRecord, compare: CompareMode, flipped: boolean, beside?: BesidePlace): void {
    const same = tools === this.tools && compare === this.#compare && flipped === this.#flipped
    const isThere = beside?.angle === this.#beside?.angle && beside?.gap === this.#beside?.gap
    if (same && isThere) return
    this.#beside = beside
    this.tools = tools
    this.#compare = compare
    this.#flipped = flipped
    this.refresh()
  }

  /** The variant that both versions show, each by its name; one that does not offer it shows its own materials. */
  get variant(): string | undefined {
    return this.#variant
  }

  setVariant(name: string | undefined): void {
    if (name === this.#variant) return
    this.#variant = name
    this.refresh()
  }

  /** Reapplies appearance and placement of both versions. */
  refresh(): void {
    this.revision += 1
    for (const placedModel of [this.current, this.previous]) placedModel?.model.setVariant(this.#variant)
    const mode = this.previous ? this.#compare : 'none'
    const overlaid = mode === 'overlay' || mode === 'map'
    const hidden = new Set(this.tools.hidden)
    this.current?.applyTools(this.tools, hidden)
    this.current?.setAppearance(mode === 'map' && this.#hasHeatMap ? 'heat' : 'plain')
    this.previous?.applyTools(this.tools, overlaid ? new Set([...hidden, ...this.#unchangedParts]) : hidden)
    this.previous?.setAppearance(overlaid ? 'ghost' : 'plain')
    if (this.current) this.current.group.visible = mode !== 'flip' || !this.#flipped
    if (this.previous) this.previous.group.visible = overlaid || mode === 'side' || (mode === 'flip' && this.#flipped)
    this.setPlacement(this.placement)
  }

  /** The flip comparison currently shows the previous version. */
  get showsPrevious(): boolean {
    return this.#compare === 'flip' && this.#flipped && this.previous !== undefined
  }

  /** The version that is hit by rays: of two side by side, the current one. */
  get raycastModel(): PlacedModel | undefined {
    return this.showsPrevious ? this.previous : this.current
  }

  get scaleFactor(): number {
    if (this.current) return this.current.scaleFactor
    return this.#expected ? scaleFactorOf(this.placement.size, this.#expected) : 1
  }

  /** Returns the displayed version that an annotation belongs to. */
  modelOf(target: AnnotationTarget): PlacedModel | undefined {
    return [this.current, this.previous].find((model) => model?.isTargetOf(target))
  }

  /** Returns the visible version, or of two side by side the one whose top is nearer to a point of the room. */
  modelNear(point: Vector3): PlacedModel | undefined {
    const { current, previous } = this
    if (this.#compare !== 'side' || !current || !previous) return this.raycastModel
    const distanceTo = (model: PlacedModel) => this.topOf(model, scratch).distanceToSquared(point)
    return distanceTo(previous) < distanceTo(current) ? previous : current
  }

  /** Both versions are in sight in turn or next to each other, so that each needs its number. */
  get showsVersions(): boolean {
    return this.previous !== undefined && (this.#compare === 'side' || this.#compare === 'flip')
  }

  /** Returns the bounding boxes of both versions; until the previous one is loaded it counts as large as the current. */
  versionBounds(): VersionBounds | undefined {
    const current = this.extent()
    if (!current) return undefined
    this.#versionBounds.current = current
    this.#versionBounds.previous = this.previous?.model.box ?? current
    return this.#versionBounds
  }

  extent(): Bounds | undefined {
    return this.current?.model.box ?? this.#expected
  }

  /** Returns a copy of the current placement: the original object is reused during a glide. */
  copyPlacement(): PlacementRecord {
    const { position, yaw, size } = this.placement
    return { position: [...position], yaw, size }
  }

  /** Returns the gizmo around the base of the asset, in room coordinates; always the same object. */
  gizmo(): Gizmo | undefined {
    const box = this.current?.model.box
    if (!box) return undefined
    const gizmo = this.#gizmo
    const diagonal = Math.hypot(box.max.x - box.min.x, box.max.z - box.min.z) * this.scaleFactor
    gizmo.x = this.placement.position[0]
    gizmo.y = this.placement.position[1]
    gizmo.z = this.placement.position[2]
    gizmo.radius = Math.max(0.16, diagonal * 0.58)
    gizmo.height = (box.max.y - box.min.y) * this.scaleFactor
    return gizmo
  }

  /** Writes the centre of the asset, or of two versions side by side, in room coordinates, into `into`. */
  center(into: Vector3): Vector3 {
    const [x, y, z] = this.placement.position
    const box = this.extent()
    const { x: dx, z: dz } = this.#besideOffset
    return into.set(x + dx / 2, y + (box ? ((box.max.y - box.min.y) * this.scaleFactor) / 2 : 0.9), z + dz / 2)
  }

  /** Writes the middle of the top of a displayed version, in room coordinates, into `into`. */
  topOf({ model, group }: PlacedModel, into: Vector3): Vector3 {
    const { min, max } = model.box
    return into.set((min.x + max.x) / 2, max.y, (min.z + max.z) / 2).applyMatrix4(group.matrixWorld)
  }

  /** Returns half the diagonal of the asset, or the radius around two versions side by side, in metres of the room. */
  radius(): number {
    const box = this.extent()
    if (!box) return 1
    const diagonal = Math.hypot(box.max.x - box.min.x, box.max.y - box.min.y, box.max.z - box.min.z) * this.scaleFactor
    return (diagonal + Math.hypot(this.#besideOffset.x, this.#besideOffset.z)) / 2
  }

  dispose(): void {
    this.current?.dispose()
    this.previous?.dispose()
  }

  async #compareVersions(
    current: PlacedModel,
    previous: PlacedModel,
    tolerance: number,
    signal: AbortSignal,
  ): Promise<PartDifference[] | undefined> {
    const { applyHeatMap, compareModels } = await import('../../viewer/compare/compare-models.ts')
    if (signal.aborted || this.current !== current) return undefined
    // The comparison reads the models in their own space.
    for (const placedModel of [current, previous]) placedModel.detach()
    const comparison = compareModels(previous.model, current.model, tolerance, signal)
    for (const placedModel of [current, previous]) placedModel.group.add(placedModel.model.root)
    this.setPlacement(this.placement)
    const changes = await comparison
    if (signal.aborted || this.current !== current) return undefined
    applyHeatMap(current.model, changes)
    this.#hasHeatMap = true
    const moved = new Set(changes.filter(({ change }) => change !== 'same').map(({ name }) => name))
    this.#unchangedParts = new Set(changes.map(({ name }) => name).filter((name) => !moved.has(name)))
    this.refresh()
    return changes
  }
}

type LoadedPair<T> = [T | undefined, T | undefined]

/** Loads both or neither: if one fails, the other is disposed. */
async function loadVersions(
  asset: AssetSource | undefined,
  previousSource: AssetSource | undefined,
  onProgress: (progress: number) => void,
  signal: AbortSignal,
): Promise<LoadedPair<Model>> {
  const load = async (source: AssetSource | undefined, onProgress: (progress: number) => void) =>
    source && (await loadModel(source, onProgress, signal))
  const [current, previous] = await Promise.allSettled([load(asset, onProgress), load(previousSource, ignoreProgress)])
  if (current.status === 'fulfilled' && previous.status === 'fulfilled') return [current.value, previous.value]
  for (const one of [current, previous]) if (one.status === 'fulfilled') one.value?.dispose()
  throw current.status === 'rejected' ? current.reason : previous.status === 'rejected' ? previous.reason : undefined
}

function ignoreProgress(): void {}
