import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Deps } from '../../deps.ts'
import { worker } from '../../jobs/worker.ts'
import { type Tx } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import { assetStorageKey } from '../asset-keys.ts'
import { publishAssetChange } from '../publish-asset-change.ts'
import { type ConversionResult, renditionFileNames } from './worker-messages.ts'
import { runConversionWorker, workerLimits } from './run-conversion-worker.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { enqueueImageVariants } from '../variants/make-image-variants.ts'

/** The renditions that take long, made from the one for headsets once the asset can be viewed. */
type LaterRendition = 'compressed' | 'turntable'

const taskOf = { compressed: 'compress', turntable: 'turntable' } as const satisfies Record<LaterRendition, string>
const compressQueue = 'assets.compress'
const turntableQueue = 'assets.turntable'
const timeoutMs = 100_000
/** Leaves the processor to those who wait for an upload. */
const turntableDelaySeconds = 10
/** Texture bytes below which compression brings nothing on any headset. */
const minTextureBytes = 16 * 1_048_576

/** Enqueues the later renditions of a source whose conversion is stored. */
export async function enqueueLaterRenditions(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Tx,
  sha256: string,
  { kind, facts, renditionBytes }: ConversionResult,
): Promise<void> {
  if (renditionBytes.thumbnail !== undefined) await enqueueImageVariants({ jobs }, tx, { source: 'asset', sha256 })
  if (kind !== 'model') return
  await jobs.enqueue(tx, turntableQueue, { sha256 }, { startAfterSeconds: turntableDelaySeconds })
  if ((facts?.textureBytes ?? 0) > minTextureBytes) await jobs.enqueue(tx, compressQueue, { sha256 })
}

/** Creates the rendition with compressed textures, which takes seconds per texture. */
export const compressAsset = worker<{ sha256: string }>(compressQueue, ({ sha256 }, deps) =>
  addRendition(deps, sha256, 'compressed'),
)

/** Renders the pictures of a model from all sides. */
export const renderAssetTurntable = worker<{ sha256: string }>(
  turntableQueue,
  ({ sha256 }, deps) => addRendition(deps, sha256, 'turntable'),
  { unawaited: true },
)

/** Adds a rendition to a source that has none yet. A model that takes too long stays without it. */
async function addRendition(deps: Deps, sha256: string, rendition: LaterRendition): Promise<void> {
  const column = `${rendition}_bytes` as const
  const source = await deps.db
    .selectFrom('asset_sources')
    .select(['headset_bytes', column])
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  if (!source || source[column] !== null) return
  const { storage } = deps.gateways
  const shown = await storage.get(assetStorageKey(sha256, source.headset_bytes === null ? 'model' : 'headset'))
  if (!shown) return
  const folder = await makeScratchFolder(deps.env.dataDir)
  try {
    const file = join(folder, 'shown.glb')
    await writeFile(file, shown)
    const result = await runConversionWorker(
      { file, folder, task: taskOf[rendition] },
      { onProgress: () => undefined, limits: { ...workerLimits, timeoutMs } },
    )
    if (!result.ok) return deps.log.warn({ sha256, rendition, code: result.refusal.code }, 'rendition failed')
    await storage.putFile(assetStorageKey(sha256, rendition), join(folder, renditionFileNames[rendition]))
    const bytes = result.value.renditionBytes[rendition] ?? null
    await transact(deps, async (tx) => {
      await tx
        .updateTable('asset_sources')
        .set({ [column]: bytes })
        .where('sha256', '=', sha256)
        .execute()
      const assets = await tx.selectFrom('assets').select('id').where('sha256', '=', sha256).orderBy('id').execute()
      for (const { id } of assets) await publishAssetChange(tx, id)
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
