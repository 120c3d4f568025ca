import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Collects what the heap holds in vain; wants no flag of the process. */
export function collector(): () => void {
  setFlagsFromString('--expose-gc')
  // A context of its own is where V8 puts the collector that the flag asks for.
  return runInNewContext('gc') as () => void
}

/**
 * Bytes that one run takes from the heap, counted before anything is collected, once all of it is compiled: code that is
 * still read line by line keeps each number of a sum on the heap.
 */
export function takenEach(run: (at: number) => void, runs = 100): number {
  const collect = collector()
  for (let at = 0; at < 20_000; at += 1) run(at)
  const readings = Array.from({ length: 7 }, () => {
    collect()
    const before = process.memoryUsage().heapUsed
    for (let at = 0; at < runs; at += 1) run(at)
    return (process.memoryUsage().heapUsed - before) / runs
  })
  return readings.sort((a, b) => a - b)[3] ?? Infinity
}
