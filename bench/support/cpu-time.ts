import { readdirSync, readFileSync } from 'node:fs'

/** Linux clock ticks per second, a constant of the user-space ABI. */
const clockTicksPerSecond = 100

type ProcessTimes = { readonly parentPid: number; readonly ownTicks: number; readonly endedChildrenTicks: number }

function readProcessTimes(pid: number): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The process name in parentheses may contain spaces, so fields are counted after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [own, endedChildrenTicks] = [Number(fields[11]) + Number(fields[12]), Number(fields[13]) + Number(fields[14])]
    return { parentPid: Number(fields[1]), ownTicks: own, endedChildrenTicks }
  } catch {
    return undefined
  }
}

/**
 * Returns the CPU time (user and system) a process has used so far, in seconds; precise to the nanosecond where the
 * kernel offers it.
 */
export function cpuSeconds(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const threadTimes = threads.map(
      (thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0],
    )
    return threadTimes.reduce((sum, nanoseconds) => sum + Number(nanoseconds), 0) / 1e9
  } catch {
    return (readProcessTimes(pid)?.ownTicks ?? 0) / clockTicksPerSecond
  }
}

/** Returns the CPU seconds of a process and all its children, running and ended, such as Postgres with its backends. */
export function cpuSecondsWithChildren(pid: number): number {
  const ended = (readProcessTimes(pid)?.endedChildrenTicks ?? 0) / clockTicksPerSecond
  return childProcessesOf(pid).reduce((sum, child) => sum + cpuSeconds(child), cpuSeconds(pid) + ended)
}

/** Returns the CPU seconds of a process and of everything that it started, running and ended, at any depth. */
export function cpuSecondsOfTree(pid: number): number {
  const ended = (readProcessTimes(pid)?.endedChildrenTicks ?? 0) / clockTicksPerSecond
  return childProcessesOf(pid).reduce((sum, child) => sum + cpuSecondsOfTree(child), cpuSeconds(pid) + ended)
}

/** Returns the ids of the running children of a process. */
export function childProcessesOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => readProcessTimes(other)?.parentPid === pid)
}

/** Runs `work` and returns the CPU milliseconds per operation of the server and its Postgres. */
export async function cpuCostPerOperation(
  operations: number,
  server: number,
  postgres: number,
  work: () => Promise<void>,
): Promise<{ server: number; postgres: number; total: number }> {
  const before = { server: cpuSeconds(server), postgres: cpuSecondsWithChildren(postgres) }
  await work()
  const perOperation = (seconds: number) => (seconds * 1_000) / operations
  const own = perOperation(cpuSeconds(server) - before.server)
  const store = perOperation(cpuSecondsWithChildren(postgres) - before.postgres)
  return { server: own, postgres: store, total: own + store }
}
