import { Document, type Material, NodeIO, type Node, type Scene } from '@gltf-transform/core'
import { KHRMaterialsVariants, type MappingList } from '@gltf-transform/extensions'
import sharp from 'sharp'
import type { Shape } from './shapes.ts'
import { boxMapped } from './solids.ts'
import type { SurfaceTextures } from './surface-textures.ts'

type MaterialOptions = {
  readonly name: string
  readonly color: readonly [red: number, green: number, blue: number]
  readonly roughness?: number
  readonly metalness?: number
  /** PNG bytes applied to the surface. */
  readonly texture?: Uint8Array
  /** Colour, normals and roughness painted in code; the factors above multiply them. */
  readonly textures?: SurfaceTextures
  /** Edge of one repetition of `textures` in metres; without it the shape's own texture coordinates are used. */
  readonly tileMetres?: number
  /** Factor on the normals of `textures`, which bend the light. */
  readonly relief?: number
  /** Light that the surface sends out itself, linear. */
  readonly emission?: readonly [red: number, green: number, blue: number]
  /** Below 1 the surface is seen through. */
  readonly opacity?: number
  readonly isDoubleSided?: boolean
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
  readonly #tileMetres = new Map<Material, number>()

  constructor(name: string) {
    this.#buffer = this.document.createBuffer()
    this.#scene = this.document.createScene(name)
    this.document.getRoot().setDefaultScene(this.#scene)
  }

  addMaterial(options: MaterialOptions): Material {
    const { name, color, texture, textures, emission, opacity = 1 } = options
    const material = this.document
      .createMaterial(name)
      .setBaseColorFactor([...color, opacity])
      .setRoughnessFactor(options.roughness ?? (textures ? 1 : 0.7))
      .setMetallicFactor(options.metalness ?? (textures ? 1 : 0))
      .setDoubleSided(options.isDoubleSided ?? false)
    if (texture) {
      material.setBaseColorTexture(this.document.createTexture(name).setImage(texture).setMimeType('image/png'))
    }
    if (textures) {
      const add = (kind: keyof SurfaceTextures) =>
        this.document.createTexture(`${name} ${kind}`).setImage(textures[kind]).setMimeType('image/jpeg')
      material.setBaseColorTexture(add('color')).setNormalTexture(add('normal'))
      material.setMetallicRoughnessTexture(add('surface')).setNormalScale(options.relief ?? 1)
    }
    if (options.tileMetres !== undefined) this.#tileMetres.set(material, options.tileMetres)
    if (emission) material.setEmissiveFactor([...emission])
    if (opacity < 1) material.setAlphaMode('BLEND')
    return material
  }

  /** Adds a named part and returns its node. */
  addPart(name: string, ownShape: Shape, material: Material, placement: Placement = {}): Node {
    const tileMetres = this.#tileMetres.get(material)
    const shape = tileMetres === undefined ? ownShape : boxMapped(ownShape, tileMetres)
    const indices =
      shape.positions.length / 3 < 65_536 ? new Uint16Array(shape.indices) : new Uint32Array(shape.indices)
    const accessor = (
      type: 'SCALAR' | 'VEC2' | 'VEC3',
      array: Float32Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
    ) => this.document.createAccessor().setType(type).setArray(array).setBuffer(this.#buffer)
    const primitive = this.document
      .createPrimitive()
      .setAttribute('POSITION', accessor('VEC3', new Float32Array(shape.positions)))
      .setAttribute('NORMAL', accessor('VEC3', new Float32Array(shape.normals)))
      .setAttribute('TEXCOORD_0', accessor('VEC2', new Float32Array(shape.uvs)))
      .setIndices(accessor('SCALAR', indices))
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

  /** Adds a node without a surface, to move several parts together. */
  addGroup(name: string, placement: Placement = {}): Node {
    const node = this.document
      .createNode(name)
      .setTranslation([...(placement.position ?? [0, 0, 0])])
      .setRotation([...(placement.rotation ?? [0, 0, 0, 1])])
    if (placement.parent) placement.parent.addChild(node)
    else this.#scene.addChild(node)
    return node
  }

  /** Adds a variant that gives the parts so far other materials, each in place of the one they have. */
  addVariant(name: string, replacements: ReadonlyMap<Material | null, Material>): void {
    const extension = this.document.createExtension(KHRMaterialsVariants)
    const variant = extension.createVariant(name)
    for (const mesh of this.document.getRoot().listMeshes()) {
      for (const primitive of mesh.listPrimitives()) {
        const material = replacements.get(primitive.getMaterial())
        if (!material) continue
        const mappings = primitive.getExtension<MappingList>(extension.extensionName) ?? extension.createMappingList()
        mappings.addMapping(extension.createMapping().setMaterial(material).addVariant(variant))
        primitive.setExtension(extension.extensionName, mappings)
      }
    }
  }

  /** Adds an animation that turns a node about one of its axes; keys are seconds and radians. */
  addTurn(animation: string, node: Node, axis: 'x' | 'y' | 'z', keys: readonly (readonly [number, number])[]): void {
    const rotations = keys.flatMap(([, angle]) => {
      const sine = Math.sin(angle / 2)
      return [axis === 'x' ? sine : 0, axis === 'y' ? sine : 0, axis === 'z' ? sine : 0, Math.cos(angle / 2)]
    })
    const times = keys.map(([seconds]) => seconds)
    this.#addChannel(animation, node, 'rotation', times, rotations)
  }

  /** Adds an animation that moves a node; keys are seconds and its place in metres. */
  addMove(
    animation: string,
    node: Node,
    keys: readonly (readonly [seconds: number, place: readonly [number, number, number]])[],
  ): void {
    const places = keys.flatMap(([, place]) => [...place])
    this.#addChannel(
      animation,
      node,
      'translation',
      keys.map(([seconds]) => seconds),
      places,
    )
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
    this.#addChannel(animation, node, 'rotation', times, rotations)
  }

  #addChannel(
    animation: string,
    node: Node,
    path: 'rotation' | 'translation',
    times: number[],
    values: number[],
  ): void {
    const accessor = (type: 'SCALAR' | 'VEC3' | 'VEC4', numbers: number[]) =>
      this.document.createAccessor().setType(type).setArray(new Float32Array(numbers)).setBuffer(this.#buffer)
    const sampler = this.document
      .createAnimationSampler()
      .setInput(accessor('SCALAR', times))
      .setOutput(accessor(path === 'rotation' ? 'VEC4' : 'VEC3', values))
    const channel = this.document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler)
    const animations = this.document.getRoot().listAnimations()
    const target = animations.find((one) => one.getName() === animation) ?? this.document.createAnimation(animation)
    target.addSampler(sampler).addChannel(channel)
  }

  /** Returns the model as GLB bytes; the same model always gives the same bytes. */
  toGlb(): Promise<Uint8Array> {
    return new NodeIO().registerExtensions([KHRMaterialsVariants]).writeBinary(this.document)
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
