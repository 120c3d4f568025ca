import {
  AmbientLight,
  Box3,
  Color,
  HemisphereLight,
  type Intersection,
  Mesh,
  type MeshBasicMaterial,
  Raycaster,
  Scene,
  Sphere,
  Vector3,
  type WebGLRenderer,
} from 'three'
import { lightNames, type LightName } from '@veranda/core/assets/light-names.ts'
import { expect, test, vi } from 'vitest'
import { acceleratedRaycast, MeshBVH } from 'three-mesh-bvh'
import { type Theme } from '../../room/room-canvas.ts'
import { Veranda } from '../../room/veranda/veranda.ts'
import { Lights, type Place } from './lights.ts'

const environment = vi.hoisted(() => ({ scene: undefined as unknown, position: undefined as unknown }))

// The environment map is rendered by the graphics card; here its scene is kept and sampled by rays.
vi.mock('three', async (importOriginal) => ({
  ...(await importOriginal<typeof import('three')>()),
  PMREMGenerator: class {
    fromScene(scene: unknown, _blur: number, _near: number, _far: number, { position }: { position: unknown }) {
      Object.assign(environment, { scene, position })
      return { texture: null, dispose: () => undefined }
    }
    dispose() {}
  },
}))

type Rgb = readonly [red: number, green: number, blue: number]

const greyCardAlbedo = 0.18
const sampleCount = 1_000

/** Returns the light of the surroundings on a surface that faces up, as the average colour seen by it. */
function upwardSurroundings(scene: Scene, origin = new Vector3()): Rgb {
  const raycaster = new Raycaster()
  const sum = [0, 0, 0]
  scene.updateMatrixWorld(true)
  for (let index = 0; index < sampleCount; index += 1) {
    const [outward, angle] = [Math.sqrt((index + 0.5) / sampleCount), index * 2.399_963]
    const direction = new Vector3(
      Math.cos(angle) * outward,
      Math.sqrt(1 - outward * outward),
      Math.sin(angle) * outward,
    )
    raycaster.set(origin, direction)
    const [hit] = raycaster.intersectObjects(scene.children)
    if (!hit) throw new Error('the surroundings have a hole')
    const color = colorAt(hit).toArray()
    for (const [channel, value] of color.entries()) sum[channel] = (sum[channel] ?? 0) + value / sampleCount
  }
  return [sum[0] ?? 0, sum[1] ?? 0, sum[2] ?? 0]
}

/** Returns the colour that is drawn where a ray meets the surroundings. */
function colorAt({ object, face, barycoord }: Intersection): Color {
  if (!(object instanceof Mesh) || !face || !barycoord) throw new Error('the surroundings are meshes')
  // The surroundings are drawn in plain colours.
  const { color } = object.material as MeshBasicMaterial
  const colors = object.geometry.getAttribute('color')
  if (!colors) return color
  const sum = new Color(0, 0, 0)
  for (const [vertex, share] of [
    [face.a, barycoord.x] as const,
    [face.b, barycoord.y] as const,
    [face.c, barycoord.z] as const,
  ])
    sum.add(new Color().fromBufferAttribute(colors, vertex).multiplyScalar(share))
  return sum.multiply(color)
}

/** Returns what a grey card that faces up reads on screen, from 0 to 255. */
async function greyCardReading(name: LightName, quality: 'full' | 'light', place?: Place): Promise<number> {
  const light = await lightOnMattSurface(name, quality, 'up', place)
  return toScreen(light.map((value) => value * greyCardAlbedo))
}

/** Returns the light on a matt surface, where 1 shows a white one as white: the shading of three. */
async function lightOnMattSurface(
  name: LightName,
  quality: 'full' | 'light',
  facing: 'up' | 'down',
  place?: Place,
): Promise<Rgb> {
  const scene = new Scene()
  // With the environment map replaced, nothing is drawn.
  const lights = new Lights({} as WebGLRenderer, quality)
  lights.addTo(scene)
  await lights.loadSurroundings()
  if (place) lights.setPlace(place)
  lights.applyPreset(name, scene)
  const light = [0, 0, 0]
  const add = (color: Color, intensity: number) => {
    for (const [channel, value] of color.toArray().entries())
      light[channel] = (light[channel] ?? 0) + (value * intensity) / Math.PI
  }
  lights.aimAt(new Vector3(), 1)
  scene.traverse((object) => {
    if ('isDirectionalLight' in object && facing === 'up')
      add(lights.sun.color, lights.sun.intensity * lights.sun.position.normalize().y)
    // A hemisphere light shines on what faces up with its own colour and on what faces down with that of the ground.
    if (object instanceof HemisphereLight) add(facing === 'up' ? object.color : object.groundColor, object.intensity)
    if (object instanceof AmbientLight) add(object.color, object.intensity)
  })
  if (quality === 'full') {
    const surroundings = environment.scene as Scene
    if (facing === 'down') surroundings.rotation.x = Math.PI
    const seen = place ? seenIn(place) : upwardSurroundings(surroundings)
    for (const channel of [0, 1, 2])
      light[channel] = (light[channel] ?? 0) + (seen[channel] ?? 0) * scene.environmentIntensity
  }
  return [light[0] ?? 0, light[1] ?? 0, light[2] ?? 0]
}

