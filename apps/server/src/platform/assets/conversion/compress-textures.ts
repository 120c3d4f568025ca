import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { KHRTextureBasisu } from '@gltf-transform/extensions'
import { textureCompress } from '@gltf-transform/functions'
import { ok, type Result } from '@veranda/core/result.ts'
import { ktx2 } from 'ktx2-encoder/gltf-transform'
import { MeshoptEncoder } from 'meshoptimizer'
import sharp from 'sharp'
import { makeGltfIo } from '../model/gltf-io.ts'
import { type ConversionResult, renditionFileNames } from './worker-messages.ts'

const maxEdgePixels = 1_024

/**
 * Re-encodes a rendition with KTX2 textures, which stay compressed on the GPU and take an eighth of the memory. Normal
 * maps use UASTC, the finer codec.
 */
export async function compressTextures(file: string, folder: string): Promise<Result<ConversionResult>> {
  const io = await makeGltfIo(['EXT_meshopt_compression'])
  await MeshoptEncoder.ready
  io.registerExtensions([KHRTextureBasisu]).registerDependencies({ 'meshopt.encoder': MeshoptEncoder })
  const document = await io.readBinary(new Uint8Array(await readFile(file)))
  const imageDecoder = async (bytes: Uint8Array) => {
    const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    return { data: new Uint8Array(data), width: info.width, height: info.height }
  }
  const common = { generateMipmap: true, imageDecoder }
  await document.transform(
    textureCompress({ encoder: sharp, targetFormat: 'png', resize: [maxEdgePixels, maxEdgePixels] }),
    ktx2({ ...common, isUASTC: true, slots: /normal/i }),
    ktx2({ ...common, isUASTC: false, slots: /^(?!.*normal)/i }),
  )
  const bytes = await io.writeBinary(document)
  await writeFile(join(folder, renditionFileNames.compressed), bytes)
  const made = { compressed: bytes.length }
  return ok({
    kind: 'model',
    mediaType: 'model/gltf-binary',
    facts: null,
    headsetRating: null,
    embeddedMetadata: null,
    renditionBytes: made,
  })
}
