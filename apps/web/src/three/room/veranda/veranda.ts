import { floorCircle } from '@veranda/core/rooms/records/placement.ts'
import { BufferAttribute, BufferGeometry, Color, Mesh, MeshBasicMaterial, Scene, Vector3 } from 'three'
import { type RenderQuality } from '../../../lib/device/webgl-support.ts'
import { type Theme } from '../room-canvas.ts'
import { luminanceOf, type Place } from '../../viewer/light/lights.ts'
import { bakeLighting } from './bake-lighting.ts'
import { MeshBuilder } from './mesh-builder.ts'
import { buildGarden, buildLand } from './garden.ts'
import { buildHouse } from './house.ts'
import { palettes } from './palette.ts'
import { buildSky, gardenHeight } from './sky.ts'

/** The land is this far below the floor of a large asset, so that it does not show through, in metres. */
const landDepthMetres = 0.03
/** Share of the segments built where a processor draws: fewer triangles, the same place. */
const lightDetailShare = 0.35

/** The middle of assets on the floor circle. */
const reflectionHeightMetres = 0.9
/** Colour of a white surface at that place that faces up, lit by nothing but the colours around it. */
const upwardColors: Readonly<Record<Theme, Readonly<Record<'house' | 'land', Color>>>> = {
  daylight: { house: new Color(0.2495, 0.2881, 0.3573), land: new Color(0.3816, 0.5563, 0.7625) },
  dusk: { house: new Color(0.0994, 0.0431, 0.0715), land: new Color(0.0636, 0.0406, 0.1424) },
}
/** Share by which an eye gets used to that colour: a white asset is seen as almost white at dusk, too. */
const adaptation = 0.75

/** Builds the veranda as plain triangles with baked light in their vertex colours. */
export function buildVeranda(theme: Theme, quality: RenderQuality): BufferGeometry {
  const steps = buildVerandaInSteps(theme, quality)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** Builds the same with pauses, each a few milliseconds after the last on a desktop. */
export function* buildVerandaInSteps(theme: Theme, quality: RenderQuality): Generator<undefined, BufferGeometry> {
  const builder = new MeshBuilder(quality === 'full' ? 1 : lightDetailShare)
  const lamps = buildHouse(builder, palettes[theme])
  yield
  buildGarden(builder, palettes[theme])
  yield
  // What comes before can step aside; land and sky stay.
  const landStart = builder.indices.length
  buildLand(builder, palettes[theme])
  buildSky(builder, palettes[theme])
  const colors = yield* bakeLighting(builder, palettes[theme], lamps)
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(builder.positions), 3))
  geometry.setAttribute('color', new BufferAttribute(colors, 3))
  geometry.setIndex(builder.indices)
  geometry.userData = { landStart }
  return geometry
}

/** Returns the material of the veranda, whose colours are its light. */
export function createVerandaMaterial(): MeshBasicMaterial {
  return new MeshBasicMaterial({ vertexColors: true, toneMapped: false, dithering: true })
}

/** The veranda with its garden and sky, in one draw call. */
export class Veranda {
  readonly mesh = new Mesh(new BufferGeometry(), createVerandaMaterial())

  readonly #quality: RenderQuality
  #isAside = false
  #theme: Theme

  constructor(theme: Theme, quality: RenderQuality) {
    this.#quality = quality
    this.#theme = theme
    this.mesh.frustumCulled = false
    this.mesh.matrixAutoUpdate = false
    this.mesh.raycast = () => undefined
    this.setTheme(theme)
  }

  setTheme(theme: Theme): void {
    this.#theme = theme
    this.mesh.geometry.dispose()
    this.mesh.geometry = buildVeranda(theme, this.#quality)
    this.#update()
  }

  /** Makes room for an asset larger than the deck: house and garden step aside, and the land comes up to the floor. */
  stepAside(isAside: boolean): void {
    this.#isAside = isAside
    this.#update()
  }

  /** Returns what an asset here reflects: house, garden and sky, or land and sky alone. */
  place(): Place {
    const scene = new Scene()
    const { geometry, material, matrix } = this.mesh
    const upward = upwardColors[this.#theme][this.#isAside ? 'land' : 'house']
    const luminance = luminanceOf(upward)
    const adapted = material.clone()
    for (const channel of ['r', 'g', 'b'] as const)
      adapted.color[channel] = 1 - adaptation + (adaptation * luminance) / upward[channel]
    const copy = new Mesh(geometry, adapted)
    copy.matrixAutoUpdate = false
    copy.matrix.copy(matrix)
    scene.add(copy)
    const { x, z } = floorCircle
    const upwardLuminance = luminanceOf(upward.clone().multiply(adapted.color))
    return { scene, position: new Vector3(x, reflectionHeightMetres, z), upwardLuminance }
  }

  #update(): void {
    const { geometry, matrix } = this.mesh
    // Set with the geometry.
    geometry.setDrawRange(this.#isAside ? (geometry.userData['landStart'] as number) : 0, Infinity)
    matrix.makeTranslation(0, this.#isAside ? -gardenHeight - landDepthMetres : 0, 0)
    this.mesh.matrixWorldNeedsUpdate = true
    for (const child of this.mesh.children) child.visible = !this.#isAside
  }

  dispose(): void {
    this.mesh.geometry.dispose()
    this.mesh.material.dispose()
  }
}
