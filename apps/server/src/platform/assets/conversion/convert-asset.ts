import { assetProgressed } from '@veranda/contract/assets/events.ts'
import { type Refusal, refuse, type Result } from '@veranda/core/result.ts'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { transact } from '../../db/transact.ts'
import { type Deps } from '../../deps.ts'
import { worker } from '../../jobs/worker.ts'
import { assetStorageKey } from '../asset-keys.ts'
import {
  findAsset,
  insertAssetSource,
  markAssetReady,
  recordConverterCrash,
  updateAssetProgress,
} from '../asset.repository.ts'
import { isClean } from '../inspection/virus-scan.ts'
import { publishAssetChange } from '../publish-asset-change.ts'
import { scheduleSourceCleanup } from '../remove-asset.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { refuseAsset } from '../uploads/upload-expiry.ts'
import { enqueueLaterRenditions } from './later-renditions.ts'
import { ConverterCrashed, runConversionWorker } from './run-conversion-worker.ts'
import { type ConversionResult, type ConversionStage, renditionFileNames } from './worker-messages.ts'

export const convertQueue = 'assets.convert'
const progressIntervalMs = 250
const maxCrashes = 3

/**
 * Converts a finished upload. Renditions are made in a scratch folder, stored under the source's hash, and recorded in
 * one transaction at the end. After a crash the conversion starts over.
 */
export const convertAsset = worker<{ assetId: string }>(convertQueue, convertUpload, {
  // The scanner or the storage stayed unavailable, or the process died on every retry.
  async onDeadLetter({ assetId }, deps) {
    if (!(await isPending(deps, assetId))) return
    await endWithRefusal(deps, assetId, { code: 'asset.check-unavailable', kind: 'unavailable' })
    await deps.gateways.uploads.remove(assetId)
  },
})

async function isPending(deps: Deps, assetId: string): Promise<boolean> {
  const asset = await findAsset(deps.db, assetId)
  return asset !== undefined && asset.state !== 'ready' && asset.state !== 'refused' && asset.state !== 'uploading'
}

async function convertUpload({ assetId }: { assetId: string }, deps: Deps): Promise<void> {
  if (!(await isPending(deps, assetId))) return
  const folder = await makeScratchFolder(deps.env.dataDir)
  try {
    const outcome = await inspectUpload(deps, assetId, folder)
    if (outcome.ok) await storeResult(deps, assetId, folder, outcome.value)
    else await endWithRefusal(deps, assetId, outcome.refusal)
  } catch (error) {
    if (!(error instanceof ConverterCrashed)) throw error
    const crashes = await recordConverterCrash(deps.db, assetId)
    deps.log.warn({ err: error, assetId, crashes }, 'asset converter crashed')
    if (crashes < maxCrashes) throw error
    await endWithRefusal(deps, assetId, { code: 'asset.converter-crashed', kind: 'invalid' })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  await deps.gateways.uploads.remove(assetId)
}

type InspectedUpload = { sha256: string; file: string; bytes: number; converted: ConversionResult | undefined }

async function inspectUpload(deps: Deps, assetId: string, folder: string): Promise<Result<InspectedUpload>> {
  const file = await deps.gateways.uploads.localFile(assetId, folder)
  if (file === undefined) return refuse('asset.upload-missing', 'invalid')
  await saveProgress(deps, assetId, { state: 'checking', progress: 0 })
  const sha256 = await hashFile(file)
  const { size: bytes } = await stat(file)
  const expected = await deps.db
    .selectFrom('assets')
    .select('expected_sha256')
    .where('id', '=', assetId)
    .executeTakeFirst()
  if (expected?.expected_sha256 && expected.expected_sha256 !== sha256) return refuse('upload.hash-mismatch', 'invalid')
  const { virusScanner } = deps.env
  if (virusScanner !== undefined && !(await isClean(virusScanner, file))) return refuse('asset.infected', 'invalid')
  const known = await deps.db
    .selectFrom('asset_sources')
    .select('sha256')
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  if (known) return { ok: true, value: { sha256, file, bytes, converted: undefined } }
  const progressReporter = throttledProgress(deps, assetId)
  const order = { file, folder, task: 'convert' } as const
  const converted = await runConversionWorker(order, { onProgress: progressReporter.report }).finally(
    progressReporter.flush,
  )
  return converted.ok ? { ok: true, value: { sha256, file, bytes, converted: converted.value } } : converted
}

/** Saves the progress; another state is published with it, progress within a state is emitted to the owner only. */
async function saveProgress(
  deps: Deps,
  id: string,
  target: { state: 'checking' | 'optimising'; progress: number },
): Promise<void> {
  const saved = await transact(deps, async (tx) => {
    const updated = await updateAssetProgress(tx, id, target, deps.clock.now())
    if (updated?.enteredState) await publishAssetChange(tx, id)
    return updated
  })
  if (saved?.enteredState === false) deps.realtime.emitToUser(saved.ownerId, assetProgressed, { id, ...target })
}

/**
 * Writes progress to the row and publishes it to the owner, in order and throttled. Await `flush` before the final
 * state, so that no progress follows it.
 */
function throttledProgress(deps: Deps, assetId: string) {
  let last = { at: 0, stage: '' }
  let pending = Promise.resolve()
  return {
    report(stage: ConversionStage, progress: number): void {
      const now = performance.now()
      if (stage === last.stage && now - last.at < progressIntervalMs) return
      last = { at: now, stage }
      pending = pending
        .then(() => saveProgress(deps, assetId, { state: stage, progress }))
        .catch((error: unknown) => deps.log.warn({ err: error, assetId }, 'asset progress update failed'))
    },
    flush: () => pending,
  }
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

async function storeResult(deps: Deps, assetId: string, folder: string, inspected: InspectedUpload): Promise<void> {
  const { sha256, file, bytes, converted } = inspected
  const { storage } = deps.gateways
  if (converted) {
    // Scheduled first, so that bytes without an asset are deleted whatever happens next.
    await transact(deps, (tx) => scheduleSourceCleanup(tx, sha256, deps.clock.now()))
    await storage.putFile(assetStorageKey(sha256, 'original'), file)
    for (const rendition of ['model', 'headset', 'thumbnail', 'parts', 'shared'] as const) {
      if (converted.renditionBytes[rendition] !== undefined)
        await storage.putFile(assetStorageKey(sha256, rendition), join(folder, renditionFileNames[rendition]))
    }
  }
  await transact(deps, async (tx) => {
    const now = deps.clock.now()
    if (converted) {
      await insertAssetSource(tx, { sha256, bytes, converted }, now)
      await enqueueLaterRenditions(deps, tx, sha256, converted)
    }
    // The asset was removed during conversion, so the source may be unused.
    if (!(await markAssetReady(tx, assetId, sha256, now))) await scheduleSourceCleanup(tx, sha256, now)
  })
}

async function endWithRefusal(deps: Deps, assetId: string, refusal: Refusal): Promise<void> {
  await transact(deps, (tx) => refuseAsset(tx, assetId, refusal, deps.clock.now()))
}
