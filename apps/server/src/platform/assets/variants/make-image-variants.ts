import { imageWidths } from '@veranda/core/assets/image-widths.ts'
import sharp from 'sharp'
import { type Tx } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import { type Deps } from '../../deps.ts'
import { worker } from '../../jobs/worker.ts'
import { lockContentHash } from '../stored-files/lock-content-hash.ts'
import { removeVariants } from './remove-variants.ts'
import { variantKey, type VariantSource, wholeImageKey } from './variant-keys.ts'

const variantQueue = 'assets.image-variants'
/** Leaves the processor to those who wait for an upload. */
const variantDelaySeconds = 10
/** Looks like the whole image at a fifth of the bytes of a JPEG; a higher effort takes seconds and saves a twentieth. */
const avifOptions = { quality: 55, effort: 3 } as const
const webpOptions = { quality: 80 } as const

/** Enqueues the making of the variants of an image after the commit. */
export function enqueueImageVariants({ jobs }: Pick<Deps, 'jobs'>, tx: Tx, image: VariantSource): Promise<void> {
  return jobs.enqueue(tx, variantQueue, image, { startAfterSeconds: variantDelaySeconds })
}

/** Stores an image in the widths that are not wider than itself, as AVIF and WebP. Until then the whole image is sent. */
export const makeImageVariants = worker<VariantSource>(
  variantQueue,
  async ({ source, sha256 }, deps) => {
    const image = { source, sha256 }
    const { storage } = deps.gateways
    // Written by us, without metadata, of at most 2,048 pixels.
    const whole = await storage.get(wholeImageKey(image))
    if (!whole) return
    const widths = await readWidths(whole)
    for (const width of widths) {
      const resized = sharp(whole).resize({ width })
      await storage.put(variantKey(image, width, 'avif'), await resized.clone().avif(avifOptions).toBuffer())
      await storage.put(variantKey(image, width, 'webp'), await resized.webp(webpOptions).toBuffer())
    }
    const isRecorded = await transact(deps, (tx) => recordVariants(tx, image, widths, new Date(deps.clock.now())))
    if (!isRecorded) await removeVariants(deps, deps.db, image)
  },
  { unawaited: true },
)

/** Returns the widths that are not wider than the image; none for bytes that are no image, which is sent as it is. */
async function readWidths(whole: Uint8Array): Promise<number[]> {
  try {
    const { width: wholeWidth } = await sharp(whole).metadata()
    return imageWidths.filter((width) => width <= wholeWidth)
  } catch {
    return []
  }
}

/** Records the widths of an image that is still there; returns whether it is. */
async function recordVariants(tx: Tx, image: VariantSource, widths: number[], now: Date): Promise<boolean> {
  const { source, sha256 } = image
  if (source === 'image') await lockContentHash(tx, sha256)
  const found =
    source === 'asset'
      ? await tx.selectFrom('asset_sources').select('sha256').where('sha256', '=', sha256).forShare().executeTakeFirst()
      : await tx.selectFrom('stored_files').select('sha256').where('sha256', '=', sha256).executeTakeFirst()
  if (!found) return false
  await tx
    .insertInto('image_variants')
    .values({ source, sha256, widths, created_at: now })
    .onConflict((conflict) => conflict.columns(['source', 'sha256']).doUpdateSet({ widths }))
    .execute()
  return true
}
