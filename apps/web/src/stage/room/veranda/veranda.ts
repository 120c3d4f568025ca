import { BufferAttribute, BufferGeometry, Mesh, MeshBasicMaterial } from 'three'
import { type Theme } from '../types.ts'
import { bake } from './bake.ts'
import { Brush } from './brush.ts'
import { buildGarden } from './garden.ts'
import { buildHouse } from './house.ts'
import { palettes } from './palette.ts'
import { buildSky } from './sky.ts'

/** The place as plain triangles with the light of the hour in their colours. */
export function buildVeranda(theme: Theme): BufferGeometry {
  const brush = new Brush()
  const lamps = buildHouse(brush, palettes[theme])
  buildGarden(brush, palettes[theme])
  buildSky(brush, palettes[theme])
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(brush.positions), 3))
  geometry.setAttribute('color', new BufferAttribute(bake(brush, palettes[theme], lamps), 3))
  geometry.setIndex(brush.indices)
  return geometry
}

/** The veranda with its garden and sky: one draw. */
export class Veranda {
  readonly mesh = new Mesh(
    new BufferGeometry(),
    new MeshBasicMaterial({ vertexColors: true, toneMapped: false, dithering: true }),
  )

  constructor(theme: Theme) {
    this.mesh.frustumCulled = false
    this.mesh.matrixAutoUpdate = false
    this.mesh.raycast = () => undefined
    this.setTheme(theme)
  }

  setTheme(theme: Theme): void {
    this.mesh.geometry.dispose()
    this.mesh.geometry = buildVeranda(theme)
  }

  dispose(): void {
    this.mesh.geometry.dispose()
    this.mesh.material.dispose()
  }
}
