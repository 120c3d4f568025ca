import { Worker } from 'node:worker_threads'
import type { ConversionResult, RenditionName } from '../../src/platform/assets/conversion/worker-messages.ts'
import type { DemoAssetName } from './demo-assets.ts'

/** A model of the demo world with everything that the conversion of its upload makes, and pictures of it. */
export type ConvertedWork = {
  readonly name: DemoAssetName
  readonly bytes: Uint8Array
  readonly converted: ConversionResult
  readonly files: Readonly<Partial<Record<RenditionName, Uint8Array>>>
  /** WebP pictures on a transparent ground: the thumbnail first, then other sides. */
  readonly pictures: readonly Uint8Array[]
}

/** A model to convert, the angles of its pictures after the thumbnail in radians, and their greatest width in pixels. */
export type WorkOrder = { readonly name: DemoAssetName; readonly turns: readonly number[]; readonly maxWidth: number }

/**
 * Builds and converts models in a worker thread while the rest of the demo world is seeded. They are converted like any
 * upload, except that no separate process is started: it would take longer to start than one of these models takes to
 * convert.
 */
export class ConvertedWorks {
  readonly #worker: Worker
  readonly #works = new Map<DemoAssetName, PromiseWithResolvers<ConvertedWork>>()

  constructor(orders: readonly WorkOrder[]) {
    for (const { name } of orders) {
      const work = Promise.withResolvers<ConvertedWork>()
      // A failure is thrown where the work is awaited.
      work.promise.catch(() => undefined)
      this.#works.set(name, work)
    }
    this.#worker = new Worker(new URL('./convert-works.ts', import.meta.url), { workerData: orders })
    this.#worker.on('message', (work: ConvertedWork) => this.#works.get(work.name)?.resolve(work))
    this.#worker.on('error', (error) => {
      for (const { reject } of this.#works.values()) reject(error)
    })
  }

  /** Waits for a model that was ordered. */
  find(name: DemoAssetName): Promise<ConvertedWork> {
    const work = this.#works.get(name)
    if (!work) throw new Error(`${name} was not ordered`)
    return work.promise
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }
}
