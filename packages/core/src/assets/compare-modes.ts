/** The ways to compare two versions of an asset, in the viewer and in a room. */
export const compareModes = ['flip', 'side', 'overlay', 'map'] as const
export type CompareMode = (typeof compareModes)[number]
