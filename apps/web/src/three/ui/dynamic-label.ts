import { CanvasTexture, Mesh, MeshBasicMaterial, PlaneGeometry, SRGBColorSpace, type Vector3 } from 'three'
import { type ThemeTokens } from './theme-tokens.ts'
import { measurementLabel } from './label-shapes.ts'

const canvasWidth = 512
const canvasHeight = 64

/** A short text that changes during interaction: a length, an angle, the hovered part. */
export class DynamicLabel {
  readonly mesh: Mesh<PlaneGeometry, MeshBasicMaterial>
  readonly #canvas = document.createElement('canvas')
  readonly #texture: CanvasTexture
  #text = ''
  #tokens: ThemeTokens | undefined

  constructor() {
    Object.assign(this.#canvas, { width: canvasWidth, height: canvasHeight })
    this.#texture = new CanvasTexture(this.#canvas)
    this.#texture.colorSpace = SRGBColorSpace
    const material = new MeshBasicMaterial({
      map: this.#texture,
      transparent: true,
      depthTest: false,
      toneMapped: false,
    })
    this.mesh = new Mesh(new PlaneGeometry(canvasWidth / 1200, canvasHeight / 1200), material)
    this.mesh.renderOrder = 5
    this.mesh.visible = false
    this.mesh.frustumCulled = false
  }

  /** Shows a text above a position; hides the label without one. */
  show(text: string | undefined, tokens: ThemeTokens, position?: Vector3): void {
    this.mesh.visible = text !== undefined && position !== undefined
    if (text === undefined || !position) return
    this.mesh.position.copy(position)
    if (text === this.#text && tokens === this.#tokens) return
    this.#text = text
    this.#tokens = tokens
    const label = measurementLabel(tokens, text)
    const context = this.#canvas.getContext('2d')
    if (!context) return
    context.clearRect(0, 0, canvasWidth, canvasHeight)
    context.save()
    // A text that is too long is scaled down as a whole.
    const fit = Math.min(1, canvasWidth / label.width)
    context.translate((canvasWidth - label.width * fit) / 2, 0)
    context.scale(fit, fit)
    context.beginPath()
    context.roundRect(0, 0, label.width, label.height, label.height * label.cornerRadius)
    context.clip()
    label.draw(context)
    context.restore()
    this.#texture.needsUpdate = true
  }

  /** Faces the eye and keeps a readable size at any distance. */
  faceEye(eye: Vector3): void {
    if (!this.mesh.visible) return
    this.mesh.scale.setScalar(Math.max(0.35, this.mesh.position.distanceTo(eye) * 0.72))
    this.mesh.lookAt(eye)
  }

  dispose(): void {
    this.mesh.geometry.dispose()
    this.mesh.material.dispose()
    this.#texture.dispose()
  }
}
