import { type CompareMode } from '@veranda/core/assets/compare-modes.ts'
import { Box3, type Object3D, type Plane, Sphere } from 'three'
import { type Model } from '../model.ts'
import { clippingPlanesOf } from '../section-plane.ts'
import { defaultSettings, type ViewerSettings } from '../viewer-settings.ts'

/** A region of the canvas, in pixels, and the model drawn in it. */
export type Viewport = { readonly left: number; readonly width: number; readonly model: Model | undefined }

/** The current version and a previous one, with how they are shown and compared. Knows no canvas. */
export class VersionPair {
  readonly #parent: Object3D
  #current: Model | undefined
  #previous: Model | undefined
  #compareMode: CompareMode | undefined
  #flipped = false
  #unchangedParts: ReadonlySet<string> = new Set()
  #settings: ViewerSettings = defaultSettings
  readonly #sphere = new Sphere()

  /** Adds both models to `parent`, each in its own model space. */
  constructor(parent: Object3D) {
    this.#parent = parent
  }

  get current(): Model | undefined {
    return this.#current
  }

  get settings(): ViewerSettings {
    return this.#settings
  }

  /** The box around everything that is shown: both versions while they are compared. */
  get box(): Box3 {
    const box = this.#current?.box.clone() ?? new Box3()
    return this.#compareMode !== undefined && this.#previous ? box.union(this.#previous.box) : box
  }

  /** The sphere around everything that is shown; always the same object. */
  get sphere(): Sphere {
    return this.box.getBoundingSphere(this.#sphere)
  }

  /** The visible models whose creases are darkened: those in their own colours. */
  get shadedRoots(): Object3D[] {
    return [this.#current, this.#previous].flatMap((model) =>
      model?.root.visible === true && model.hasOwnLook ? [model.root] : [],
    )
  }

  /** One version is shown, without a cut. */
  get isOneWhole(): boolean {
    return this.#compareMode === undefined && this.#settings.section === null
  }

  /** Clipping planes of the current section. */
  get clippingPlanes(): Plane[] {
    return clippingPlanesOf(this.#settings.section, this.#current?.box)
  }

  setCurrent(model: Model | undefined): void {
    this.#replace(this.#current, model)
    this.#current = model
  }

  /** Sets or removes the previous version. */
  setPrevious(model: Model | undefined): void {
    this.#replace(this.#previous, model)
    this.#previous = model
    this.#unchangedParts = new Set()
    this.applySettings(this.#settings)
  }

  /** Sets the unchanged parts; their previous version is not drawn over them. */
  setUnchangedParts(parts: ReadonlySet<string>): void {
    this.#unchangedParts = parts
    this.updateAppearance()
  }

  setCompareMode(mode: CompareMode | undefined, flipped: boolean): void {
    this.#compareMode = mode
    this.#flipped = flipped
    this.updateAppearance()
  }

  applySettings(settings: ViewerSettings): void {
    this.#settings = settings
    const { clippingPlanes } = this
    for (const model of [this.#current, this.#previous]) {
      model?.explode(settings.explode)
      model?.setVariant(settings.variant)
      model?.setWireframe(settings.wireframe)
      model?.setClippingPlanes(clippingPlanes)
    }
    this.updateAppearance()
  }

  /** Applies appearance and visibility to both models. */
  updateAppearance(): void {
    const mode = this.#previous ? this.#compareMode : undefined
    const overlaid = mode === 'overlay' || mode === 'map'
    this.#current?.setAppearance(mode === 'map' ? 'heat' : 'plain')
    this.#previous?.setAppearance(overlaid ? 'ghost' : 'plain')
    const hidden = new Set(this.#settings.hidden)
    this.#current?.setHiddenParts(hidden)
    this.#previous?.setHiddenParts(overlaid ? new Set([...hidden, ...this.#unchangedParts]) : hidden)
    if (this.#current) this.#current.root.visible = mode !== 'flip' || !this.#flipped
    if (this.#previous) this.#previous.root.visible = overlaid || (mode === 'flip' && this.#flipped)
  }

  /**
   * Returns the viewports for a canvas of this width: one, or two next to each other with the previous version first.
   */
  viewports(width: number): readonly Viewport[] {
    if (this.#compareMode !== 'side' || !this.#previous) {
      return [{ left: 0, width, model: this.#compareMode === 'flip' && this.#flipped ? this.#previous : this.#current }]
    }
    const half = width / 2
    return [
      { left: 0, width: half, model: this.#previous },
      { left: half, width: half, model: this.#current },
    ]
  }

  /** Shows only one of the two models while its viewport is drawn. */
  showOnly(model: Model | undefined): void {
    for (const one of [this.#current, this.#previous]) if (one) one.root.visible = one === model
  }

  dispose(): void {
    this.#current?.dispose()
    this.#previous?.dispose()
  }

  #replace(old: Model | undefined, next: Model | undefined): void {
    if (old) {
      this.#parent.remove(old.root)
      old.dispose()
    }
    if (next) this.#parent.add(next.root)
  }
}
