import {
  AmbientLight,
  Color,
  DirectionalLight,
  HemisphereLight,
  PMREMGenerator,
  type Scene,
  Vector3,
  type WebGLRenderer,
  type WebGLRenderTarget,
} from 'three'
import { type LightName } from '@veranda/core/assets/light-names.ts'
import { type RenderQuality } from '../../../lib/device/webgl-support.ts'
import { domeDirection } from './dome-direction.ts'
import { reflectSkyLights } from './sky-reflection.ts'

type LightPreset = {
  readonly sun: readonly [color: string, strength: number, elevation: number]
  readonly fill: number
  /** Colours of the light from above and below without an environment map. */
  readonly sky: readonly [above: string, below: string]
  /** Factors of all light at which a grey card of 18 % that faces up reads 118 (sRGB) on screen. */
  readonly exposure: Readonly<Record<RenderQuality, number>>
}

/** A place with surroundings of its own, which assets reflect in place of those of the light. */
export type Place = {
  readonly scene: Scene
  /** From where the surroundings are seen, in the middle of where assets stand. */
  readonly position: Vector3
  /** The luminance that a white surface which faces up shows there, lit by the surroundings alone. */
  readonly upwardLuminance: number
}

const lightPresets: Record<LightName, LightPreset> = {
  studio: {
    sun: ['#ffffff', 1.7, 63],
    fill: 0.25,
    sky: ['#ffffff', '#c9c6cf'],
    exposure: { full: 0.4321, light: 0.8408 },
  },
  daylight: {
    sun: ['#fff1d6', 3.2, 43],
    fill: 0.3,
    sky: ['#dbeaff', '#9aa884'],
    exposure: { full: 0.8617, light: 0.8511 },
  },
  dusk: {
    sun: ['#ffcf9e', 2, 26],
    fill: 0.2,
    sky: ['#8f8daa', '#5c5763'],
    exposure: { full: 2.021, light: 2.436 },
  },
  gallery: {
    sun: ['#fffaf2', 2.4, 58],
    fill: 0.15,
    sky: ['#f2f0ee', '#3a3940'],
    exposure: { full: 0.4888, light: 0.8439 },
  },
}

/** Direction of the sun in degrees: in front of the asset, on the side from which a viewer first sees it. */
const sunAzimuthDegrees = 45

const environmentLevel = 0.9
/** Radians; sharper edges of the lit areas would show steps in the small images of the map. */
const environmentBlurRadians = 0.02
/** In texels of the shadow map. */
const normalBiasTexels = 2.5
/** In radii of what is lit. */
const sunDistance = 3
/** Reach of shadows above and below the centre of the asset, in radii of what is lit. */
const shadowDepth = 2
/** Light on a white surface with which a grey card reads 118 after the neutral tone mapping. */
const greyCardLightFactor = 1.229
/** A place is reflected at most this many times brighter than it is drawn. */
const maxPlaceGain = 4
const [nearMetres, farMetres] = [0.1, 400]
const up = new Vector3(0, 1, 0)

/**
 * Sun with shadow, soft fill light, and the surroundings. In full quality these are an environment map for reflections,
 * rendered in code and rebuilt after a lost context. Without a graphics card, preparing that map takes seconds and
 * sampling it doubles the time of a frame: in light quality a sky light of the same colours replaces it, and metals
 * reflect that and the sun.
 */
export class Lights {
  readonly sun = new DirectionalLight()
  readonly #fill = new AmbientLight()
  readonly #sky = new HemisphereLight()
  readonly #quality: RenderQuality
  readonly #renderer: WebGLRenderer
  #environmentMap: WebGLRenderTarget | undefined
  #presetName: LightName = 'studio'
  #surroundings: typeof import('./surroundings.ts') | undefined
  #place: Place | undefined
  #drawnPlace: Place | undefined
  #turn = 0
  #applied = false
  #radius = 1

  constructor(renderer: WebGLRenderer, quality: RenderQuality) {
    this.#renderer = renderer
    this.#quality = quality
    if (quality === 'light') reflectSkyLights()
    this.sun.castShadow = true
    this.sun.shadow.mapSize.setScalar(1024)
    this.sun.shadow.radius = 5
  }

  /** The preset that was applied last, if any. */
  get presetName(): LightName | undefined {
    return this.#applied ? this.#presetName : undefined
  }

