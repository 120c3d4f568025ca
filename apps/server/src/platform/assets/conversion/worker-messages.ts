import { type Refusal } from '@veranda/core/result.ts'
import { type EmbeddedMetadata } from '@veranda/core/assets/embedded-metadata.ts'
import { type ModelFacts } from '@veranda/core/assets/model-facts.ts'
import { type HeadsetRating } from '@veranda/core/assets/headset-rating.ts'
import { type AssetKind } from '@veranda/core/assets/acceptance-limits.ts'

/**
 * Request to the worker process: the source file and the output folder. The worker receives nothing else from the
 * server.
 */
export type ConversionRequest = {
  readonly file: string
  readonly folder: string
  readonly task: 'convert' | 'compress' | 'turntable'
}

export type ConversionStage = 'checking' | 'optimising'

/** Reports the stage and the share of it that is done, 0 to 1. */
export type ReportProgress = (stage: ConversionStage, progress: number) => void

/** Result of a file that passed. Renditions are in the folder under `renditionFileNames`. */
export type ConversionResult = {
  readonly kind: AssetKind
  readonly mediaType: string
  readonly facts: ModelFacts | null
  readonly headsetRating: HeadsetRating | null
  /** The metadata of the source beside its content; null for kinds that are not read. */
  readonly embeddedMetadata: EmbeddedMetadata | null
  /** Bytes of each rendition. */
  readonly renditionBytes: Readonly<Partial<Record<RenditionName, number>>>
}

export const renditionFileNames = {
  model: 'model.glb',
  headset: 'headset.glb',
  thumbnail: 'thumbnail.webp',
  shared: 'shared',
  parts: 'parts.bin',
  compressed: 'compressed.glb',
  turntable: 'turntable.webp',
} as const
export type RenditionName = keyof typeof renditionFileNames

/** Messages from the worker process. */
export type WorkerMessage =
  | { readonly type: 'progress'; readonly stage: ConversionStage; readonly progress: number }
  | { readonly type: 'done'; readonly converted: ConversionResult }
  | { readonly type: 'refused'; readonly refusal: Refusal }
