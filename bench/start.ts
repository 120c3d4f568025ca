import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type BenchDatabase } from './support/bench-database.ts'
import { childProcessesOf, cpuSeconds } from './support/cpu-time.ts'
import { dataDir } from './support/data-dir.ts'
import { startVeranda } from './support/environment.ts'
import { sleep } from './support/load.ts'
import { type BenchResult } from './support/result.ts'

const root = join(import.meta.dirname, '..')
const startCount = 100
/** Each takes some seconds, with a supervisor of its own: one that saw several crashes in a minute waits longer. */
const supervisedStartCount = 20
const maxReadyMs = 2_000
const minShareInTime = 0.95
const maxCpuSeconds = 1.2
const pollIntervalMs = 10
const readyTimeoutMs = 60_000

type Start = { readonly readyMs: number; readonly cpu: number }

/**
 * Kills the server and starts it again, by itself and under the supervisor of `npm start`. Measures the CPU of a start
 * (median) and the share of starts that are ready within two seconds, which needs a machine that does nothing else.
 */
export async function benchStart(database: BenchDatabase): Promise<BenchResult[]> {
  // The first start compiles the modules.
  await startAndKill(database)
  const starts: Start[] = []
  for (let count = 0; count < startCount; count += 1) starts.push(await startAndKill(database))
  // The first of these makes the demo world.
  await killSupervised()
  const supervised: Start[] = []
  for (let count = 0; count < supervisedStartCount; count += 1) supervised.push(await killSupervised())
  return [...toResults('kill -9', starts), ...toResults('kill -9 under npm start', supervised)]
}

function toResults(after: string, starts: readonly Start[]): BenchResult[] {
  const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  const inTimeCount = starts.filter(({ readyMs }) => readyMs <= maxReadyMs).length
  return [
    {
      name: `CPU of a start after ${after}`,
      unit: 's CPU',
      ours: medianOf(starts.map(({ cpu }) => cpu)),
      target: { max: maxCpuSeconds },
    },
    {
      name: `share of ${starts.length} ready within ${maxReadyMs / 1_000} s of ${after}`,
      unit: '',
      ours: inTimeCount / starts.length,
      target: { min: minShareInTime },
    },
    { name: `ready after ${after}, median`, unit: 'ms', ours: medianOf(starts.map(({ readyMs }) => readyMs)) },
    { name: `ready after ${after}, slowest`, unit: 'ms', ours: Math.max(...starts.map(({ readyMs }) => readyMs)) },
  ]
}

async function startAndKill(database: BenchDatabase): Promise<Start> {
  const startedAt = performance.now()
  const server = await startVeranda(database)
  const start = { readyMs: performance.now() - startedAt, cpu: cpuSeconds(server.pid) }
  await server.kill()
  return start
}

/**
 * Starts the product as a person does, with the embedded Postgres and the demo world, kills the server, and measures the
 * start by the supervisor: with its delay, the end of the killed server's Postgres, and the start of the next one.
 */
async function killSupervised(): Promise<Start> {
  const port = await findFreePort()
  const { DATABASE_URL: _, ...env } = process.env
  const supervisor = spawn(process.execPath, ['start.mjs', 'start'], {
    cwd: root,
    env: {
      ...env,
      VERANDA_DATA: join(dataDir, 'supervised'),
      HOST: '127.0.0.1',
      PORT: String(port),
      RATE_LIMITS: '0',
      LOG_LEVEL: 'silent',
    },
    // It tells on stderr that the server was killed, and Postgres that it lost its server.
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    // From then on the supervisor starts it again.
    await waitUntilPrinted(supervisor, 'Ctrl-C stops everything.')
    const [killed] = childProcessesOf(supervisor.pid ?? 0)
    if (killed === undefined) throw new Error('the supervised server ended')
    const killedAt = performance.now()
    process.kill(killed, 'SIGKILL')
    const pid = await waitUntilReady(supervisor, port, killed)
    return { readyMs: performance.now() - killedAt, cpu: cpuSeconds(pid) }
  } finally {
    if (supervisor.exitCode === null) {
      supervisor.kill('SIGTERM')
      await once(supervisor, 'exit')
    }
  }
}

function waitUntilPrinted(supervisor: ChildProcess, line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let printed = ''
    supervisor.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      if (printed.includes(line)) resolve()
    })
    supervisor.once('exit', () => reject(new Error(`the supervised server did not start: ${printed}`)))
  })
}

/** Waits until another server than the killed one is ready. Returns its process id. */
async function waitUntilReady(supervisor: ChildProcess, port: number, killed: number): Promise<number> {
  const deadline = performance.now() + readyTimeoutMs
  while (performance.now() < deadline && supervisor.exitCode === null) {
    if (await isReady(port)) {
      const pid = childProcessesOf(supervisor.pid ?? 0).find((child) => child !== killed)
      if (pid !== undefined) return pid
    }
    await sleep(pollIntervalMs)
  }
  throw new Error('the supervised server was not started again')
}

async function isReady(port: number): Promise<boolean> {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/readyz`)
    await reply.arrayBuffer()
    return reply.status === 200
  } catch {
    return false
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}
