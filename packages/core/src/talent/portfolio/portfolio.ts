/** Kinds of work that a portfolio item can be filed under. */
export const disciplines = [
  'avatars',
  'worlds',
  'product-models',
  'architecture',
  'stage-sets',
  'training',
  'animation',
  'props',
  'vehicles',
  'interfaces',
  'scans',
] as const

/** Most files of one portfolio item. */
export const maxPortfolioFiles = 12

/** Returns the files of an item in their order, those in 3D first: the first one is the cover. */
export function coverFirst<File extends { readonly is3d: boolean }>(files: readonly File[]): File[] {
  return files.toSorted((a, b) => Number(b.is3d) - Number(a.is3d))
}
