import { type Object3D, type Plane } from 'three'
import { type Model } from './model.ts'
import { planesOf } from './section.ts'
import { type CompareMode, plainSettings, type Settings } from './settings.ts'

/** A stretch of the stage, in its pixels, and whose it is. */
export type Area = { readonly left: number; readonly width: number; readonly model: Model | undefined }

/** The work on a stage and a former version of it, dressed by how they are shown and compared. Knows no canvas. */
export class Pair {
  readonly #place: Object3D
  #now: Model | undefined
  #former: Model | undefined
  #mode: CompareMode | undefined
  #flipped = false
  #same: ReadonlySet<string> = new Set()
  #settings: Settings = plainSettings

  /** Both stand in `place`, each in its own model space. */
  constructor(place: Object3D) {
    this.#place = place
  }

  get now(): Model | undefined {
    return this.#now
  }

  get settings(): Settings {
    return this.#settings
  }

  /** What cuts the work just now. */
  get planes(): Plane[] {
    return planesOf(this.#settings.section, this.#now?.box)
  }

  setNow(model: Model | undefined): void {
    this.#replace(this.#now, model)
    this.#now = model
  }

  /** Puts a former version beside it, or takes it away. */
  setFormer(model: Model | undefined): void {
    this.#replace(this.#former, model)
    this.#former = model
    this.#same = new Set()
    this.apply(this.#settings)
  }

  /** Parts that are where they were: their former selves are not drawn over them. */
  setSame(parts: ReadonlySet<string>): void {
    this.#same = parts
    this.dress()
  }

  compare(mode: CompareMode | undefined, flipped: boolean): void {
    this.#mode = mode
    this.#flipped = flipped
    this.dress()
  }

  apply(settings: Settings): void {
    this.#settings = settings
    const { planes } = this
    for (const model of [this.#now, this.#former]) {
      model?.explode(settings.explode)
      model?.wireframe(settings.wireframe)
      model?.cut(planes)
    }
    this.dress()
  }

  /** Makes each look and show as it should now. */
  dress(): void {
    const mode = this.#former ? this.#mode : undefined
    const both = mode === 'overlay' || mode === 'map'
    this.#now?.look(mode === 'map' ? 'heat' : 'plain')
    this.#former?.look(both ? 'ghost' : 'plain')
    const hidden = new Set(this.#settings.hidden)
    this.#now?.show(hidden)
    this.#former?.show(both ? new Set([...hidden, ...this.#same]) : hidden)
    if (this.#now) this.#now.root.visible = mode !== 'flip' || !this.#flipped
    if (this.#former) this.#former.root.visible = both || (mode === 'flip' && this.#flipped)
  }

  /** The stretches of a stage of this width: one, or two side by side with the former version first. */
  areas(width: number): readonly Area[] {
    if (this.#mode !== 'side' || !this.#former) {
      return [{ left: 0, width, model: this.#mode === 'flip' && this.#flipped ? this.#former : this.#now }]
    }
    const half = width / 2
    return [
      { left: 0, width: half, model: this.#former },
      { left: half, width: half, model: this.#now },
    ]
  }

  /** Leaves one of the two alone in sight, as long as its stretch is drawn. */
  showOnly(model: Model | undefined): void {
    for (const one of [this.#now, this.#former]) if (one) one.root.visible = one === model
  }

  dispose(): void {
    this.#now?.dispose()
    this.#former?.dispose()
  }

  #replace(old: Model | undefined, next: Model | undefined): void {
    if (old) {
      this.#place.remove(old.root)
      old.dispose()
    }
    if (next) this.#place.add(next.root)
  }
}
