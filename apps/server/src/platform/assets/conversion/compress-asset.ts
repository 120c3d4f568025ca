import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { worker } from '../../jobs/worker.ts'
import { assetStorageKey } from '../asset-keys.ts'
import { type ConversionResult, renditionFileNames } from './worker-messages.ts'
import { runConversionWorker, workerLimits } from './run-conversion-worker.ts'
import { makeScratchFolder } from '../scratch-folder.ts'

export const compressQueue = 'assets.compress'

/** Texture bytes below which compression brings nothing on any headset. */
const minTextureBytes = 16 * 1_048_576

export function isWorthCompressing({ facts }: ConversionResult): boolean {
  return (facts?.textureBytes ?? 0) > minTextureBytes
}

/**
 * Creates the rendition with compressed textures once the asset can be viewed, because it takes seconds per texture. A
 * model that takes too long stays uncompressed.
 */
export const compressAsset = worker<{ sha256: string }>(compressQueue, async ({ sha256 }, deps) => {
  const source = await deps.db
    .selectFrom('asset_sources')
    .select(['headset_bytes', 'compressed_bytes'])
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  if (!source || source.compressed_bytes !== null) return
  const { storage } = deps.gateways
  const rendition = await storage.get(assetStorageKey(sha256, source.headset_bytes === null ? 'model' : 'headset'))
  if (!rendition) return
  const folder = await makeScratchFolder(deps.env.dataDir)
  try {
    const file = join(folder, 'shown.glb')
    await writeFile(file, rendition)
    const limits = { ...workerLimits, timeoutMs: 100_000 }
    const result = await runConversionWorker(
      { file, folder, task: 'compress' },
      { onProgress: () => undefined, limits },
    )
    if (!result.ok) return deps.log.warn({ sha256, code: result.refusal.code }, 'texture compression failed')
    await storage.putFile(assetStorageKey(sha256, 'compressed'), join(folder, renditionFileNames.compressed))
    await sql`
      update asset_sources set compressed_bytes = ${result.value.renditionBytes.compressed ?? null} where sha256 = ${sha256}
    `.execute(deps.db)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
