import { CanvasTexture, Mesh, MeshBasicMaterial, PlaneGeometry, SRGBColorSpace, type Vector3 } from 'three'
import { type Look } from './look.ts'
import { lengthSign } from './sign-shapes.ts'

const wide = 512
const tall = 64

/** A short text that changes while something moves: a length, an angle, the part that is pointed at. */
export class LiveLabel {
  readonly mesh: Mesh<PlaneGeometry, MeshBasicMaterial>
  readonly #canvas = document.createElement('canvas')
  readonly #texture: CanvasTexture
  #text = ''
  #look: Look | undefined

  constructor() {
    Object.assign(this.#canvas, { width: wide, height: tall })
    this.#texture = new CanvasTexture(this.#canvas)
    this.#texture.colorSpace = SRGBColorSpace
    const material = new MeshBasicMaterial({
      map: this.#texture,
      transparent: true,
      depthTest: false,
      toneMapped: false,
    })
    this.mesh = new Mesh(new PlaneGeometry(wide / 1200, tall / 1200), material)
    this.mesh.renderOrder = 5
    this.mesh.visible = false
    this.mesh.frustumCulled = false
  }

  /** Shows a text above a place; without one it goes. */
  show(text: string | undefined, look: Look, at?: Vector3): void {
    this.mesh.visible = text !== undefined && at !== undefined
    if (text === undefined || !at) return
    this.mesh.position.copy(at)
    if (text === this.#text && look === this.#look) return
    this.#text = text
    this.#look = look
    const sign = lengthSign(look, text)
    const pen = this.#canvas.getContext('2d')
    if (!pen) return
    pen.clearRect(0, 0, wide, tall)
    pen.save()
    // What is too long is made smaller as a whole.
    const fit = Math.min(1, wide / sign.width)
    pen.translate((wide - sign.width * fit) / 2, 0)
    pen.scale(fit, fit)
    pen.beginPath()
    pen.roundRect(0, 0, sign.width, sign.height, sign.height * sign.round)
    pen.clip()
    sign.draw(pen)
    pen.restore()
    this.#texture.needsUpdate = true
  }

  /** Faces the eye and keeps a size that can be read from where it is. */
  face(eye: Vector3): void {
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
