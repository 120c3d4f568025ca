import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { worker } from '../../jobs/jobs.ts'
import { workKey } from '../keys.ts'
import { type Converted, derivatives } from './messages.ts'
import { runConverter, workerLimits } from './run-converter.ts'
import { makeFolder } from '../../files/work-folder.ts'

export const compressQueue = 'works.compress'

/** Below this the textures of a model weigh nothing on any headset. */
const worthBytes = 16 * 1_048_576

export function isWorthCompressing({ facts }: Converted): boolean {
  return (facts?.textureBytes ?? 0) > worthBytes
}

/**
 * Makes the version with packed textures, after the work is there to be looked at: it takes seconds a texture. A model
 * for which it takes too long stays as it is.
 */
export const compressWork = worker<{ sha256: string }>(compressQueue, async ({ sha256 }, deps) => {
  const original = await deps.db
    .selectFrom('originals')
    .select(['headset_bytes', 'compressed_bytes'])
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  if (!original || original.compressed_bytes !== null) return
  const { storage } = deps.gateways
  const shown = await storage.get(workKey(sha256, original.headset_bytes === null ? 'model' : 'headset'))
  if (!shown) return
  const folder = await makeFolder(deps.env.dataDir)
  try {
    const file = join(folder, 'shown.glb')
    await writeFile(file, shown)
    const limits = { ...workerLimits, time: 100_000 }
    const result = await runConverter({ file, folder, task: 'compress' }, { onProgress: () => undefined, limits })
    if (!result.ok) return deps.log.warn({ sha256, code: result.refusal.code }, 'textures stay as they are')
    await storage.putFile(workKey(sha256, 'compressed'), join(folder, derivatives.compressed))
    await sql`
      update originals set compressed_bytes = ${result.value.made.compressed ?? null} where sha256 = ${sha256}
    `.execute(deps.db)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
