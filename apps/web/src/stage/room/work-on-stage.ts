import { type PlacementRecord, type RecordValue, type ToolsRecord } from '@veranda/contract/rooms/records.ts'
import { type PartChange } from '@veranda/core/geometry/compare-parts.ts'
import { type Gizmo } from '@veranda/core/rooms/gizmo.ts'
import { type Extent, homeOf, wrap } from '@veranda/core/rooms/placement.ts'
import { Group, type Vector3 } from 'three'
import { colourChanges, compareModels } from '../compare.ts'
import { loadModel } from '../load-model.ts'
import { type Model } from '../model.ts'
import { type RayCast } from './ray-cast.ts'
import { type WorkSource } from './types.ts'
import { WorkHolder } from './work-holder.ts'

type Compare = RecordValue['stage']['compare']
export const plainTools: ToolsRecord = { explode: 0, section: null, wireframe: false, light: 'studio', hidden: [] }

/** The version on the stage, a former one beside it, and how both are looked at. */
export class WorkOnStage {
  readonly group = new Group()
  placement: PlacementRecord = homeOf({ kind: 'true' })
  tools: ToolsRecord = plainTools
  now: WorkHolder | undefined
  former: WorkHolder | undefined
  #compare: Compare = 'none'
  #flipped = false
  #same: ReadonlySet<string> = new Set()
  #coloured = false
  #sent: PlacementRecord | undefined
  /** Where it is on its way to where it was sent: the same object each time. */
  readonly #onItsWay = homeOf({ kind: 'true' })
  readonly #gizmo: Gizmo = { x: 0, y: 0, z: 0, radius: 0, tall: 0 }
  readonly #casts: readonly RayCast[]
  readonly #changed: () => void

  /** The lines that look for it are told each time it stands elsewhere. */
  constructor(casts: readonly RayCast[], changed: () => void) {
    this.#casts = casts
    this.#changed = changed
  }

  /** Fetches both, then puts them in place of what stood there; answers what differs. */
  async show(
    work: WorkSource | undefined,
    former: WorkSource | undefined,
    progress: (share: number) => void,
    signal: AbortSignal,
    ready: () => void,
  ): Promise<PartChange[] | undefined> {
    const models = await loadBoth(work, former, progress, signal)
    if (signal.aborted) {
      for (const model of models) model?.dispose()
      return undefined
    }
    this.now?.dispose()
    this.former?.dispose()
    const [now, before] = models.map(
      (model, at) => model && new WorkHolder(model, (at === 0 ? work : former)?.parts ?? []),
    )
    this.now = now
    this.former = before
    this.#same = new Set()
    this.#coloured = false
    for (const holder of [now, before]) if (holder) this.group.add(holder.group)
    this.refresh()
    ready()
    if (!now || !before || !work || !former) return undefined
    return this.#differ(now, before, work.tolerance + former.tolerance, signal)
  }

