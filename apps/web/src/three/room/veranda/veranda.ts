import { BufferAttribute, BufferGeometry, Mesh, MeshBasicMaterial } from 'three'
import { type RenderQuality } from '../../../lib/webgl-support.ts'
import { type Theme } from '../room-canvas.ts'
import { bakeLighting } from './bake-lighting.ts'
import { MeshBuilder } from './mesh-builder.ts'
import { buildGarden } from './garden.ts'
import { buildHouse } from './house.ts'
import { palettes } from './palette.ts'
import { buildSky } from './sky.ts'

/** Share of the segments built where a processor draws: fewer triangles, the same place. */
const lightDetailShare = 0.35

/** Builds the veranda as plain triangles with baked light in their vertex colours. */
export function buildVeranda(theme: Theme, quality: RenderQuality): BufferGeometry {
  const builder = new MeshBuilder(quality === 'full' ? 1 : lightDetailShare)
  const lamps = buildHouse(builder, palettes[theme])
  buildGarden(builder, palettes[theme])
  buildSky(builder, palettes[theme])
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(builder.positions), 3))
  geometry.setAttribute('color', new BufferAttribute(bakeLighting(builder, palettes[theme], lamps), 3))
  geometry.setIndex(builder.indices)
  return geometry
}

/** The veranda with its garden and sky, in one draw call. */
export class Veranda {
  readonly mesh = new Mesh(
    new BufferGeometry(),
    new MeshBasicMaterial({ vertexColors: true, toneMapped: false, dithering: true }),
  )

  readonly #quality: RenderQuality

  constructor(theme: Theme, quality: RenderQuality) {
    this.#quality = quality
    this.mesh.frustumCulled = false
    this.mesh.matrixAutoUpdate = false
    this.mesh.raycast = () => undefined
    this.setTheme(theme)
  }

  setTheme(theme: Theme): void {
    this.mesh.geometry.dispose()
    this.mesh.geometry = buildVeranda(theme, this.#quality)
  }

  dispose(): void {
    this.mesh.geometry.dispose()
    this.mesh.material.dispose()
  }
}
