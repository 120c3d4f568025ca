import { type Document, Logger, NodeIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import { MeshoptDecoder } from 'meshoptimizer'

/** What reads and writes glTF, with the decoders that the file asks for. Draco is loaded only when it does. */
export async function makeIo(extensions: readonly string[] = []): Promise<NodeIO> {
  const io = new NodeIO().setLogger(new Logger(Logger.Verbosity.SILENT)).registerExtensions(ALL_EXTENSIONS)
  if (extensions.includes('EXT_meshopt_compression')) {
    await MeshoptDecoder.ready
    io.registerDependencies({ 'meshopt.decoder': MeshoptDecoder })
  }
  if (extensions.includes('KHR_draco_mesh_compression')) {
    const { default: draco } = await import('draco3dgltf')
    io.registerDependencies({ 'draco3d.decoder': await draco.createDecoderModule() })
  }
  return io
}

const packings = new Set(['KHR_draco_mesh_compression', 'EXT_meshopt_compression'])

/** Takes compression off a document, so that it is written plain. */
export function unpack(document: Document): void {
  for (const extension of document.getRoot().listExtensionsUsed()) {
    if (packings.has(extension.extensionName)) extension.dispose()
  }
}