  place(placement: PlacementRecord): void {
    this.placement = placement
    const aside = this.#compare === 'side' && this.now ? this.#wide() * 1.25 : 0
    this.now?.place(placement, aside / 2)
    this.former?.place(placement, -aside / 2)
    const shown = this.#shown()
    for (const cast of this.#casts) cast.aimAt(shown)
    this.#changed()
  }

  /** On its way in somebody else's hand: goes after it softly, in `glide`. */
  send(placement: PlacementRecord): void {
    this.#sent = placement
  }

  /** Moves on to where it was sent; whether it moved. */
  glide(seconds: number): boolean {
    const sent = this.#sent
    if (!sent) return false
    const share = 1 - Math.exp(-seconds * 16)
    const [x, y, z] = this.placement.position
    const [tx, ty, tz] = sent.position
    const turn = wrap(sent.yaw - this.placement.yaw)
    if (Math.hypot(tx - x, ty - y, tz - z) < 0.001 && Math.abs(turn) < 0.002) {
      this.#sent = undefined
      this.place(sent)
      return true
    }
    const on = this.#onItsWay
    on.yaw = wrap(this.placement.yaw + turn * share)
    on.position[0] = x + (tx - x) * share
    on.position[1] = y + (ty - y) * share
    on.position[2] = z + (tz - z) * share
    on.size = sent.size
    this.place(on)
    return true
  }

  /** Where it was sent counts no more. */
  settle(): void {
    this.#sent = undefined
  }

  treat(tools: ToolsRecord, compare: Compare, flipped: boolean): void {
    const same = tools === this.tools && compare === this.#compare && flipped === this.#flipped
    if (same) return
    this.tools = tools
    this.#compare = compare
    this.#flipped = flipped
    this.refresh()
  }

  /** Dresses and places both anew. */
  refresh(): void {
    const mode = this.former ? this.#compare : 'none'
    const over = mode === 'overlay' || mode === 'map'
    const hidden = new Set(this.tools.hidden)
    this.now?.treat(this.tools, hidden)
    this.now?.look(mode === 'map' && this.#coloured ? 'heat' : 'plain')
    this.former?.treat(this.tools, over ? new Set([...hidden, ...this.#same]) : hidden)
    this.former?.look(over ? 'ghost' : 'plain')
    if (this.now) this.now.group.visible = mode !== 'flip' || !this.#flipped
    if (this.former) this.former.group.visible = over || mode === 'side' || (mode === 'flip' && this.#flipped)
    this.place(this.placement)
  }

  /** Versions are flipped, and it is the former one that is looked at. */
  get formerInSight(): boolean {
    return this.#compare === 'flip' && this.#flipped && this.former !== undefined
  }

  get factor(): number {
    return this.now?.factor ?? 1
  }

  extent(): Extent | undefined {
    return this.now?.model.box
  }

  /** The placement as it is now, to be kept: what it is on its way goes on. */
  standing(): PlacementRecord {
    const { position, yaw, size } = this.placement
    return { position: [...position], yaw, size }
  }

  /** The handles about its foot, in the room. The same object each time. */
  gizmo(): Gizmo | undefined {
    const box = this.extent()
    if (!box) return undefined
    const gizmo = this.#gizmo
    const wide = Math.hypot(box.max.x - box.min.x, box.max.z - box.min.z) * this.factor
    gizmo.x = this.placement.position[0]
    gizmo.y = this.placement.position[1]
    gizmo.z = this.placement.position[2]
    gizmo.radius = Math.max(0.16, wide * 0.58)
    gizmo.tall = (box.max.y - box.min.y) * this.factor
    return gizmo
  }

  /** The middle of what stands there, in the room. */
  middle(into: Vector3): Vector3 {
    const [x, y, z] = this.placement.position
    const box = this.extent()
    return into.set(x, y + (box ? ((box.max.y - box.min.y) * this.factor) / 2 : 0.9), z)
  }

  /** Half of its longest way through, in metres of the room. */
  radius(): number {
    const box = this.extent()
    if (!box) return 1
    return (Math.hypot(box.max.x - box.min.x, box.max.y - box.min.y, box.max.z - box.min.z) * this.factor) / 2
  }

  dispose(): void {
    this.now?.dispose()
    this.former?.dispose()
  }

  #wide(): number {
    const gizmo = this.gizmo()
    return gizmo ? gizmo.radius / 0.58 : 0
  }

  #shown(): WorkHolder | undefined {
    return this.formerInSight ? this.former : this.now
  }

  async #differ(
    now: WorkHolder,
    before: WorkHolder,
    tolerance: number,
    signal: AbortSignal,
  ): Promise<PartChange[] | undefined> {
    // The comparison reads the models in their own space.
    for (const holder of [now, before]) holder.alone()
    const comparing = compareModels(before.model, now.model, tolerance, signal)
    for (const holder of [now, before]) holder.group.add(holder.model.root)
    this.place(this.placement)
    const changes = await comparing
    if (signal.aborted || this.now !== now) return undefined
    colourChanges(now.model, changes)
    this.#coloured = true
    const moved = new Set(changes.filter(({ change }) => change !== 'same').map(({ name }) => name))
    this.#same = new Set(changes.map(({ name }) => name).filter((name) => !moved.has(name)))
    this.refresh()
    return changes
  }
}

type Pair<T> = [T | undefined, T | undefined]

/** Both or neither: what came before the other failed is given back. */
async function loadBoth(
  work: WorkSource | undefined,
  former: WorkSource | undefined,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<Pair<Model>> {
  const load = async (source: WorkSource | undefined, told: (share: number) => void) =>
    source && (await loadModel(source, told, signal))
  const [now, before] = await Promise.allSettled([load(work, progress), load(former, nothing)])
  if (now.status === 'fulfilled' && before.status === 'fulfilled') return [now.value, before.value]
  for (const one of [now, before]) if (one.status === 'fulfilled') one.value?.dispose()
  throw now.status === 'rejected' ? now.reason : before.status === 'rejected' ? before.reason : undefined
}

function nothing(): void {}
