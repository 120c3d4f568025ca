import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Returns a function that collects garbage; needs no process flag. */
export function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc')
  // V8 exposes the collector only to contexts created after the flag is set.
  return runInNewContext('gc') as () => void
}

const maxWarmUps = 10

/**
 * Returns the median number of bytes that one run allocates, measured before garbage collection. Interpreted code keeps
 * every intermediate number on the heap and V8 compiles in the background, so it warms up and measures again until the
 * result is below `limitBytes` or ten warm-ups have not helped.
 */
export function bytesPerRun(run: (index: number) => void, limitBytes: number, runs = 100): number {
  const collect = garbageCollector()
  let median = Infinity
  for (let warmUp = 0; warmUp < maxWarmUps && median >= limitBytes; warmUp += 1) {
    for (let index = 0; index < 20_000; index += 1) run(index)
    const readings = Array.from({ length: 7 }, () => {
      collect()
      const before = process.memoryUsage().heapUsed
      for (let index = 0; index < runs; index += 1) run(index)
      return (process.memoryUsage().heapUsed - before) / runs
    })
    median = readings.sort((a, b) => a - b)[3] ?? Infinity
  }
  return median
}
