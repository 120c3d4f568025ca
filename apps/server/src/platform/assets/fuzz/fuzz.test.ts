import { expect, test } from 'vitest'
import { runFuzz } from './testing/run-fuzz.ts'
import { isGateRun } from '../../../testing/test-scope.ts'

/** `npm run e2e -- gate` tries a hundred thousand, from a seed of its own; `FUZZ_SEED` repeats a run. */
const modelCount = isGateRun ? 100_000 : 1_000
const firstSeed = Number(process.env['FUZZ_SEED'] ?? (isGateRun ? Date.now() % 1_000_000_000 : 1))
const timeoutMs = isGateRun ? 3_600_000 : 60_000

test('broken models are each refused with a reason or read, within time limits', { timeout: timeoutMs }, async () => {
  const outcome = await runFuzz(modelCount, firstSeed)
  const refused = Object.values(outcome.reasons).reduce((sum, count) => sum + count, 0)
  expect(refused + outcome.passed).toBe(modelCount)
  expect(Object.keys(outcome.reasons).length).toBeGreaterThan(5)
  expect(outcome.passed).toBeGreaterThan(10)
  expect(outcome.slowest.ms).toBeLessThan(5_000)
})
