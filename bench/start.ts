import { cpuSeconds } from './support/cpu-time.ts'
import { type BenchDatabase } from './support/bench-database.ts'
import { startVeranda } from './support/environment.ts'
import { type BenchResult } from './support/result.ts'

const startCount = 100
const maxReadyMs = 2_000
const minShareInTime = 0.95
const maxCpuSeconds = 1.2

/**
 * Kills the server and starts it again. Measures the CPU of a start (median) and the share of starts that are ready
 * within two seconds, which needs a machine that does nothing else.
 */
export async function benchStart(database: BenchDatabase): Promise<BenchResult[]> {
  // The first start compiles the modules.
  await startAndKill(database)
  const starts: { readyMs: number; cpu: number }[] = []
  for (let count = 0; count < startCount; count += 1) starts.push(await startAndKill(database))
  const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  const inTimeCount = starts.filter(({ readyMs }) => readyMs <= maxReadyMs).length
  return [
    {
      name: 'CPU of a start after kill -9',
      unit: 's CPU',
      ours: medianOf(starts.map(({ cpu }) => cpu)),
      target: { max: maxCpuSeconds },
    },
    {
      name: `share of ${startCount} starts ready within ${maxReadyMs / 1_000} s`,
      unit: '',
      ours: inTimeCount / startCount,
      target: { min: minShareInTime },
    },
    { name: 'time to ready, median', unit: 'ms', ours: medianOf(starts.map(({ readyMs }) => readyMs)) },
  ]
}

async function startAndKill(database: BenchDatabase): Promise<{ readyMs: number; cpu: number }> {
  const startedAt = performance.now()
  const server = await startVeranda(database)
  const start = { readyMs: performance.now() - startedAt, cpu: cpuSeconds(server.pid) }
  await server.kill()
  return start
}
