import { type Color, Mesh, type MeshBasicMaterial, Raycaster, Scene, Vector3, type WebGLRenderer } from 'three'
import { expect, test, vi } from 'vitest'
import { Lights } from './lights.ts'
import { lightNames, type LightName } from './viewer-settings.ts'

const environment = vi.hoisted(() => ({ scene: undefined as unknown }))

// The environment map is rendered by the graphics card; here its scene is kept and sampled by rays.
vi.mock('three', async (importOriginal) => ({
  ...(await importOriginal<typeof import('three')>()),
  PMREMGenerator: class {
    fromScene(scene: unknown) {
      environment.scene = scene
      return { texture: null, dispose: () => undefined }
    }
    dispose() {}
  },
}))

type Rgb = readonly [red: number, green: number, blue: number]

const greyCardAlbedo = 0.18
const sampleCount = 4_000

/** Returns the light of the surroundings on a surface that faces up, as the average colour seen by it. */
function upwardSurroundings(scene: Scene): Rgb {
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
    raycaster.set(new Vector3(), direction)
    const mesh = raycaster.intersectObjects(scene.children)[0]?.object
    if (!(mesh instanceof Mesh)) throw new Error('the surroundings have a hole')
    // The surroundings are drawn in plain colours.
    const { color } = mesh.material as MeshBasicMaterial
    for (const [channel, value] of color.toArray().entries()) sum[channel] = (sum[channel] ?? 0) + value / sampleCount
  }
  return [sum[0] ?? 0, sum[1] ?? 0, sum[2] ?? 0]
}

/** Returns what a grey card that faces up reads on screen, from 0 to 255: the shading of three for a matt surface. */
function greyCardReading(name: LightName, quality: 'full' | 'light'): number {
  const scene = new Scene()
  // With the environment map replaced, nothing is drawn.
  const lights = new Lights({} as WebGLRenderer, quality)
  lights.addTo(scene)
  lights.applyPreset(name, scene)
  const light = [0, 0, 0]
  const add = (color: Color, intensity: number) => {
    for (const [channel, value] of color.toArray().entries())
      light[channel] = (light[channel] ?? 0) + (value * intensity) / Math.PI
  }
  lights.aimAt(new Vector3(), 1)
  scene.traverse((object) => {
    if ('isDirectionalLight' in object) add(lights.sun.color, lights.sun.intensity * lights.sun.position.normalize().y)
    // A hemisphere light and an ambient light shine on what faces up with their own colour.
    if ('isHemisphereLight' in object || 'isAmbientLight' in object) {
      const { color, intensity } = object as unknown as { color: Color; intensity: number }
      add(color, intensity)
    }
  })
  if (quality === 'full') {
    const seen = upwardSurroundings(environment.scene as Scene)
    for (const channel of [0, 1, 2])
      light[channel] = (light[channel] ?? 0) + (seen[channel] ?? 0) * scene.environmentIntensity
  }
  return toScreen([light[0] ?? 0, light[1] ?? 0, light[2] ?? 0].map((value) => value * greyCardAlbedo))
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
  (name, quality) => {
    expect(Math.abs(greyCardReading(name, quality) - 118)).toBeLessThanOrEqual(3)
  },
)
