import { type Deps } from '../deps.ts'
import { type Prepared } from './prepare-picture.ts'

/** A picture as it was stored, and as it is shown to those who may not have that. */
type Form = 'whole' | 'shown'

/** Where the bytes of a hash lie in the storage. */
export function storageKey(sha256: string, form: Form = 'whole'): string {
  return `pictures/${sha256.slice(0, 2)}/${sha256}${form === 'whole' ? '' : '-shown'}`
}

/** Writes a picture in both its forms. */
export async function putPicture({ gateways }: Pick<Deps, 'gateways'>, picture: Prepared): Promise<void> {
  const { sha256, bytes, shown } = picture
  if (shown) await gateways.storage.put(storageKey(sha256, 'shown'), shown)
  await gateways.storage.put(storageKey(sha256), bytes)
}

/** Takes both away. */
export async function dropPicture({ gateways }: Pick<Deps, 'gateways'>, sha256: string): Promise<void> {
  for (const form of ['whole', 'shown'] as const) await gateways.storage.remove(storageKey(sha256, form))
}
