import { readdirSync, readFileSync } from 'node:fs'

/** Kernel ticks a second on Linux; a constant of its ABI for user space. */
const ticks = 100

type Times = { readonly parent: number; readonly own: number; readonly ended: number }

function timesOf(pid: number): Times | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold spaces; fields are counted after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [own, ended] = [Number(fields[11]) + Number(fields[12]), Number(fields[13]) + Number(fields[14])]
    return { parent: Number(fields[1]), own, ended }
  } catch {
    return undefined
  }
}

/** Processor seconds (user and system) that a process has used so far, to the nanosecond where the kernel tells it. */
export function cpuOf(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const spent = threads.map(
      (thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0],
    )
    return spent.reduce((sum, nanoseconds) => sum + Number(nanoseconds), 0) / 1e9
  } catch {
    return (timesOf(pid)?.own ?? 0) / ticks
  }
}

/** The same for a process and all its children, living and ended: a Postgres with its backends. */
export function cpuOfFamily(pid: number): number {
  let sum = cpuOf(pid) + (timesOf(pid)?.ended ?? 0) / ticks
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const times = timesOf(Number(name))
    if (times?.parent === pid) sum += cpuOf(Number(name))
  }
  return sum
}

/** What a piece of work cost: processor milliseconds per operation of the server and of its Postgres. */
export async function costOf(
  operations: number,
  server: number,
  postgres: number,
  work: () => Promise<void>,
): Promise<{ server: number; postgres: number; total: number }> {
  const before = { server: cpuOf(server), postgres: cpuOfFamily(postgres) }
  await work()
  const perOperation = (seconds: number) => (seconds * 1_000) / operations
  const own = perOperation(cpuOf(server) - before.server)
  const store = perOperation(cpuOfFamily(postgres) - before.postgres)
  return { server: own, postgres: store, total: own + store }
}
