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
import { type LightName } from './settings.ts'

type Recipe = {
  /** Colours and strengths of the dome, of the window overhead and of the lantern at the side. */
  readonly dome: string
  readonly overhead: readonly [string, number]
  readonly side: readonly [string, number]
  readonly sun: readonly [string, number, elevation: number]
  readonly fill: number
}

const recipes: Record<LightName, Recipe> = {
  studio: { dome: '#8d8a96', overhead: ['#ffffff', 9], side: ['#fff4e4', 4], sun: ['#ffffff', 1.7, 1.1], fill: 0.25 },
  daylight: { dome: '#a8c4e6', overhead: ['#eaf4ff', 7], side: ['#ffffff', 2], sun: ['#fff1d6', 3.2, 0.75], fill: 0.3 },
  dusk: { dome: '#37315c', overhead: ['#8f86e8', 3.5], side: ['#ffab4a', 9], sun: ['#ffb765', 2, 0.45], fill: 0.2 },
}

/** A sun with a shadow, a soft fill, and a surrounding for what shines; made in code, redone after a lost context. */
export class Lights {
  readonly sun = new DirectionalLight()
  readonly fill: Light = new AmbientLight()
  readonly #renderer: WebGLRenderer
  #target: WebGLRenderTarget | undefined
  #name: LightName = 'studio'
  #radius = 1

  constructor(renderer: WebGLRenderer) {
    this.#renderer = renderer
    this.sun.castShadow = true
    this.sun.shadow.mapSize.set(1024, 1024)
    this.sun.shadow.radius = 5
    this.sun.shadow.normalBias = 0.01
  }

  /** Lights what lies within `radius` of `middle`. */
  aim(middle: Vector3, radius: number): void {
    this.#radius = radius
    this.sun.target.position.copy(middle)
    const { camera } = this.sun.shadow
    Object.assign(camera, { left: -radius, right: radius, top: radius, bottom: -radius, near: 0.01, far: radius * 6 })
    camera.updateProjectionMatrix()
    this.sun.shadow.normalBias = radius * 0.004
    this.#stand()
  }

  set(name: LightName, scene: Scene): void {
    const { sun, fill } = recipes[name]
    this.#name = name
    this.sun.color.set(sun[0])
    this.sun.intensity = sun[1]
    this.fill.intensity = fill
    this.#stand()
    this.#target?.dispose()
    const generator = new PMREMGenerator(this.#renderer)
    const around = surrounding(recipes[name])
    this.#target = generator.fromScene(around, 0.03)
    generator.dispose()
    scene.environment = this.#target.texture
    scene.environmentIntensity = 0.9
  }

  dispose(): void {
    this.#target?.dispose()
    this.sun.dispose()
  }

  #stand(): void {
    const [, , elevation] = recipes[this.#name].sun
    const far = this.#radius * 3
    this.sun.position
      .set(Math.cos(elevation) * 0.7, Math.sin(elevation), Math.cos(elevation) * 0.7)
      .multiplyScalar(far)
      .add(this.sun.target.position)
    this.sun.target.updateMatrixWorld()
  }
}

function surrounding({ dome, overhead, side }: Recipe): Scene {
  const scene = new Scene()
  const panel = (
    [color, strength]: readonly [string, number],
    size: readonly [number, number, number],
    at: readonly [number, number, number],
  ) => {
    const material = new MeshBasicMaterial({ color })
    material.color.multiplyScalar(strength)
    const mesh = new Mesh(new BoxGeometry(...size), material)
    mesh.position.set(...at)
    scene.add(mesh)
  }
  scene.add(new Mesh(new BoxGeometry(20, 20, 20), new MeshBasicMaterial({ color: dome, side: BackSide })))
  panel(overhead, [9, 0.2, 9], [0, 9, 0])
  panel(side, [0.2, 5, 6], [-9, 2, 3])
  panel(side, [5, 4, 0.2], [6, 3, 9])
  return scene
}
