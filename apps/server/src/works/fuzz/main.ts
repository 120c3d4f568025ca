import { runFuzz } from './run-fuzz.ts'

/** `node apps/server/src/works/fuzz/main.ts [count] [first seed]`: the long run, 100 000 broken models by default. */
const [count = 100_000, first = 1] = process.argv.slice(2).map(Number)
const began = performance.now()
const outcome = await runFuzz(count, first, (done) => {
  if (done % 10_000 === 0) process.stderr.write(`${done} after ${Math.round((performance.now() - began) / 1_000)} s\n`)
})
const seconds = Math.round((performance.now() - began) / 1_000)
const memory = Math.round(process.memoryUsage().rss / 1_048_576)
process.stdout.write(`${JSON.stringify({ ...outcome, seconds, memoryMiB: memory }, null, 2)}\n`)
