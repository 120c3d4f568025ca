import { type Document } from '@gltf-transform/core'
import { type EmbeddedMetadata, mergeEmbeddedMetadata } from '@veranda/core/assets/embedded-metadata.ts'
import sharp from 'sharp'
import { fileLimits } from '../inspection/file-limits.ts'
import { asObject, type UntrustedJson } from '../inspection/untrusted-json.ts'
import { embeddedMetadataOf } from './image-metadata.ts'
import { toMetadataText } from './metadata-text.ts'

/** Returns what a glTF carries beside its model: the `asset` of its JSON, and the metadata of its textures. */
export async function modelMetadataOf(json: UntrustedJson, document: Document): Promise<EmbeddedMetadata> {
  const asset = asObject(json['asset'])
  const extras = asObject(asset['extras'])
  const textures: EmbeddedMetadata[] = []
  for (const texture of document.getRoot().listTextures()) {
    const image = texture.getImage()
    const metadata = image && (await readHeader(image))
    if (metadata) textures.push(metadata)
  }
  return mergeEmbeddedMetadata([
    {
      author: toMetadataText(extras['author']) ?? toMetadataText(extras['artist']),
      copyright: toMetadataText(asset['copyright']) ?? toMetadataText(extras['license']),
      software: toMetadataText(asset['generator']),
    },
    ...textures,
  ])
}

/** Returns undefined for a texture that the decoder cannot read, such as KTX2. */
async function readHeader(image: Uint8Array): Promise<EmbeddedMetadata | undefined> {
  const source = sharp(image, { limitInputPixels: fileLimits.texturePixels })
  return source.metadata().then(embeddedMetadataOf, () => undefined)
}
