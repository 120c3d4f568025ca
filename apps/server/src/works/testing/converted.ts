import { type Document } from '@gltf-transform/core'
import { type ModelFacts } from '@veranda/core/works/facts.ts'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convertFile } from '../convert/convert-file.ts'
import { derivatives } from '../convert/messages.ts'
import { makeIo } from '../model/read-model.ts'

type Shown = { facts: ModelFacts; model: Document; headset: Document | undefined }

/** What is made of a file, in this very process; throws when it is refused. */
export async function converted(bytes: Uint8Array): Promise<Shown> {
  const folder = await mkdtemp(join(tmpdir(), 'veranda-converted-'))
  try {
    const file = join(folder, 'in.glb')
    await writeFile(file, bytes)
    const made = await convertFile(file, folder, () => undefined)
    if (!made.ok || !made.value.facts) throw new Error(`refused: ${JSON.stringify(made)}`)
    const io = await makeIo(['EXT_meshopt_compression'])
    const open = async (what: 'model' | 'headset') => {
      const document = await io.readBinary(new Uint8Array(await readFile(join(folder, derivatives[what]))))
      document.getRoot().setDefaultScene(document.getRoot().listScenes()[0] ?? null)
      return document
    }
    const headset = made.value.made.headset === undefined ? undefined : await open('headset')
    return { facts: made.value.facts, model: await open('model'), headset }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** From the lowest of positions to the highest. */
export function tallOf(positions: ArrayLike<number>): number {
  const heights = Array.from(positions).filter((_, at) => at % 3 === 1)
  return Math.max(...heights) - Math.min(...heights)
}
