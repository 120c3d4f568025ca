import { expect, test } from 'vitest'
import { runFuzz } from './run-fuzz.ts'

test(
  'two thousand broken models are each refused with a reason or read, within time limits',
  { timeout: 60_000 },
  async () => {
    const outcome = await runFuzz(2_000)
    const refused = Object.values(outcome.reasons).reduce((sum, count) => sum + count, 0)
    expect(refused + outcome.passed).toBe(2_000)
    expect(Object.keys(outcome.reasons).length).toBeGreaterThan(5)
    expect(outcome.passed).toBeGreaterThan(10)
    expect(outcome.slowest.ms).toBeLessThan(5_000)
  },
)
