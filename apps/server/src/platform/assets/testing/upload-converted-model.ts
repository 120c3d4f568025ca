import type { Asset } from '@veranda/contract/assets/schemas.ts'
import { hash } from 'node:crypto'
import sharp from 'sharp'
import { storeConversion } from '../../../../seed/assets/store-conversion.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { assetStorageKey } from '../asset-keys.ts'
import { convertToFiles, type Conversion } from './convert-in-process.ts'
import { uploadAsset } from './upload-client.ts'

/** By the hash of the model. Test files share a process, so they share these too. */
const conversions = new Map<string, Promise<Conversion>>()

/**
 * Uploads a model for tests of what happens to it afterwards. The upload finds it converted, as the second upload of
 * the same bytes does, because a conversion takes seconds; each model is converted once per process. Tests of the
 * conversion use `uploadAsset`.
 */
export async function uploadConvertedModel(
  t: TestApp,
  user: TestUser,
  name: string,
  bytes: Uint8Array,
  more: Record<string, string> = {},
): Promise<Asset> {
  const sha256 = hash('sha256', bytes)
  const conversion = conversions.get(sha256) ?? convertToFiles(bytes)
  conversions.set(sha256, conversion)
  await storeConversion(t.deps, await conversion, { withLaterRenditions: false })
  return uploadAsset(t, user, name, bytes, more)
}

/** Stores a picture as the turntable of a model, whose pictures from all sides take seconds to render. */
export async function addTurntable({ deps }: TestApp, { hash: sha256 }: Asset): Promise<void> {
  if (sha256 === null) throw new Error('the model is not ready')
  const picture = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#4a3fcb' } })
    .webp()
    .toBuffer()
  await deps.gateways.storage.put(assetStorageKey(sha256, 'turntable'), picture)
  const stored = deps.db.updateTable('asset_sources').set({ turntable_bytes: picture.length })
  await stored.where('sha256', '=', sha256).execute()
}
