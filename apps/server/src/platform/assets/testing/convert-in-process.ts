import { type Document } from '@gltf-transform/core'
import { type ModelFacts } from '@veranda/core/assets/model-facts.ts'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convertFile } from '../conversion/convert-file.ts'
import { renditionFileNames } from '../conversion/worker-messages.ts'
import { makeGltfIo } from '../model/gltf-io.ts'

type ConvertedModel = { facts: ModelFacts; model: Document; headset: Document | undefined }

/** Converts a file in this process; throws when it is refused. */
export async function convertInProcess(bytes: Uint8Array): Promise<ConvertedModel> {
  const folder = await mkdtemp(join(tmpdir(), 'veranda-converted-'))
  try {
    const file = join(folder, 'in.glb')
    await writeFile(file, bytes)
    const made = await convertFile(file, folder, () => undefined)
    if (!made.ok || !made.value.facts) throw new Error(`refused: ${JSON.stringify(made)}`)
    const io = await makeGltfIo(['EXT_meshopt_compression'])
    const open = async (rendition: 'model' | 'headset') => {
      const document = await io.readBinary(new Uint8Array(await readFile(join(folder, renditionFileNames[rendition]))))
      document.getRoot().setDefaultScene(document.getRoot().listScenes()[0] ?? null)
      return document
    }
    const headset = made.value.renditionBytes.headset === undefined ? undefined : await open('headset')
    return { facts: made.value.facts, model: await open('model'), headset }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the difference between the highest and the lowest y. */
export function heightOf(positions: ArrayLike<number>): number {
  const heights = Array.from(positions).filter((_, at) => at % 3 === 1)
  return Math.max(...heights) - Math.min(...heights)
}