  /** Adds the lights to a scene. */
  addTo(scene: Scene): void {
    scene.add(this.sun, this.sun.target, this.#fill, this.#sky)
  }

  /** Aims sun and shadow camera at everything within `radius` of `center`. */
  aimAt(center: Vector3, radius: number): void {
    this.#radius = radius
    this.sun.target.position.copy(center)
    const { camera } = this.sun.shadow
    // As tight as the asset, so that depth is as fine for a town as for a ring.
    const [near, far] = [(sunDistance - shadowDepth) * radius, (sunDistance + shadowDepth) * radius]
    Object.assign(camera, { left: -radius, right: radius, top: radius, bottom: -radius, near, far })
    camera.updateProjectionMatrix()
    this.sun.shadow.normalBias = (normalBiasTexels * 2 * radius) / this.sun.shadow.mapSize.width
    this.#positionSun()
  }

  /** Loads what assets reflect where they have no place, for the presets from then on; light quality needs nothing. */
  async loadSurroundings(): Promise<void> {
    if (this.#quality === 'full') this.#surroundings = await import('./surroundings.ts')
  }

  /** Sets the place that assets reflect from the next preset on; a new one also after a lost context. */
  setPlace(place: Place): void {
    this.#place = place
  }

  applyPreset(name: LightName, scene: Scene): void {
    const { sun, fill, exposure, sky } = lightPresets[name]
    const factor = exposure[this.#quality]
    this.#presetName = name
    this.#applied = true
    this.sun.color.set(sun[0])
    this.sun.intensity = sun[1] * factor
    this.#fill.intensity = fill * factor
    this.#positionSun()
    this.#sky.color.set(sky[0])
    this.#sky.groundColor.set(sky[1])
    const place = this.#quality === 'full' ? this.#place : undefined
    // A light of intensity π gives a white surface its own colour.
    this.#sky.intensity = this.#quality === 'full' ? 0 : Math.PI * environmentLevel * factor
    if (place) this.#reflectPlace(place, scene, factor)
    else if (this.#quality === 'full') this.#reflectSurroundings(scene, factor)
  }

  /** Turns sun and surroundings around the asset by a share of a whole turn, to the right as seen from above. */
  turnTo(turn: number, scene: Scene): void {
    this.#turn = turn * 2 * Math.PI
    // A place stays where it is.
    scene.environmentRotation.set(0, this.#place ? 0 : this.#turn, 0)
    this.#positionSun()
  }

  dispose(): void {
    this.#environmentMap?.dispose()
    this.sun.dispose()
  }

  #reflectSurroundings(scene: Scene, factor: number): void {
    scene.environmentIntensity = environmentLevel * factor
    const drawn = this.#surroundings?.surroundingsScene(this.#presetName)
    if (!drawn) return
    this.#renderEnvironment(drawn, new Vector3(), scene)
    this.#surroundings?.disposeSurroundings(drawn)
  }

  /** A place that is darker than the light lends its colours and reflections; the sky light gives what is missing. */
  #reflectPlace(place: Place, scene: Scene, factor: number): void {
    const wanted = environmentLevel * factor * surroundingsLuminance(this.#presetName, factor)
    scene.environmentIntensity = Math.min(maxPlaceGain, wanted / place.upwardLuminance)
    const missing = wanted - scene.environmentIntensity * place.upwardLuminance
    this.#sky.intensity = (Math.PI * missing) / luminanceOf(this.#sky.color)
    if (place !== this.#drawnPlace) this.#renderEnvironment(place.scene, place.position, scene)
    this.#drawnPlace = place
  }

  #renderEnvironment(drawn: Scene, position: Vector3, scene: Scene): void {
    this.#environmentMap?.dispose()
    const generator = new PMREMGenerator(this.#renderer)
    this.#environmentMap = generator.fromScene(drawn, environmentBlurRadians, nearMetres, farMetres, { position })
    generator.dispose()
    scene.environment = this.#environmentMap.texture
  }

  #positionSun(): void {
    const [, , elevation] = lightPresets[this.#presetName].sun
    this.sun.position
      .copy(domeDirection(sunAzimuthDegrees, elevation))
      .applyAxisAngle(up, this.#turn)
      .multiplyScalar(this.#radius * sunDistance)
      .add(this.sun.target.position)
    this.sun.target.updateMatrixWorld()
  }
}

/**
 * Returns the luminance that a white surface facing up gets from the surroundings of a light: what the exposure allows,
 * minus sun and fill. Surroundings of that luminance keep the exposure.
 */
function surroundingsLuminance(name: LightName, factor: number): number {
  const { sun, fill } = lightPresets[name]
  const sunLuminance = luminanceOf(new Color(sun[0])) * sun[1] * Math.sin((sun[2] * Math.PI) / 180)
  return (greyCardLightFactor / factor - (sunLuminance + fill) / Math.PI) / environmentLevel
}

/** Returns the luminance of a linear colour. */
export function luminanceOf({ r, g, b }: Color): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
