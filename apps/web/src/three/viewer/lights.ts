import {
  AmbientLight,
  BackSide,
  BoxGeometry,
  Color,
  DirectionalLight,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  PMREMGenerator,
  Scene,
  type Vector3,
  type WebGLRenderer,
  type WebGLRenderTarget,
} from 'three'
import { type RenderQuality } from '../../lib/webgl-support.ts'
import { type LightName } from './viewer-settings.ts'

/** Colours and intensities of the sky dome, the overhead window and the side lantern. */
type Surroundings = {
  readonly dome: string
  readonly overhead: readonly [string, number]
  readonly side: readonly [string, number]
}
type LightPreset = Surroundings & {
  readonly sun: readonly [string, number, elevation: number]
  readonly fill: number
  /** Factors of all light at which a grey card of 18 % that faces up reads 118 (sRGB) on screen. */
  readonly exposure: Readonly<Record<RenderQuality, number>>
}

const lightPresets: Record<LightName, LightPreset> = {
  studio: {
    dome: '#8d8a96',
    overhead: ['#ffffff', 9],
    side: ['#fff4e4', 4],
    sun: ['#ffffff', 1.7, 1.1],
    fill: 0.25,
    exposure: { full: 0.439, light: 0.555 },
  },
  daylight: {
    dome: '#a8c4e6',
    overhead: ['#eaf4ff', 7],
    side: ['#ffffff', 2],
    sun: ['#fff1d6', 3.2, 0.75],
    fill: 0.3,
    exposure: { full: 0.493, light: 0.578 },
  },
  dusk: {
    dome: '#37315c',
    overhead: ['#8f86e8', 3.5],
    side: ['#ffab4a', 9],
    sun: ['#ffb765', 2, 0.45],
    fill: 0.2,
    exposure: { full: 2.12, light: 2.99 },
  },
}

const environmentIntensity = 0.9
/**
 * Share of the overhead window in the sky light. A sky light blends its two colours on surfaces that face sideways; with
 * a larger share these are brighter than in full quality.
 */
const overheadShare = 0.18

/**
 * Sun with shadow, soft fill light, and the surroundings. In full quality these are an environment map for reflections,
 * rendered in code and rebuilt after a lost context. Without a graphics card, preparing that map takes seconds and
 * sampling it doubles the time of a frame: in light quality a sky light of the same colours replaces it, and metals
 * reflect the sun alone.
 */
export class Lights {
  readonly sun = new DirectionalLight()
  readonly #fill = new AmbientLight()
  readonly #sky: HemisphereLight | undefined
  readonly #renderer: WebGLRenderer
  #environmentMap: WebGLRenderTarget | undefined
  #presetName: LightName = 'studio'
  #applied = false
  #radius = 1

  constructor(renderer: WebGLRenderer, quality: RenderQuality) {
    this.#renderer = renderer
    this.#sky = quality === 'full' ? undefined : new HemisphereLight()
    this.sun.castShadow = true
    this.sun.shadow.mapSize.set(1024, 1024)
    this.sun.shadow.radius = 5
    this.sun.shadow.normalBias = 0.01
  }

  /** The preset that was applied last, if any. */
  get presetName(): LightName | undefined {
    return this.#applied ? this.#presetName : undefined
  }

  /** Adds the lights to a scene. */
  addTo(scene: Scene): void {
    scene.add(this.sun, this.sun.target, this.#fill)
    if (this.#sky) scene.add(this.#sky)
  }

  /** Aims sun and shadow camera at everything within `radius` of `center`. */
  aimAt(center: Vector3, radius: number): void {
    this.#radius = radius
    this.sun.target.position.copy(center)
    const { camera } = this.sun.shadow
    Object.assign(camera, { left: -radius, right: radius, top: radius, bottom: -radius, near: 0.01, far: radius * 6 })
    camera.updateProjectionMatrix()
    this.sun.shadow.normalBias = radius * 0.004
    this.#positionSun()
  }

  applyPreset(name: LightName, scene: Scene): void {
    const { sun, fill, exposure, ...surroundings } = lightPresets[name]
    const factor = exposure[this.#sky ? 'light' : 'full']
    this.#presetName = name
    this.#applied = true
    this.sun.color.set(sun[0])
    this.sun.intensity = sun[1] * factor
    this.#fill.intensity = fill * factor
    this.#positionSun()
    if (this.#sky) lightFromSky(this.#sky, surroundings, factor)
    else this.#renderEnvironment(surroundings, scene, factor)
  }

  dispose(): void {
    this.#environmentMap?.dispose()
    this.sun.dispose()
  }

  #renderEnvironment(surroundings: Surroundings, scene: Scene, factor: number): void {
    this.#environmentMap?.dispose()
    const generator = new PMREMGenerator(this.#renderer)
    this.#environmentMap = generator.fromScene(environmentScene(surroundings), 0.03)
    generator.dispose()
    scene.environment = this.#environmentMap.texture
    scene.environmentIntensity = environmentIntensity * factor
  }

  #positionSun(): void {
    const [, , elevation] = lightPresets[this.#presetName].sun
    const distance = this.#radius * 3
    this.sun.position
      .set(Math.cos(elevation) * 0.7, Math.sin(elevation), Math.cos(elevation) * 0.7)
      .multiplyScalar(distance)
      .add(this.sun.target.position)
    this.sun.target.updateMatrixWorld()
  }
}

/** Gives surfaces that face up or down the light that they would receive from the surroundings. */
function lightFromSky(
  light: HemisphereLight,
  { dome, overhead: [overheadColor, overheadStrength] }: Surroundings,
  factor: number,
): void {
  light.groundColor.set(dome)
  light.color
    .set(overheadColor)
    .multiplyScalar(overheadStrength * overheadShare)
    .add(new Color(dome).multiplyScalar(1 - overheadShare))
  // A light of intensity π gives a white surface its own colour.
  light.intensity = Math.PI * environmentIntensity * factor
}

function environmentScene({ dome, overhead, side }: Surroundings): Scene {
  const scene = new Scene()
  const panel = (
    [color, strength]: readonly [string, number],
    size: readonly [number, number, number],
    position: readonly [number, number, number],
  ) => {
    const material = new MeshBasicMaterial({ color })
    material.color.multiplyScalar(strength)
    const mesh = new Mesh(new BoxGeometry(...size), material)
    mesh.position.set(...position)
    scene.add(mesh)
  }
  scene.add(new Mesh(new BoxGeometry(20, 20, 20), new MeshBasicMaterial({ color: dome, side: BackSide })))
  panel(overhead, [9, 0.2, 9], [0, 9, 0])
  panel(side, [0.2, 5, 6], [-9, 2, 3])
  panel(side, [5, 4, 0.2], [6, 3, 9])
  return scene
}
