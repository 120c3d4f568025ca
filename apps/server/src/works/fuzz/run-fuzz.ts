import { loadModel } from '../model/load-model.ts'
import { measure } from '../model/measure.ts'
import { nameParts } from '../model/name-parts.ts'
import { surfacesOf } from '../model/surfaces.ts'
import { makeCorpus } from './corpus.ts'
import { chanceOf, mutate } from './mutate.ts'

export type FuzzOutcome = {
  readonly tried: number
  readonly passed: number
  readonly reasons: Readonly<Record<string, number>>
  /** The longest that one file took, in milliseconds, and its seed. */
  readonly slowest: { readonly ms: number; readonly seed: number }
}

/**
 * Puts `count` broken models through everything that reads one, in this very process. Each comes from its own seed, so
 * that one that makes trouble can be made again. Throws with that seed when anything throws instead of refusing.
 */
export async function runFuzz(count: number, from = 1, each?: (done: number) => void): Promise<FuzzOutcome> {
  const corpus = await makeCorpus()
  const reasons: Record<string, number> = {}
  let passed = 0
  let slowest = { ms: 0, seed: 0 }
  for (let seed = from; seed < from + count; seed += 1) {
    const chance = chanceOf(seed)
    const good = corpus[Math.floor(chance() * corpus.length)] ?? new Uint8Array(0)
    const bytes = mutate(good, chance)
    const began = performance.now()
    try {
      const loaded = await loadModel(bytes)
      const names = loaded.ok ? nameParts(loaded.value) : []
      const measured = loaded.ok ? measure(loaded.value, surfacesOf(loaded.value), names) : loaded
      if (measured.ok) passed += 1
      else reasons[measured.refusal.code] = (reasons[measured.refusal.code] ?? 0) + 1
    } catch (error) {
      throw new Error(`the model of seed ${seed} was not refused but thrown at`, { cause: error })
    }
    const ms = performance.now() - began
    if (ms > slowest.ms) slowest = { ms, seed }
    each?.(seed - from + 1)
  }
  return { tried: count, passed, reasons, slowest }
}
