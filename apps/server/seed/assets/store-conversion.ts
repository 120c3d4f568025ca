import { hash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assetStorageKey } from '../../src/platform/assets/asset-keys.ts'
import { insertAssetSource } from '../../src/platform/assets/asset.repository.ts'
import { enqueueLaterRenditions } from '../../src/platform/assets/conversion/later-renditions.ts'
import { transact } from '../../src/platform/db/transact.ts'
import type { Deps } from '../../src/platform/deps.ts'
import type { ConvertedWork } from './converted-works.ts'

/**
 * Stores a model and its renditions under its hash, as the first upload of a file does, so that the uploads that follow
 * find it converted. The later renditions are made once the server runs.
 */
export async function storeConversion(
  deps: Deps,
  { bytes, converted, files }: Pick<ConvertedWork, 'bytes' | 'converted' | 'files'>,
  { withLaterRenditions }: { withLaterRenditions: boolean },
): Promise<void> {
  const sha256 = hash('sha256', bytes)
  const known = await deps.db
    .selectFrom('asset_sources')
    .select('sha256')
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  if (known) return
  const folder = await mkdtemp(join(tmpdir(), 'veranda-stored-'))
  try {
    for (const part of ['original', 'thumbnail', 'model', 'headset', 'parts', 'shared'] as const) {
      const content = part === 'original' ? bytes : files[part]
      if (!content) continue
      const file = join(folder, part)
      await writeFile(file, content)
      await deps.gateways.storage.putFile(assetStorageKey(sha256, part), file)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  await transact(deps, async (tx) => {
    await insertAssetSource(tx, { sha256, bytes: bytes.length, converted }, deps.clock.now())
    if (withLaterRenditions) await enqueueLaterRenditions(deps, tx, sha256, converted)
  })
}