const seenByPlace = new Map<Place, Rgb>()

/** Returns the same for a place, whose many triangles are looked at once. */
function seenIn(place: Place): Rgb {
  const known = seenByPlace.get(place) ?? upwardSurroundings(place.scene, place.position)
  seenByPlace.set(place, known)
  return known
}

/** Returns the veranda as a place, prepared for rays. */
function verandaPlace(theme: Theme, isAside: boolean): Place {
  const veranda = new Veranda(theme, 'full')
  veranda.stepAside(isAside)
  const place = veranda.place()
  for (const mesh of place.scene.children) {
    if (!(mesh instanceof Mesh)) continue
    const { geometry } = mesh
    const { start } = geometry.drawRange
    geometry.setIndex(Array.from(geometry.index?.array ?? []).slice(start))
    geometry.setDrawRange(0, Infinity)
    geometry.boundsTree = new MeshBVH(geometry)
    mesh.raycast = acceleratedRaycast
  }
  return place
}

/** Returns the lightness on screen of a colour, after the neutral tone mapping of Khronos below its compression. */
function toScreen(color: readonly number[]): number {
  const darkest = Math.min(...color)
  const offset = darkest < 0.08 ? darkest - 6.25 * darkest * darkest : 0.04
  const [red = 0, green = 0, blue = 0] = color.map((value) => value - offset)
  expect(Math.max(red, green, blue)).toBeLessThan(0.76)
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return 255 * (luminance <= 0.003_130_8 ? luminance * 12.92 : 1.055 * luminance ** (1 / 2.4) - 0.055)
}

test.each(lightNames.flatMap((name) => [[name, 'full'] as const, [name, 'light'] as const]))(
  'a grey card that faces up reads 118 in the light %s at %s quality',
  async (name, quality) => {
    expect(Math.abs((await greyCardReading(name, quality)) - 118)).toBeLessThanOrEqual(3)
  },
)

test.each(['full', 'light'] as const)(
  'the floor of the white studio lights what faces down, with a quarter of the light from above, at %s quality',
  async (quality) => {
    const [up, down] = [
      await lightOnMattSurface('studio', quality, 'up'),
      await lightOnMattSurface('studio', quality, 'down'),
    ]
    expect(down[1] / up[1]).toBeGreaterThan(0.25)
  },
)

test.each([
  ['daylight', false],
  ['daylight', true],
  ['dusk', false],
  ['dusk', true],
] as const)(
  'in a room whose veranda is at %s and aside: %s, it reads the same in every light',
  async (theme, isAside) => {
    const place = verandaPlace(theme, isAside)
    for (const name of lightNames) {
      expect([name, Math.abs((await greyCardReading(name, 'full', place)) - 118) <= 3]).toEqual([name, true])
      // What is mirrored is the place, from where assets stand.
      expect([environment.scene, environment.position]).toEqual([place.scene, place.position])
    }
  },
  30_000,
)

test('turning the light turns sun and surroundings together; a place stays, and only the sun moves in it', () => {
  const veranda = new Veranda('daylight', 'light')
  for (const place of [undefined, veranda.place()]) {
    const scene = new Scene()
    const lights = new Lights({} as WebGLRenderer, 'full')
    if (place) lights.setPlace(place)
    lights.applyPreset('studio', scene)
    lights.aimAt(new Vector3(1, 2, 3), 2)
    const azimuth = () => Math.atan2(lights.sun.position.x - 1, lights.sun.position.z - 3)
    const before = azimuth()
    lights.turnTo(0.25, scene)
    expect(azimuth() - before).toBeCloseTo(Math.PI / 2, 6)
    expect(scene.environmentRotation.y).toBeCloseTo(place ? 0 : Math.PI / 2, 6)
    // A new light keeps the turn.
    lights.applyPreset('dusk', scene)
    expect(azimuth() - before).toBeCloseTo(Math.PI / 2, 6)
  }
})

test.each([0.01, 1, 60])('everything of an asset of %d m throws a shadow, in every light', (metres) => {
  const box = new Box3(new Vector3(-metres / 2, 0, -metres / 2), new Vector3(metres / 2, metres / 4, metres / 2))
  const lights = new Lights({} as WebGLRenderer, 'light')
  const scene = new Scene()
  const center = box.getCenter(new Vector3())
  lights.aimAt(center, box.getBoundingSphere(new Sphere()).radius * 1.5)
  for (const name of lightNames) {
    lights.applyPreset(name, scene)
    lights.sun.updateMatrixWorld()
    lights.sun.shadow.updateMatrices(lights.sun)
    const { camera, normalBias, mapSize } = lights.sun.shadow
    for (const x of [box.min.x, box.max.x])
      for (const y of [box.min.y, box.max.y])
        for (const z of [box.min.z, box.max.z]) {
          const seen = new Vector3(x, y, z).project(camera)
          expect([name, Math.max(Math.abs(seen.x), Math.abs(seen.y), Math.abs(seen.z)) <= 1]).toEqual([name, true])
        }
    // What is thinner than this throws none, so it is a small share of the asset.
    expect(normalBias / metres).toBeLessThan(0.01)
    expect(mapSize.width).toBeGreaterThanOrEqual(1024)
  }
})
