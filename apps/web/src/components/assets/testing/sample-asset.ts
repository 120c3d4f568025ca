import { type Asset, type ModelFacts } from '@veranda/contract/assets/schemas.ts'

const origin = { x: 0, y: 0, z: 0 }
const metre = { x: 1, y: 1, z: 1 }
const box = { min: origin, max: metre }

/** Returns the facts of a model of one cubic metre with one part. */
export function sampleModelFacts(overrides: Partial<ModelFacts> = {}): ModelFacts {
  return {
    triangles: 1_000,
    materials: 1,
    draws: 1,
    textures: [],
    textureBytes: 0,
    size: metre,
    box,
    parts: [{ name: 'Seat', triangles: 1_000, box }],
    animations: [],
    deviation: 0,
    ...overrides,
  }
}

type ReadyAsset = Extract<Asset, { state: 'ready' }>

/** Returns a model that is ready. */
export function sampleAsset(overrides: Partial<ReadyAsset> = {}): ReadyAsset {
  return {
    id: '0199c1a0-0000-7000-8000-0000000000a1',
    name: 'chair.glb',
    kind: 'model',
    state: 'ready',
    progress: 1,
    refusal: null,
    bytes: 1_048_576,
    hash: 'a'.repeat(64),
    facts: sampleModelFacts(),
    headsetRating: null,
    thumbnail: null,
    turntable: null,
    model: null,
    headset: null,
    sourceUrl: null,
    createdAt: '2026-11-23T10:00:00.000Z',
    ...overrides,
  }
}
