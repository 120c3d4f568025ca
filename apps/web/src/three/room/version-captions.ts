import { Vector3 } from 'three'
import { type DisplayedAsset } from './asset/displayed-asset.ts'
import { type PlacedModel } from './asset/placed-model.ts'
import { type RoomFormats, type VersionNames } from './room-canvas.ts'
import { type Caption, type RoomLabels } from './room-labels.ts'

/** Says above each version which one it is, while two are shown, and its scale where that is not its own size. */
export class VersionCaptions {
  readonly #asset: DisplayedAsset
  readonly #labels: Pick<RoomLabels, 'setCaptions'>
  readonly #formats: Pick<RoomFormats, 'scale'>
  readonly #current: Caption = { text: '', position: new Vector3() }
  readonly #previous: Caption = { text: '', position: new Vector3() }
  readonly #captions = [this.#current, this.#previous] as const
  #names: VersionNames | undefined

  constructor(asset: DisplayedAsset, labels: Pick<RoomLabels, 'setCaptions'>, formats: Pick<RoomFormats, 'scale'>) {
    this.#asset = asset
    this.#labels = labels
    this.#formats = formats
  }

  setNames(names: VersionNames): void {
    this.#names = names
    this.update()
  }

  update(): void {
    const { current, previous, showsVersions } = this.#asset
    const names = showsVersions ? this.#names : undefined
    this.#current.text = this.#textOf(current, names?.current)
    this.#previous.text = showsVersions ? this.#textOf(previous, names?.previous) : ''
    this.#labels.setCaptions(this.#captions)
    this.place()
  }

  /** Moves the captions to where the versions are. */
  place(): void {
    const { current, previous } = this.#asset
    if (current) this.#asset.topOf(current, this.#current.position)
    if (previous) this.#asset.topOf(previous, this.#previous.position)
  }

  #textOf(model: PlacedModel | undefined, name: string | undefined): string {
    return model?.group.visible ? [name, this.#formats.scale(model.scaleFactor)].filter(Boolean).join(' · ') : ''
  }
}
