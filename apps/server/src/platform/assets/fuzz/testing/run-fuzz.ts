import { loadGlb } from '../../model/load-glb.ts'
import { measureModel } from '../../model/measure-model.ts'
import { nameParts } from '../../model/name-parts.ts'
import { listSurfaces } from '../../model/surfaces.ts'
import { makeCorpus } from './corpus.ts'
import { seededRandom, mutate } from './mutate.ts'

export type FuzzOutcome = {
  readonly tried: number
  readonly passed: number
  readonly reasons: Readonly<Record<string, number>>
  /** Time of the slowest file in milliseconds, and its seed. */
  readonly slowest: { readonly ms: number; readonly seed: number }
}

/**
 * Runs `count` broken models through every reader in this process. Each has its own seed, so that a failing model can
 * be rebuilt. Throws with the seed when a reader throws instead of refusing.
 */
export async function runFuzz(count: number, from: number): Promise<FuzzOutcome> {
  const corpus = await makeCorpus()
  const reasons: Record<string, number> = {}
  let passed = 0
  let slowest = { ms: 0, seed: 0 }
  for (let seed = from; seed < from + count; seed += 1) {
    const random = seededRandom(seed)
    const original = corpus[Math.floor(random() * corpus.length)] ?? new Uint8Array(0)
    const bytes = mutate(original, random)
    const startedAt = performance.now()
    try {
      const loaded = await loadGlb(bytes)
      const names = loaded.ok ? nameParts(loaded.value) : []
      const measured = loaded.ok ? measureModel(loaded.value, listSurfaces(loaded.value), names) : loaded
      if (measured.ok) passed += 1
      else reasons[measured.refusal.code] = (reasons[measured.refusal.code] ?? 0) + 1
    } catch (error) {
      throw new Error(`the model of seed ${seed} threw instead of being refused`, { cause: error })
    }
    const ms = performance.now() - startedAt
    if (ms > slowest.ms) slowest = { ms, seed }
  }
  return { tried: count, passed, reasons, slowest }
}
