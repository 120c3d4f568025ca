import { BackSide, BufferAttribute, Color, Mesh, MeshBasicMaterial, PlaneGeometry, Scene, SphereGeometry } from 'three'
import { type LightName } from '@veranda/core/assets/light-names.ts'
import { domeDirection } from './dome-direction.ts'

/** The surroundings of an asset: a dome from zenith to ground with a horizon, and lit areas on it. */
type Surroundings = {
  readonly zenith: string
  readonly horizon: string
  /** The ground at the horizon and straight below. */
  readonly ground: readonly [far: string, near: string]
  readonly areas: readonly LitArea[]
}

/** A rectangle that faces the asset from a direction, like a softbox. Angles in degrees, sizes as seen from there. */
type LitArea = {
  readonly color: string
  /** Times brighter than white; 0 to 1 for what shades the asset. */
  readonly strength: number
  readonly azimuth: number
  readonly elevation: number
  readonly width: number
  readonly height: number
}

const surroundings: Record<LightName, Surroundings> = {
  // A white cove, whose floor lights what faces down: a large softbox above, a key at the front right, a strip at the
  // left and one behind.
  studio: {
    zenith: '#7d7b84',
    horizon: '#b9b6bd',
    ground: ['#f2f0f4', '#d6d4d9'],
    areas: [
      { color: '#ffffff', strength: 7, azimuth: 10, elevation: 78, width: 62, height: 50 },
      { color: '#fff6ea', strength: 6, azimuth: 52, elevation: 28, width: 34, height: 46 },
      { color: '#f2f6ff', strength: 5, azimuth: -62, elevation: 18, width: 16, height: 62 },
      { color: '#ffffff', strength: 4, azimuth: 165, elevation: 22, width: 70, height: 14 },
      { color: '#17161b', strength: 1, azimuth: -20, elevation: 24, width: 10, height: 60 },
    ],
  },
  // A clear sky over a meadow, with bright clouds around the sun.
  daylight: {
    zenith: '#3f7fd6',
    horizon: '#dcebfa',
    ground: ['#9aa088', '#6b7360'],
    areas: [
      { color: '#fff6dc', strength: 26, azimuth: 45, elevation: 43, width: 13, height: 13 },
      { color: '#ffffff', strength: 2.6, azimuth: 70, elevation: 30, width: 46, height: 12 },
      { color: '#f4f9ff', strength: 2.2, azimuth: -75, elevation: 38, width: 60, height: 16 },
      { color: '#f4f9ff', strength: 1.8, azimuth: 170, elevation: 26, width: 80, height: 10 },
      { color: '#4a5a3a', strength: 1, azimuth: -140, elevation: 6, width: 70, height: 12 },
    ],
  },
  // After sunset: a glowing band along the horizon and two lanterns.
  dusk: {
    zenith: '#22233f',
    horizon: '#8d86a4',
    ground: ['#3f3c47', '#25232c'],
    areas: [
      { color: '#ffb98a', strength: 3, azimuth: 45, elevation: 8, width: 120, height: 11 },
      { color: '#ffc98a', strength: 12, azimuth: 40, elevation: 26, width: 16, height: 22 },
      { color: '#ffbf7a', strength: 9, azimuth: -78, elevation: 20, width: 12, height: 20 },
      { color: '#aaa6dc', strength: 2.4, azimuth: 190, elevation: 46, width: 80, height: 40 },
    ],
  },
  // A dark room with long strips: their edges draw the form of jewellery, lacquer and polished steel.
  gallery: {
    zenith: '#141318',
    horizon: '#2a2930',
    ground: ['#1b1a1f', '#0d0d10'],
    areas: [
      { color: '#ffffff', strength: 16, azimuth: 30, elevation: 66, width: 60, height: 9 },
      { color: '#ffffff', strength: 16, azimuth: 210, elevation: 62, width: 60, height: 9 },
      { color: '#fff2e0', strength: 14, azimuth: 58, elevation: 24, width: 8, height: 70 },
      { color: '#eaf1ff', strength: 12, azimuth: -58, elevation: 24, width: 8, height: 70 },
      { color: '#fff2e0', strength: 10, azimuth: 150, elevation: 18, width: 8, height: 50 },
      { color: '#eaf1ff', strength: 10, azimuth: -150, elevation: 18, width: 8, height: 50 },
    ],
  },
}

const domeRadius = 10
const areaDistance = 8
const radians = Math.PI / 180

/** Builds the surroundings of a light as a scene of plain colours, to be seen from its origin. */
export function surroundingsScene(name: LightName): Scene {
  const { zenith, horizon, ground, areas } = surroundings[name]
  const scene = new Scene()
  scene.add(dome(new Color(zenith), new Color(horizon), new Color(ground[0]), new Color(ground[1])))
  for (const { color, strength, azimuth, elevation, width, height } of areas) {
    const material = new MeshBasicMaterial({ color })
    material.color.multiplyScalar(strength)
    const side = (degrees: number) => 2 * areaDistance * Math.tan((degrees / 2) * radians)
    const mesh = new Mesh(new PlaneGeometry(side(width), side(height)), material)
    mesh.position.copy(domeDirection(azimuth, elevation)).multiplyScalar(areaDistance)
    mesh.lookAt(0, 0, 0)
    scene.add(mesh)
  }
  return scene
}

export function disposeSurroundings(scene: Scene): void {
  scene.traverse((object) => {
    if (!(object instanceof Mesh)) return
    object.geometry.dispose()
    // Everything here has one plain material.
    const material = object.material as MeshBasicMaterial
    material.dispose()
  })
}

/** The sky brightens towards the horizon, below which the ground begins sharply: metal needs that line. */
function dome(zenith: Color, horizon: Color, far: Color, near: Color): Mesh {
  const geometry = new SphereGeometry(domeRadius, 24, 64)
  const positions = geometry.getAttribute('position')
  const colors = new Float32Array(positions.count * 3)
  const color = new Color()
  for (let index = 0; index < positions.count; index += 1) {
    const height = positions.getY(index) / domeRadius
    if (height > -0.01) color.lerpColors(horizon, zenith, Math.max(0, height) ** 0.6)
    else color.lerpColors(far, near, (-height) ** 0.5)
    color.toArray(colors, index * 3)
  }
  geometry.setAttribute('color', new BufferAttribute(colors, 3))
  return new Mesh(geometry, new MeshBasicMaterial({ vertexColors: true, side: BackSide }))
}
