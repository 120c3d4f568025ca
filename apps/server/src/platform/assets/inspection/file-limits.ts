/** Limits of an uploaded file, checked before anything is decoded: bytes, pixels and counts. */
export const fileLimits = {
  modelBytes: 100 * 1_048_576,
  imageBytes: 50 * 1_048_576,
  documentBytes: 100 * 1_048_576,
  jsonBytes: 32 * 1_048_576,
  triangles: 5_000_000,
  nodes: 20_000,
  parts: 2_000,
  /** Meshes, accessors, materials and the like, per kind. */
  elementsPerKind: 60_000,
  images: 500,
  nodeDepth: 256,
  /** Decoded bytes of all accessors. */
  decodedBytes: 700 * 1_048_576,
  /**
   * Bytes that accessors without a buffer view may claim: this minimum or a multiple of the file size, with a higher
   * multiple under Draco.
   */
  bytelessAccessors: { minAllowedBytes: 16 * 1_048_576, fileSizeFactor: 16, dracoFileSizeFactor: 100 },
  /** Nesting of JSON brackets. The node tree of glTF is a flat list. */
  jsonDepth: 500,
  textureEdgePixels: 16_384,
  texturePixels: 8_192 * 8_192,
  allTexturePixels: 400_000_000,
  zipEntries: 2_000,
  zipBytes: 400 * 1_048_576,
  /** For entries above a minimum size: text compresses well, but not a thousand times. */
  zipCompressionRatio: 150,
  /** Bytes of a video's moov box, and the number of top-level boxes, which is high in videos made for streaming. */
  moovBytes: 64 * 1_048_576,
  videoBoxes: 50_000,
  /** Metres; a larger coordinate is a mistake. */
  maxCoordinateMetres: 100_000,
} as const
