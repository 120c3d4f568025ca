import {
  BufferGeometry,
  CanvasTexture,
  DynamicDrawUsage,
  Float32BufferAttribute,
  InstancedBufferAttribute,
  InstancedMesh,
  type Matrix4,
  MeshBasicMaterial,
  SRGBColorSpace,
} from 'three'

/** A label that is drawn once into the atlas; sizes in pixels. */
export type Label = {
  readonly key: string
  readonly width: number
  readonly height: number
  /** Corner radius as a share of the height. The drawing fills the whole rectangle. */
  readonly cornerRadius: number
  /** The lower left corner is nearly sharp. */
  readonly hasTip?: boolean
  readonly draw: (context: CanvasRenderingContext2D) => void
}
type AtlasSlot = {
  readonly u: number
  readonly v: number
  readonly w: number
  readonly h: number
  readonly label: Label
}

const atlasSizePx = 2048
const atlasGapPx = 8
/** Radius of a tip as a share of the height. */
export const tipRadius = 3 / 28

// The shader rounds the corners by distance: sharp at any distance, unlike mipmaps.
const fragmentVaryings = 'varying vec2 vHere;\nvarying vec2 vShape;\n'
const vertexAttributes = `attribute vec4 spot;\nattribute vec2 shape;\n${fragmentVaryings}`
const vertexUvCode = '#include <uv_vertex>\nvMapUv = spot.xy + uv * spot.zw;\nvHere = uv - 0.5;\nvShape = shape;'
const roundedCornersCode = `#include <map_fragment>
float corner = vShape.y < 0.0 && max(vHere.x, vHere.y) < 0.0 ? ${tipRadius} : abs(vShape.y);
vec2 inset = abs(vHere * vec2(vShape.x, 1.0)) - vec2(vShape.x, 1.0) * 0.5 + corner;
float off = length(max(inset, 0.0)) + min(max(inset.x, inset.y), 0.0) - corner;
diffuseColor.a *= clamp(0.5 - off / max(fwidth(off), 1e-5), 0.0, 1.0);`

/** Many small labels in one draw call: names, pins, measurements, notes. All share one texture atlas. */
export class LabelAtlas {
  readonly mesh: InstancedMesh<BufferGeometry, MeshBasicMaterial>
  readonly #canvas = document.createElement('canvas')
  readonly #texture: CanvasTexture
  readonly #uvRects: InstancedBufferAttribute
  readonly #shapes: InstancedBufferAttribute
  readonly #slots = new Map<string, AtlasSlot>()
  #drawnKeys = ''

  constructor(maxLabels: number) {
    Object.assign(this.#canvas, { width: atlasSizePx, height: atlasSizePx / 2 })
    this.#texture = new CanvasTexture(this.#canvas)
    this.#texture.colorSpace = SRGBColorSpace
    this.#texture.anisotropy = 4
    const quad = new BufferGeometry()
    quad.setAttribute(
      'position',
      new Float32BufferAttribute([-0.5, -0.5, 0, 0.5, -0.5, 0, 0.5, 0.5, 0, -0.5, 0.5, 0], 3),
    )
    quad.setAttribute('uv', new Float32BufferAttribute([0, 0, 1, 0, 1, 1, 0, 1], 2))
    quad.setIndex([0, 1, 2, 0, 2, 3])
    this.#uvRects = new InstancedBufferAttribute(new Float32Array(maxLabels * 4), 4).setUsage(DynamicDrawUsage)
    quad.setAttribute('spot', this.#uvRects)
    this.#shapes = new InstancedBufferAttribute(new Float32Array(maxLabels * 2), 2).setUsage(DynamicDrawUsage)
    quad.setAttribute('shape', this.#shapes)
    const material = new MeshBasicMaterial({
      map: this.#texture,
      toneMapped: false,
      transparent: true,
      alphaTest: 0.02,
    })
    material.onBeforeCompile = (shader) => {
      shader.vertexShader = `${vertexAttributes}${shader.vertexShader}`.replace('#include <uv_vertex>', vertexUvCode)
      shader.fragmentShader = `${fragmentVaryings}${shader.fragmentShader}`.replace(
        '#include <map_fragment>',
        roundedCornersCode,
      )
    }
    this.mesh = new InstancedMesh(quad, material, maxLabels)
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage)
    this.mesh.frustumCulled = false
    this.mesh.count = 0
  }

  /** Draws the labels into the atlas if they changed; those without room are left out. */
  setLabels(labels: readonly Label[]): void {
    const keys = labels.map(({ key }) => key).join('\n')
    if (keys === this.#drawnKeys) return
    this.#drawnKeys = keys
    this.#slots.clear()
    const context = this.#canvas.getContext('2d')
    if (!context) return
    context.clearRect(0, 0, this.#canvas.width, this.#canvas.height)
    let [x, y, rowHeight] = [0, 0, 0]
    for (const label of labels.toSorted((a, b) => b.height - a.height)) {
      const { key, width, height, draw } = label
      if (this.#slots.has(key)) continue
      if (x + width > atlasSizePx) [x, y, rowHeight] = [0, y + rowHeight + atlasGapPx, 0]
      if (y + height > this.#canvas.height) break
      context.save()
      context.translate(x, y)
      draw(context)
      context.restore()
      const canvasHeight = this.#canvas.height
      this.#slots.set(key, {
        u: x / atlasSizePx,
        v: 1 - (y + height) / canvasHeight,
        w: width / atlasSizePx,
        h: height / canvasHeight,
        label,
      })
      x += width + atlasGapPx
      rowHeight = Math.max(rowHeight, height)
    }
    this.#texture.needsUpdate = true
  }

  beginFrame(): void {
    this.mesh.count = 0
  }

  /** Draws a label with this matrix, which transforms a square of 1 m. */
  drawLabel(key: string, matrix: Matrix4): void {
    const slot = this.#slots.get(key)
    const index = this.mesh.count
    if (!slot || index >= this.#uvRects.count) return
    this.mesh.setMatrixAt(index, matrix)
    this.#uvRects.setXYZW(index, slot.u, slot.v, slot.w, slot.h)
    const { width, height, cornerRadius, hasTip } = slot.label
    // The shader reads a tip from the sign.
    this.#shapes.setXY(index, width / height, hasTip ? -cornerRadius : cornerRadius)
    this.mesh.count = index + 1
  }

  endFrame(): void {
    this.mesh.instanceMatrix.needsUpdate = true
    this.#uvRects.needsUpdate = true
    this.#shapes.needsUpdate = true
    this.mesh.visible = this.mesh.count > 0
  }

  /** Forces a redraw next time, even with the same content: fonts have loaded. */
  invalidate(): void {
    this.#drawnKeys = ''
  }

  /** Uploads the texture again after the context was restored. */
  upload(): void {
    this.#texture.needsUpdate = true
  }

  dispose(): void {
    this.mesh.geometry.dispose()
    this.mesh.material.dispose()
    this.mesh.dispose()
    this.#texture.dispose()
  }
}
