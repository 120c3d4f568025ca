/** `shared` is an image in its own format and size without its metadata. */
export const renditions = ['model', 'headset', 'thumbnail', 'parts', 'compressed', 'shared', 'turntable'] as const
export type Rendition = (typeof renditions)[number]

/** Returns the storage key of an asset's source or one of its renditions. Equal bytes are stored once. */
export function assetStorageKey(sha256: string, part: Rendition | 'original'): string {
  return `assets/${sha256.slice(0, 2)}/${sha256}/${part}`
}

/** Returns the URL of an asset's source or rendition. */
export function assetUrl(id: string, part: 'model' | 'headset' | 'thumbnail' | 'turntable' | 'source'): string {
  return `/api/assets/${id}/${part}`
}
