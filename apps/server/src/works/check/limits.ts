/** What a file may ask of us before anything of it is decoded. Bytes, pixels and counts. */
export const fileLimits = {
  modelBytes: 100 * 1_048_576,
  pictureBytes: 50 * 1_048_576,
  documentBytes: 100 * 1_048_576,
  jsonBytes: 32 * 1_048_576,
  triangles: 5_000_000,
  nodes: 20_000,
  parts: 2_000,
  /** Meshes, accessors, materials and the like, of each kind. */
  things: 60_000,
  images: 500,
  depth: 256,
  /** Everything that accessors would take once decoded. */
  decodedBytes: 700 * 1_048_576,
  /** What accessors without bytes of their own may claim: this, or so many times the file; more where Draco packed them. */
  claimed: { bytes: 16 * 1_048_576, ofFile: 16, ofDraco: 100 },
  /** Brackets of JSON within each other. A tree of nodes is flat in glTF. */
  jsonDepth: 500,
  textureEdge: 16_384,
  texturePixels: 8_192 * 8_192,
  allTexturePixels: 400_000_000,
  zipEntries: 2_000,
  zipBytes: 400 * 1_048_576,
  /** Of an entry of some size: text packs well, but not a thousand times. */
  zipRatio: 150,
  /** The table of contents of a film, in bytes, and its outermost boxes: many in one that was made to be streamed. */
  filmTable: 64 * 1_048_576,
  filmBoxes: 50_000,
  /** Metres; beyond it a number is a mistake. */
  reach: 100_000,
} as const
