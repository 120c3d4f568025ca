import { type Document, Logger, NodeIO } from '@gltf-transform/core'
import { MeshoptDecoder } from 'meshoptimizer'
import { supportedExtensions } from '../inspection/gltf-extensions.ts'

let dracoDecoder: Promise<unknown> | undefined

/** Creates a glTF reader and writer with the decoders that the extensions need. Draco is loaded only on demand. */
export async function makeGltfIo(extensions: readonly string[] = []): Promise<NodeIO> {
  const io = new NodeIO().setLogger(new Logger(Logger.Verbosity.SILENT)).registerExtensions(supportedExtensions)
  if (extensions.includes('EXT_meshopt_compression')) {
    await MeshoptDecoder.ready
    io.registerDependencies({ 'meshopt.decoder': MeshoptDecoder })
  }
  if (extensions.includes('KHR_draco_mesh_compression')) {
    dracoDecoder ??= import('draco3dgltf').then(({ default: draco }) => draco.createDecoderModule())
    io.registerDependencies({ 'draco3d.decoder': await dracoDecoder })
  }
  return io
}

const compressionExtensions = new Set(['KHR_draco_mesh_compression', 'EXT_meshopt_compression'])

/** Removes compression extensions from a document, so that it is written uncompressed. */
export function removeCompression(document: Document): void {
  for (const extension of document.getRoot().listExtensionsUsed()) {
    if (compressionExtensions.has(extension.extensionName)) extension.dispose()
  }
}
