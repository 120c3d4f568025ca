import { type Deps } from '../../deps.ts'
import { type PreparedImage } from './prepare-image.ts'

/** The original bytes, or the preview that everyone who may see the image gets. */
type ImageForm = 'full' | 'preview'

/** Returns the storage key of the bytes of a hash. */
export function imageStorageKey(sha256: string, form: ImageForm): string {
  return `images/${sha256.slice(0, 2)}/${sha256}${form === 'full' ? '' : '-preview'}`
}

/** Writes the original and its preview. */
export async function putImageBytes({ gateways }: Pick<Deps, 'gateways'>, image: PreparedImage): Promise<void> {
  const { sha256, bytes, preview } = image
  await gateways.storage.put(imageStorageKey(sha256, 'preview'), preview)
  await gateways.storage.put(imageStorageKey(sha256, 'full'), bytes)
}

/** Removes the original and its preview. */
export async function removeImageBytes({ gateways }: Pick<Deps, 'gateways'>, sha256: string): Promise<void> {
  for (const form of ['full', 'preview'] as const) await gateways.storage.remove(imageStorageKey(sha256, form))
}
