import { type Refusal } from '@veranda/core/result.ts'
import { type ModelFacts } from '@veranda/core/works/facts.ts'
import { type Gate } from '@veranda/core/works/gate.ts'
import { type WorkKind } from '@veranda/core/works/limits.ts'

/** What the worker process is told: the file, and the folder for what it makes. Nothing else of the server reaches it. */
export type ConvertOrder = { readonly file: string; readonly folder: string; readonly task: 'convert' | 'compress' }

export type Stage = 'checking' | 'optimising'

/** What came of a file that passed. The derivatives lie in the folder under the names of `derivatives`. */
export type Converted = {
  readonly kind: WorkKind
  readonly mime: string
  readonly facts: ModelFacts | null
  readonly gate: Gate | null
  /** Bytes of what was made. */
  readonly made: Readonly<Partial<Record<Derivative, number>>>
}

export const derivatives = {
  model: 'model.glb',
  headset: 'headset.glb',
  thumbnail: 'thumbnail.webp',
  parts: 'parts.bin',
  compressed: 'compressed.glb',
} as const
export type Derivative = keyof typeof derivatives

/** What the worker process says. */
export type ConvertNews =
  | { readonly say: 'progress'; readonly stage: Stage; readonly progress: number }
  | { readonly say: 'done'; readonly converted: Converted }
  | { readonly say: 'refused'; readonly refusal: Refusal }
