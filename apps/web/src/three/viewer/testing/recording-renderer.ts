import { type Camera, type Color, type Object3D, type Vector2, type Vector4, type WebGLRenderTarget } from 'three'

/** One call to draw, and where: without a target, on the canvas. */
export type Drawing = { readonly root: Object3D; readonly camera: Camera; readonly target: WebGLRenderTarget | null }

/** A renderer without a graphics card, which records what it is given. */
export class RecordingRenderer {
  readonly domElement = document.createElement('canvas')
  readonly shadowMap = { needsUpdate: false }
  readonly xr = { isPresenting: false }
  readonly drawings: Drawing[] = []
  autoClear = true
  /** Is called with each drawing, while it is as it will be drawn. */
  onDraw: (drawing: Drawing) => void = () => undefined
  #target: WebGLRenderTarget | null = null

  render(root: Object3D, camera: Camera): void {
    root.updateMatrixWorld()
    const drawing = { root, camera, target: this.#target }
    this.drawings.push(drawing)
    this.onDraw(drawing)
  }

  getRenderTarget(): WebGLRenderTarget | null {
    return this.#target
  }

  setRenderTarget(target: WebGLRenderTarget | null): void {
    this.#target = target
  }

  getClearAlpha(): number {
    return 0
  }

  getClearColor(into: Color): Color {
    return into
  }

  getDrawingBufferSize(into: Vector2): Vector2 {
    return into.set(800, 400)
  }

  getCurrentViewport(into: Vector4): Vector4 {
    return into.set(0, 0, 800, 400)
  }

  setPixelRatio(): void {}
  setSize(): void {}
  setViewport(): void {}
  setScissor(): void {}
  setScissorTest(): void {}
  setClearColor(): void {}
  clear(): void {}
  dispose(): void {}
}
