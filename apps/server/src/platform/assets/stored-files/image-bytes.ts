import { type Deps } from '../../deps.ts'
import { type PreparedImage } from './prepare-image.ts'

/** The full image, or the preview for users who may not download it. */
type ImageForm = 'full' | 'preview'

/** Returns the storage key of the bytes of a hash. */
export function imageStorageKey(sha256: string, form: ImageForm = 'full'): string {
  return `pictures/${sha256.slice(0, 2)}/${sha256}${form === 'full' ? '' : '-shown'}`
}

/** Writes the full image and its preview. */
export async function putImageBytes({ gateways }: Pick<Deps, 'gateways'>, image: PreparedImage): Promise<void> {
  const { sha256, bytes, preview } = image
  if (preview) await gateways.storage.put(imageStorageKey(sha256, 'preview'), preview)
  await gateways.storage.put(imageStorageKey(sha256), bytes)
}

/** Removes the full image and its preview. */
export async function removeImageBytes({ gateways }: Pick<Deps, 'gateways'>, sha256: string): Promise<void> {
  for (const form of ['full', 'preview'] as const) await gateways.storage.remove(imageStorageKey(sha256, form))
}
