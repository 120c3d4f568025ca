import { Document, type Material, NodeIO, type Node, type Scene } from '@gltf-transform/core'
import sharp from 'sharp'
import type { Shape } from './shape.ts'

type Look = {
  readonly name: string
  readonly color: readonly [red: number, green: number, blue: number]
  readonly roughness?: number
  readonly metalness?: number
  /** Bytes of a PNG, laid over the surface. */
  readonly texture?: Uint8Array
}
type Place = {
  readonly at?: readonly [x: number, y: number, z: number]
  /** Turns as a unit quaternion. */
  readonly turn?: readonly [x: number, y: number, z: number, w: number]
  readonly below?: Node
}

/** A model made in code: named parts at real scale, in metres, y up. */
export class Model {
  readonly document = new Document()
  readonly #scene: Scene
  readonly #buffer

  constructor(name: string) {
    this.#buffer = this.document.createBuffer()
    this.#scene = this.document.createScene(name)
    this.document.getRoot().setDefaultScene(this.#scene)
  }

  material({ name, color, roughness = 0.7, metalness = 0, texture }: Look): Material {
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

  /** Adds a named part and answers its node. */
  part(name: string, shape: Shape, material: Material, place: Place = {}): Node {
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
      .setTranslation([...(place.at ?? [0, 0, 0])])
      .setRotation([...(place.turn ?? [0, 0, 0, 1])])
    if (place.below) place.below.addChild(node)
    else this.#scene.addChild(node)
    return node
  }

  /** Turns a part about the y axis, once round in `seconds`. */
  spin(animation: string, node: Node, seconds: number): void {
    const times = [0, 0.25, 0.5, 0.75, 1].map((share) => share * seconds)
    const turns = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
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
      .setOutput(accessor('VEC4', turns))
    const channel = this.document
      .createAnimationChannel()
      .setTargetNode(node)
      .setTargetPath('rotation')
      .setSampler(sampler)
    const known = this.document.getRoot().listAnimations()
    const target = known.find((one) => one.getName() === animation) ?? this.document.createAnimation(animation)
    target.addSampler(sampler).addChannel(channel)
  }

  /** The model as GLB bytes; the same model gives the same bytes. */
  bytes(): Promise<Uint8Array> {
    return new NodeIO().writeBinary(this.document)
  }
}

/** A texture of `size` × `size` pixels, coloured by `shade` whose arguments run from 0 to 1 and whose answer does too. PNG, packed as tightly as asked for. */
export function texture(
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

/** A quaternion that turns about the x axis, in radians. */
export function tilt(angle: number): readonly [number, number, number, number] {
  return [Math.sin(angle / 2), 0, 0, Math.cos(angle / 2)]
}
