export const shownParts = ['model', 'headset', 'thumbnail', 'parts', 'compressed'] as const
export type Shown = (typeof shownParts)[number]

/** Where an original or something made of it lies in the storage. Equal bytes lie there once. */
export function workKey(sha256: string, what: Shown | 'original'): string {
  return `works/${sha256.slice(0, 2)}/${sha256}/${what}`
}

/** Where something of a work is read. */
export function workAddress(id: string, what: 'model' | 'headset' | 'thumbnail' | 'original'): string {
  return `/api/works/${id}/${what}`
}
