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

/** Something written once and drawn at a place of the sheet; its size there is in pixels. */
export type Sign = {
  readonly key: string
  readonly width: number
  readonly height: number
  /** How round its corners are: a share of its height. What is drawn fills the whole rectangle. */
  readonly round: number
  readonly draw: (pen: CanvasRenderingContext2D) => void
}
type Spot = { readonly u: number; readonly v: number; readonly w: number; readonly h: number; readonly sign: Sign }

const side = 2048
const gap = 8

// Corners are cut by their distance in the shader: crisp from near and from afar, which no mipmap is.
const inFragment = 'varying vec2 vHere;\nvarying vec2 vShape;\n'
const inVertex = `attribute vec4 spot;\nattribute vec2 shape;\n${inFragment}`
const uvVertex = '#include <uv_vertex>\nvMapUv = spot.xy + uv * spot.zw;\nvHere = uv - 0.5;\nvShape = shape;'
const cutCorners = `#include <map_fragment>
vec2 inset = abs(vHere * vec2(vShape.x, 1.0)) - vec2(vShape.x, 1.0) * 0.5 + vShape.y;
float off = length(max(inset, 0.0)) + min(max(inset.x, inset.y), 0.0) - vShape.y;
diffuseColor.a *= clamp(0.5 - off / max(fwidth(off), 1e-5), 0.0, 1.0);`

/** Many small written things in one draw: names, pins, lengths, notes. All share one sheet. */
export class Signs {
  readonly mesh: InstancedMesh<BufferGeometry, MeshBasicMaterial>
  readonly #canvas = document.createElement('canvas')
  readonly #texture: CanvasTexture
  readonly #rects: InstancedBufferAttribute
  readonly #shapes: InstancedBufferAttribute
  readonly #spots = new Map<string, Spot>()
  #known = ''

  constructor(most: number) {
    Object.assign(this.#canvas, { width: side, height: side / 2 })
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
    this.#rects = new InstancedBufferAttribute(new Float32Array(most * 4), 4).setUsage(DynamicDrawUsage)
    quad.setAttribute('spot', this.#rects)
    this.#shapes = new InstancedBufferAttribute(new Float32Array(most * 2), 2).setUsage(DynamicDrawUsage)
    quad.setAttribute('shape', this.#shapes)
    const material = new MeshBasicMaterial({
      map: this.#texture,
      toneMapped: false,
      transparent: true,
      alphaTest: 0.02,
    })
    material.onBeforeCompile = (shader) => {
      shader.vertexShader = `${inVertex}${shader.vertexShader}`.replace('#include <uv_vertex>', uvVertex)
      shader.fragmentShader = `${inFragment}${shader.fragmentShader}`.replace('#include <map_fragment>', cutCorners)
    }
    this.mesh = new InstancedMesh(quad, material, most)
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage)
    this.mesh.frustumCulled = false
    this.mesh.count = 0
  }

  /** Writes these on the sheet, if they are not what is written there; what finds no room is left out. */
  write(signs: readonly Sign[]): void {
    const known = signs.map(({ key }) => key).join('\n')
    if (known === this.#known) return
    this.#known = known
    this.#spots.clear()
    const pen = this.#canvas.getContext('2d')
    if (!pen) return
    pen.clearRect(0, 0, this.#canvas.width, this.#canvas.height)
    let [x, y, row] = [0, 0, 0]
    for (const sign of signs.toSorted((a, b) => b.height - a.height)) {
      const { key, width, height, draw } = sign
      if (this.#spots.has(key)) continue
      if (x + width > side) [x, y, row] = [0, y + row + gap, 0]
      if (y + height > this.#canvas.height) break
      pen.save()
      pen.translate(x, y)
      draw(pen)
      pen.restore()
      const tall = this.#canvas.height
      this.#spots.set(key, { u: x / side, v: 1 - (y + height) / tall, w: width / side, h: height / tall, sign })
      x += width + gap
      row = Math.max(row, height)
    }
    this.#texture.needsUpdate = true
  }

  begin(): void {
    this.mesh.count = 0
  }

  /** Shows a written thing with this matrix, which carries a square of 1 m. */
  show(key: string, matrix: Matrix4): void {
    const spot = this.#spots.get(key)
    const at = this.mesh.count
    if (!spot || at >= this.#rects.count) return
    this.mesh.setMatrixAt(at, matrix)
    this.#rects.setXYZW(at, spot.u, spot.v, spot.w, spot.h)
    this.#shapes.setXY(at, spot.sign.width / spot.sign.height, spot.sign.round)
    this.mesh.count = at + 1
  }

  end(): void {
    this.mesh.instanceMatrix.needsUpdate = true
    this.#rects.needsUpdate = true
    this.#shapes.needsUpdate = true
    this.mesh.visible = this.mesh.count > 0
  }

  /** Writes all anew the next time, though it says the same: its letters have come. */
  forget(): void {
    this.#known = ''
  }

  /** Draws the sheet again, after the context came back. */
  refresh(): void {
    this.#texture.needsUpdate = true
  }

  dispose(): void {
    this.mesh.geometry.dispose()
    this.mesh.material.dispose()
    this.mesh.dispose()
    this.#texture.dispose()
  }
}
