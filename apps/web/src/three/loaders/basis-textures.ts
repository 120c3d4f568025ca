import transcoderUrl from 'three/addons/libs/basis/basis_transcoder.js?url'
import binaryUrl from 'three/addons/libs/basis/basis_transcoder.wasm?url'
import {
  ClampToEdgeWrapping,
  type CompressedPixelFormat,
  CompressedTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  MirroredRepeatWrapping,
  RepeatWrapping,
  type Texture,
  UnsignedByteType,
} from 'three'
import { type GLTFLoaderPlugin, type GLTFParser } from 'three/addons/loaders/GLTFLoader.js'
import { type BasisCodec, type BasisTarget, basisTargetsFor } from './basis-targets.ts'

type Targets = Readonly<Record<BasisCodec, readonly BasisTarget[]>>
export type BasisTask = {
  readonly id: number
  readonly bytes: ArrayBuffer
  readonly targets: Targets
  readonly transcoderUrl: string
  readonly binaryUrl: string
}
export type BasisReply =
  | { readonly id: number; readonly problem: string }
  | {
      readonly id: number
      readonly width: number
      readonly height: number
      readonly format: BasisTarget['formats'][number]
      readonly levels: readonly {
        readonly data: Uint8Array<ArrayBuffer>
        readonly width: number
        readonly height: number
      }[]
    }

const extension = 'KHR_texture_basisu'
const wrappings = { 33_071: ClampToEdgeWrapping, 33_648: MirroredRepeatWrapping, 10_497: RepeatWrapping } as const

/**
 * Loads the KTX2 textures of a model, which stay compressed on the graphics card. The loader of three would fetch them
 * from blobs and build its worker from a string; the content policy allows neither.
 */
export function basisTextures(parser: GLTFParser): GLTFLoaderPlugin {
  let transcoder: Transcoder | undefined
  return {
    name: extension,
    loadTexture(index) {
      const { source, sampler } = textureOf(parser, index)
      if (source === undefined) return null
      transcoder ??= new Transcoder()
      return loadTexture(parser, transcoder, index, source, sampler)
    },
    async afterRoot() {
      transcoder?.end()
    },
  }
}

async function loadTexture(
  parser: GLTFParser,
  transcoder: Transcoder,
  index: number,
  source: number,
  sampler: number | undefined,
): Promise<Texture> {
  const view: unknown = parser.json.images[source]?.bufferView
  const bytes = (await parser.getDependency('bufferView', Number(view))) as ArrayBuffer
  const { width, height, format, levels } = await transcoder.transcode(bytes.slice(0))
  // Plain pixels are accepted in its place; the types of three do not say so.
  const texture = new CompressedTexture([...levels], width, height, format as CompressedPixelFormat, UnsignedByteType)
  texture.magFilter = LinearFilter
  texture.minFilter = levels.length > 1 ? LinearMipmapLinearFilter : LinearFilter
  const { wrapS, wrapT } = (parser.json.samplers?.[sampler ?? -1] ?? {}) as { wrapS?: number; wrapT?: number }
  texture.wrapS = wrappingOf(wrapS)
  texture.wrapT = wrappingOf(wrapT)
  texture.needsUpdate = true
  parser.associations.set(texture, { textures: index })
  return texture
}

function wrappingOf(code: number | undefined) {
  return wrappings[code as keyof typeof wrappings] ?? RepeatWrapping
}

function textureOf(parser: GLTFParser, index: number): { source?: number; sampler?: number } {
  const { extensions, sampler } = parser.json.textures[index] ?? {}
  return { source: extensions?.[extension]?.source, sampler }
}

/** A worker that transcodes one texture after another. */
class Transcoder {
  readonly #worker = new Worker(new URL('./basis.worker.ts', import.meta.url))
  readonly #targets = basisTargetsFor(supportedExtensions(), navigator.platform)
  readonly #waiting = new Map<number, { resolve: (reply: BasisReply) => void; reject: (error: Error) => void }>()
  #count = 0

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<BasisReply>) => {
      this.#waiting.get(data.id)?.resolve(data)
      this.#waiting.delete(data.id)
    })
    this.#worker.addEventListener('error', ({ message }) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`texture worker failed: ${message}`))
    })
  }

  async transcode(bytes: ArrayBuffer): Promise<Extract<BasisReply, { levels: unknown }>> {
    this.#count += 1
    const task: BasisTask = { id: this.#count, bytes, targets: this.#targets, transcoderUrl, binaryUrl }
    const reply = await new Promise<BasisReply>((resolve, reject) => {
      this.#waiting.set(task.id, { resolve, reject })
      this.#worker.postMessage(task, [bytes])
    })
    if ('problem' in reply) throw new Error(`texture failed to load: ${reply.problem}`)
    return reply
  }

  end(): void {
    this.#worker.terminate()
  }
}

/** Detects the compressed formats of this graphics card. */
function supportedExtensions(): ReadonlySet<string> {
  const context = document.createElement('canvas').getContext('webgl2')
  const names = new Set(context?.getSupportedExtensions())
  // Contexts are limited; this one is needed no longer.
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return names
}
