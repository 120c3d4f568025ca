import { runFuzz } from './run-fuzz.ts'

/**
 * Runs the long fuzz test, 100 000 broken models by default: `node apps/server/src/platform/assets/fuzz/main.ts [count]
 * [first seed]`.
 */
const [count = 100_000, firstSeed = 1] = process.argv.slice(2).map(Number)
const startedAt = performance.now()
const outcome = await runFuzz(count, firstSeed, (done) => {
  if (done % 10_000 === 0)
    process.stderr.write(`${done} after ${Math.round((performance.now() - startedAt) / 1_000)} s\n`)
})
const seconds = Math.round((performance.now() - startedAt) / 1_000)
const memory = Math.round(process.memoryUsage().rss / 1_048_576)
process.stdout.write(`${JSON.stringify({ ...outcome, seconds, memoryMiB: memory }, null, 2)}\n`)
