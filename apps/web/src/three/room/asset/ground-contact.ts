import { table } from '@veranda/core/rooms/records/placement.ts'
import { Matrix4, type Object3D } from 'three'
import { ContactShadow } from '../../viewer/light/contact-shadow.ts'
import { type RoomScene } from '../room-scene.ts'
import { type DisplayedAsset } from './displayed-asset.ts'
import { type PlacedModel } from './placed-model.ts'

/** Height above the deck or the table at which an asset leaves no shade any more, in metres. */
const reachMetres = 0.06
/** Height of the shade above the surface, so that it does not flicker, in metres. */
const gapMetres = 0.003

const placed = new Matrix4()

/**
 * The shade that the displayed versions leave right below them. It is drawn in model space and placed with the model, so
 * that an asset which is dragged, turned or scaled takes it along without drawing it again.
 */
export class GroundContact {
  readonly #asset: DisplayedAsset
  readonly #scene: Pick<RoomScene, 'renderer' | 'scene'>
  /** Below the current and the previous version. */
  readonly #shades = [new Shade(), new Shade()] as const

  constructor(asset: DisplayedAsset, scene: Pick<RoomScene, 'renderer' | 'scene'>) {
    this.#asset = asset
    this.#scene = scene
  }

  /** Updates the shades before a frame; without `isShown` there are none, and nothing is drawn. */
  update(isShown: boolean): void {
    const { current, previous, showsVersions, tools, placement } = this.#asset
    // A cut model has another underside, and one that is laid over the other has the same place.
    const share = isShown && !tools.section ? contactShare(placement.position) : 0
    this.#updateOne(this.#shades[0], current, share)
    this.#updateOne(this.#shades[1], previous, showsVersions ? share : 0)
  }

  /** Draws the shades again, after a lost context. */
  redraw(): void {
    for (const shade of this.#shades) shade.drawnRevision = undefined
  }

  dispose(): void {
    for (const { shadow } of this.#shades) shadow?.dispose()
  }

  #updateOne(shade: Shade, model: PlacedModel | undefined, share: number): void {
    const isVisible = model !== undefined && model.group.visible && share > 0
    if (shade.shadow) shade.shadow.mesh.visible = isVisible
    if (!isVisible) return
    const shadow = shade.placeBelow(model, share)
    if (shade.drawnRevision === this.#asset.revision) return
    shade.drawnRevision = this.#asset.revision
    this.#draw(shadow, model)
  }

  /** Draws a model from below, alone and in its own space. */
  #draw(shadow: ContactShadow, { group }: PlacedModel): void {
    const { renderer, scene } = this.#scene
    const isOther = (object: Object3D) => object !== group && object !== this.#asset.group
    const others = [...scene.children, ...this.#asset.group.children].filter(isOther)
    placed.copy(group.matrix)
    group.matrix.identity()
    group.updateMatrixWorld(true)
    shadow.update(renderer, scene, others)
    group.matrix.copy(placed)
    group.updateMatrixWorld(true)
  }
}

/** One shade, below one model after the other. */
class Shade {
  shadow: ContactShadow | undefined
  /** Revision of the asset when the shade was drawn. */
  drawnRevision: number | undefined
  #model: PlacedModel | undefined
  #fullOpacity = 1

  /** Places the shade on the surface below a model, as dark as its share. */
  placeBelow(model: PlacedModel, share: number): ContactShadow {
    const shadow = (this.shadow ??= this.#create())
    const { min } = model.model.box
    if (model !== this.#model) {
      this.#model = model
      this.drawnRevision = undefined
      shadow.fitTo(model.model.box)
      model.group.add(shadow.mesh)
    }
    shadow.mesh.material.opacity = this.#fullOpacity * share
    shadow.mesh.position.y = min.y + gapMetres / model.scaleFactor
    return shadow
  }

  #create(): ContactShadow {
    const shadow = new ContactShadow()
    this.#fullOpacity = shadow.mesh.material.opacity
    // Before the receiver of the sun's shadow, which is above it and writes its depth.
    shadow.mesh.renderOrder = -2
    return shadow
  }
}

/** Returns how much of its shade an asset leaves at a position: 1 on the deck or the table, 0 out of reach of both. */
export function contactShare([x, y, z]: readonly [number, number, number]): number {
  const isAboveTable = y > table.y - reachMetres && Math.hypot(x - table.x, z - table.z) < table.radius
  const height = Math.abs(isAboveTable ? y - table.y : y)
  return Math.max(0, 1 - height / reachMetres)
}
