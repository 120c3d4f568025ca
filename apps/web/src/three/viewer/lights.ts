import {
  AmbientLight,
  BackSide,
  BoxGeometry,
  DirectionalLight,
  type Light,
  Mesh,
  MeshBasicMaterial,
  PMREMGenerator,
  Scene,
  type Vector3,
  type WebGLRenderer,
  type WebGLRenderTarget,
} from 'three'
import { type LightName } from './viewer-settings.ts'

type LightPreset = {
  /** Colours and intensities of the sky dome, the overhead window and the side lantern. */
  readonly dome: string
  readonly overhead: readonly [string, number]
  readonly side: readonly [string, number]
  readonly sun: readonly [string, number, elevation: number]
  readonly fill: number
}

const lightPresets: Record<LightName, LightPreset> = {
  studio: { dome: '#8d8a96', overhead: ['#ffffff', 9], side: ['#fff4e4', 4], sun: ['#ffffff', 1.7, 1.1], fill: 0.25 },
  daylight: { dome: '#a8c4e6', overhead: ['#eaf4ff', 7], side: ['#ffffff', 2], sun: ['#fff1d6', 3.2, 0.75], fill: 0.3 },
  dusk: { dome: '#37315c', overhead: ['#8f86e8', 3.5], side: ['#ffab4a', 9], sun: ['#ffb765', 2, 0.45], fill: 0.2 },
}

/**
 * Sun with shadow, soft fill light, and an environment map for reflections; rendered in code and rebuilt after a lost
 * context.
 */
export class Lights {
  readonly sun = new DirectionalLight()
  readonly fill: Light = new AmbientLight()
  readonly #renderer: WebGLRenderer
  #environmentMap: WebGLRenderTarget | undefined
  #presetName: LightName = 'studio'
  #radius = 1

  constructor(renderer: WebGLRenderer) {
    this.#renderer = renderer
    this.sun.castShadow = true
    this.sun.shadow.mapSize.set(1024, 1024)
    this.sun.shadow.radius = 5
    this.sun.shadow.normalBias = 0.01
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
    const { sun, fill } = lightPresets[name]
    this.#presetName = name
    this.sun.color.set(sun[0])
    this.sun.intensity = sun[1]
    this.fill.intensity = fill
    this.#positionSun()
    this.#environmentMap?.dispose()
    const generator = new PMREMGenerator(this.#renderer)
    const environment = environmentScene(lightPresets[name])
    this.#environmentMap = generator.fromScene(environment, 0.03)
    generator.dispose()
    scene.environment = this.#environmentMap.texture
    scene.environmentIntensity = 0.9
  }

  dispose(): void {
    this.#environmentMap?.dispose()
    this.sun.dispose()
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

function environmentScene({ dome, overhead, side }: LightPreset): Scene {
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
