/** The metadata of a file beside its content, as cameras and programs write it. Strings are sanitized and short. */
export type EmbeddedMetadata = {
  /** The file names a place, whether or not it could be read as coordinates. */
  readonly hasLocation: boolean
  /** Degrees, rounded to about a kilometre. */
  readonly coordinates: { readonly latitude: number; readonly longitude: number } | null
  readonly author: string | null
  readonly copyright: string | null
  readonly camera: string | null
  readonly software: string | null
}

/** Returns the metadata of a file that has several sources of it: for each entry the first that names one. */
export function mergeEmbeddedMetadata(sources: readonly Partial<EmbeddedMetadata>[]): EmbeddedMetadata {
  const first = <K extends 'coordinates' | 'author' | 'copyright' | 'camera' | 'software'>(key: K) =>
    sources.find((source) => (source[key] ?? null) !== null)?.[key] ?? null
  return {
    hasLocation: sources.some(({ hasLocation, coordinates }) => hasLocation === true || (coordinates ?? null) !== null),
    coordinates: first('coordinates'),
    author: first('author'),
    copyright: first('copyright'),
    camera: first('camera'),
    software: first('software'),
  }
}

/** Returns coordinates rounded to about a kilometre, or null for what is no place on Earth. */
export function roundCoordinates(latitude: number, longitude: number): EmbeddedMetadata['coordinates'] {
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  // Adding 0 turns -0 into 0.
  const round = (degrees: number) => Math.round(degrees * 100) / 100 + 0
  return isPlace ? { latitude: round(latitude), longitude: round(longitude) } : null
}
