import { type Document } from '@gltf-transform/core'
import { type ModelFacts } from '@veranda/core/assets/model-facts.ts'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConvertedWork } from '../../../../seed/assets/converted-works.ts'
import { convertFile } from '../conversion/convert-file.ts'
import { renditionFileNames, type RenditionName } from '../conversion/worker-messages.ts'
import { makeGltfIo } from '../model/gltf-io.ts'

type ConvertedModel = { facts: ModelFacts; model: Document; headset: Document | undefined }
export type Conversion = Pick<ConvertedWork, 'bytes' | 'converted' | 'files'>

/** Converts a model in this process and opens its renditions; throws when it is refused. */
export async function convertInProcess(bytes: Uint8Array): Promise<ConvertedModel> {
  const { converted, files } = await convertToFiles(bytes)
  if (!converted.facts) throw new Error(`not a model: ${converted.kind}`)
  const io = await makeGltfIo(['EXT_meshopt_compression'])
  const open = async (rendition: Uint8Array = new Uint8Array(0)) => {
    const document = await io.readBinary(new Uint8Array(rendition))
    document.getRoot().setDefaultScene(document.getRoot().listScenes()[0] ?? null)
    return document
  }
  const headset = files.headset && (await open(files.headset))
  return { facts: converted.facts, model: await open(files.model), headset }
}

/** Converts a file in this process and reads what was made; throws when it is refused. */
export async function convertToFiles(bytes: Uint8Array): Promise<Conversion> {
  const folder = await mkdtemp(join(tmpdir(), 'veranda-converted-'))
  try {
    const file = join(folder, 'in.glb')
    await writeFile(file, bytes)
    const made = await convertFile(file, folder, () => undefined)
    if (!made.ok) throw new Error(`refused: ${JSON.stringify(made)}`)
    const files: Partial<Record<RenditionName, Uint8Array>> = {}
    for (const rendition of ['model', 'headset', 'thumbnail', 'parts', 'shared'] as const) {
      if (made.value.renditionBytes[rendition] === undefined) continue
      files[rendition] = await readFile(join(folder, renditionFileNames[rendition]))
    }
    return { bytes, converted: made.value, files }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the difference between the highest and the lowest y. */
export function heightOf(positions: ArrayLike<number>): number {
  const heights = Array.from(positions).filter((_, at) => at % 3 === 1)
  return Math.max(...heights) - Math.min(...heights)
}
