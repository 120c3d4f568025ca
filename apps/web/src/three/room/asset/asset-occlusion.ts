import { type Object3D, Sphere } from 'three'
import { AmbientOcclusion } from '../../viewer/light/ambient-occlusion.ts'
import { type RoomScene } from '../room-scene.ts'
import { type DisplayedAsset } from './displayed-asset.ts'

const minRadiusMetres = 0.02

/** Darkens the creases of the displayed versions on a screen. The veranda has its own shade in its vertex colours. */
export class AssetOcclusion {
  readonly #asset: DisplayedAsset
  readonly #scene: Pick<RoomScene, 'renderer' | 'scene' | 'camera'>
  readonly #occlusion = new AmbientOcclusion()
  readonly #versions: Object3D[] = []
  readonly #around = new Sphere()

  constructor(asset: DisplayedAsset, scene: Pick<RoomScene, 'renderer' | 'scene' | 'camera'>) {
    this.#asset = asset
    this.#scene = scene
    scene.scene.add(this.#occlusion.mesh)
  }

  /** Prepares the next frame; without `isShown` nothing is darkened, and nothing more is drawn. */
  update(isShown: boolean): void {
    const { current, previous } = this.#asset
    this.#versions.length = 0
    for (const version of [current, previous])
      if (isShown && version?.group.visible === true && version.model.hasOwnLook) this.#versions.push(version.group)
    this.#asset.center(this.#around.center)
    this.#around.radius = Math.max(minRadiusMetres, this.#asset.radius())
    this.#occlusion.update(this.#scene.renderer, this.#scene.camera, this.#versions, this.#around)
  }

  dispose(): void {
    this.#occlusion.dispose()
  }
}
