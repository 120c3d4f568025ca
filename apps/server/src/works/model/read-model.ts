import { type Document, Logger, NodeIO } from '@gltf-transform/core'
import { MeshoptDecoder } from 'meshoptimizer'
import { shownExtensions } from '../check/extensions.ts'

let decoder: Promise<unknown> | undefined

/** What reads and writes glTF, with the decoders that the file asks for. Draco is loaded only when it does. */
export async function makeIo(extensions: readonly string[] = []): Promise<NodeIO> {
  const io = new NodeIO().setLogger(new Logger(Logger.Verbosity.SILENT)).registerExtensions(shownExtensions)
  if (extensions.includes('EXT_meshopt_compression')) {
    await MeshoptDecoder.ready
    io.registerDependencies({ 'meshopt.decoder': MeshoptDecoder })
  }
  if (extensions.includes('KHR_draco_mesh_compression')) {
    decoder ??= import('draco3dgltf').then(({ default: draco }) => draco.createDecoderModule())
    io.registerDependencies({ 'draco3d.decoder': await decoder })
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
