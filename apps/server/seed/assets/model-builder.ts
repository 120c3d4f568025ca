import { Document, type Material, NodeIO, type Node, type Scene } from '@gltf-transform/core'
import sharp from 'sharp'
import type { Shape } from './shapes.ts'

type MaterialOptions = {
  readonly name: string
  readonly color: readonly [red: number, green: number, blue: number]
  readonly roughness?: number
  readonly metalness?: number
  /** PNG bytes applied to the surface. */
  readonly texture?: Uint8Array
}
type Placement = {
  readonly position?: readonly [x: number, y: number, z: number]
  /** Rotation as a unit quaternion. */
  readonly rotation?: readonly [x: number, y: number, z: number, w: number]
  readonly parent?: Node
}

/** Builds a model in code: named parts at real scale, in metres, y up. */
export class ModelBuilder {
  readonly document = new Document()
  readonly #scene: Scene
  readonly #buffer

  constructor(name: string) {
    this.#buffer = this.document.createBuffer()
    this.#scene = this.document.createScene(name)
    this.document.getRoot().setDefaultScene(this.#scene)
  }

  addMaterial({ name, color, roughness = 0.7, metalness = 0, texture }: MaterialOptions): Material {
    const material = this.document
      .createMaterial(name)
      .setBaseColorFactor([...color, 1])
      .setRoughnessFactor(roughness)
      .setMetallicFactor(metalness)
    if (texture) {
      material.setBaseColorTexture(this.document.createTexture(name).setImage(texture).setMimeType('image/png'))
    }
    return material
  }

  /** Adds a named part and returns its node. */
  addPart(name: string, shape: Shape, material: Material, placement: Placement = {}): Node {
    const accessor = (type: 'SCALAR' | 'VEC2' | 'VEC3', array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>) =>
      this.document.createAccessor().setType(type).setArray(array).setBuffer(this.#buffer)
    const primitive = this.document
      .createPrimitive()
      .setAttribute('POSITION', accessor('VEC3', new Float32Array(shape.positions)))
      .setAttribute('NORMAL', accessor('VEC3', new Float32Array(shape.normals)))
      .setAttribute('TEXCOORD_0', accessor('VEC2', new Float32Array(shape.uvs)))
      .setIndices(accessor('SCALAR', new Uint32Array(shape.indices)))
      .setMaterial(material)
    const node = this.document
      .createNode(name)
      .setMesh(this.document.createMesh(name).addPrimitive(primitive))
      .setTranslation([...(placement.position ?? [0, 0, 0])])
      .setRotation([...(placement.rotation ?? [0, 0, 0, 1])])
    if (placement.parent) placement.parent.addChild(node)
    else this.#scene.addChild(node)
    return node
  }

  /** Adds an animation that spins a part about the y axis, one turn per `seconds`. */
  addSpin(animation: string, node: Node, seconds: number): void {
    const times = [0, 0.25, 0.5, 0.75, 1].map((share) => share * seconds)
    const rotations = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
      0,
      Math.sin(share * Math.PI),
      0,
      Math.cos(share * Math.PI),
    ])
    const accessor = (type: 'SCALAR' | 'VEC4', values: number[]) =>
      this.document.createAccessor().setType(type).setArray(new Float32Array(values)).setBuffer(this.#buffer)
    const sampler = this.document
      .createAnimationSampler()
      .setInput(accessor('SCALAR', times))
      .setOutput(accessor('VEC4', rotations))
    const channel = this.document
      .createAnimationChannel()
      .setTargetNode(node)
      .setTargetPath('rotation')
      .setSampler(sampler)
    const animations = this.document.getRoot().listAnimations()
    const target = animations.find((one) => one.getName() === animation) ?? this.document.createAnimation(animation)
    target.addSampler(sampler).addChannel(channel)
  }

  /** Returns the model as GLB bytes; the same model always gives the same bytes. */
  toGlb(): Promise<Uint8Array> {
    return new NodeIO().writeBinary(this.document)
  }
}

/**
 * Paints a texture of `size` × `size` pixels. `shade` takes u and v from 0 to 1 and returns a colour from 0 to 1.
 * Returns PNG bytes at the given compression level.
 */
export function paintTexture(
  size: number,
  shade: (u: number, v: number) => readonly [number, number, number],
  compressionLevel = 6,
): Promise<Buffer> {
  const pixels = Buffer.alloc(size * size * 3)
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const color = shade(column / size, row / size)
      for (const channel of [0, 1, 2] as const) {
        pixels[(row * size + column) * 3 + channel] = Math.round(Math.min(1, Math.max(0, color[channel])) * 255)
      }
    }
  }
  return sharp(pixels, { raw: { width: size, height: size, channels: 3 } })
    .png({ compressionLevel })
    .toBuffer()
}

/** Returns the quaternion of a rotation about the x axis; the angle is in radians. */
export function rotationAboutX(angle: number): readonly [number, number, number, number] {
  return [Math.sin(angle / 2), 0, 0, Math.cos(angle / 2)]
}
