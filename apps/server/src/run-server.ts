import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { createServer } from 'node:net'
import { dirname, resolve } from 'node:path'
// Node loads a module of which only a `{ type … }` is imported, but none of an `import type`.
import type { App } from './app.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/db/embedded-postgres.ts'
import { migrate } from './platform/db/migrate.ts'
import { UnusableDatabaseError } from './platform/db/preparation.ts'
import { type Env, readEnv } from './env.ts'
import { openLocationDatabase } from './gateways/location/location-database.ts'
import { makeLogger } from './platform/logger.ts'

const portWaitMs = 2_000
const portRetryDelayMs = 100

/** Returns whether the port is free, waiting up to two seconds for a server that is shutting down. */
export async function isPortFree(host: string, port: number): Promise<boolean> {
  if (port === 0) return true
  const deadline = performance.now() + portWaitMs
  while (!(await canListen(host, port))) {
    if (performance.now() > deadline) return false
    await new Promise((resolve) => setTimeout(resolve, portRetryDelayMs))
  }
  return true
}

/** Returns false only for a port in use; any other error is reported by listening itself. */
function canListen(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}

/** Running requests have ten seconds of it, and after them running jobs eight. */
const shutdownTimeoutMs = 19_000

export const shutdownSignals = ['SIGTERM', 'SIGINT'] as const

/**
 * Shuts down on SIGTERM and SIGINT: stops being ready, works on for SHUTDOWN_DELAY_SECONDS until a proxy in front has
 * noticed, accepts no new connections, asks sockets to reconnect, gives running requests 10 seconds and then running
 * jobs 8, and exits with 0.
 * A second signal exits at once. After an uncaught exception it does the same without the delay and exits with 1.
 * Returns the shutdown as a function.
 */
export function shutDownOnSignal(app: App, postgres: EmbeddedPostgres | undefined): (reason: string) => Promise<void> {
  let shutdown: Promise<void> | undefined
  let exitCode = 0
  let startedAt = 0
  const close = (reason: string): Promise<void> => {
    shutdown ??= (async () => {
      startedAt = performance.now()
      app.readiness.ready = false
      app.deps.log.info({ why: reason }, 'shutting down')
      const { shutdownDelayMs } = app.deps.env
      if (exitCode === 0 && shutdownDelayMs > 0) await new Promise((resolve) => setTimeout(resolve, shutdownDelayMs))
      const timeout = setTimeout(() => void end(1), shutdownTimeoutMs)
      await app.stop().catch((error: unknown) => app.deps.log.error({ err: error }, 'shutdown failed'))
      clearTimeout(timeout)
      await end(exitCode)
    })()
    return shutdown
  }
  const end = async (code: number): Promise<void> => {
    await postgres?.stop()
    app.deps.log.flush()
    process.exit(code)
  }
  for (const signal of shutdownSignals) {
    process.on(signal, () => {
      // Ctrl-C arrives twice: from the terminal and from the parent process.
      if (shutdown && performance.now() - startedAt > 2_000) process.exit(1)
      void close(signal)
    })
  }
  process.on('uncaughtException', (error) => {
    app.deps.log.fatal({ err: error }, 'uncaught exception')
    // The supervisor starts the process again.
    exitCode = 1
    void close('uncaughtException')
  })
  process.on('unhandledRejection', (error) => app.deps.log.error({ err: error }, 'unhandled rejection'))
  return close
}

export const repositoryRoot = resolve(import.meta.dirname, '../../..')

/** Exits with one line on stderr and code 1. */
export function exitWithMessage(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

/** Loads the environment, or exits with a line that names the invalid variable. */
export function loadEnvironment(): Env {
  const read = readEnv(process.env, repositoryRoot)
  if (!read.ok) return exitWithMessage(read.error)
  const { dataDir, databaseUrl, s3, locationDatabase } = read.env
  if (locationDatabase !== undefined) {
    try {
      openLocationDatabase(locationDatabase)
    } catch (error) {
      return exitWithMessage(`LOCATION_DATABASE ${locationDatabase} cannot be used: ${describeError(error)}`)
    }
  }
  const reason = databaseUrl && s3 && !read.env.https ? undefined : makeDataFolder(dataDir)
  return reason === undefined ? read.env : exitWithMessage(`VERANDA_DATA ${dataDir} cannot be used: ${reason}`)
}

/** Opens the configured or the embedded database and prepares it; by default applies the missing migrations. */
export async function openConfiguredDatabase(
  env: Env,
  prepare: (url: string) => Promise<unknown> = (url) => migrate(url, resolve(import.meta.dirname, '../migrations')),
): Promise<{ url: string; postgres: EmbeddedPostgres | undefined }> {
  const postgres = env.databaseUrl
    ? undefined
    : await startEmbeddedPostgres(resolve(env.dataDir, 'postgres')).catch((error: unknown) =>
        exitWithMessage(describeError(error)),
      )
  const url = env.databaseUrl ?? postgres?.url ?? ''
  try {
    await prepare(url)
    return { url, postgres }
  } catch (error) {
    if (!postgres?.adopted) await postgres?.stop()
    if (error instanceof UnusableDatabaseError) exitWithMessage(error.message)
    return exitWithMessage(
      env.databaseUrl ? `DATABASE_URL cannot be reached or used: ${describeError(error)}` : describeError(error),
    )
  }
}

/** Starts the server and shuts it down on a signal. `beforeListening` gets the built app before it works. */
export async function runServer(
  options: {
    /** Gets the address of the migrated database before the app is built. */
    beforeBuilding?: (databaseUrl: string) => Promise<void>
    beforeListening?: (app: App, databaseUrl: string) => Promise<void>
  } = {},
): Promise<{ app: App; address: string }> {
  const env = loadEnvironment()
  const log = makeLogger(env.logLevel)
  // Checked first, because starting the database and seeding take a while.
  if (!(await isPortFree(env.host, env.port))) exitWithMessage(portTakenMessage(env))
  // Until the app is built, a signal only has to stop the database.
  const running: { postgres?: EmbeddedPostgres | undefined } = {}
  const stopEarly = () => void (running.postgres?.stop() ?? Promise.resolve()).finally(() => process.exit(0))
  for (const signal of shutdownSignals) process.on(signal, stopEarly)
  // Loaded while the database starts, and not at all when the settings are refused.
  const loadingApp = import('./app.ts')
  const { url, postgres } = await openConfiguredDatabase(env)
  running.postgres = postgres
  let app: App | undefined
  try {
    await options.beforeBuilding?.(url)
    const { buildApp } = await loadingApp
    app = await buildApp({ env, databaseUrl: url, log })
    if (!env.payments) {
      const { hasCharges } = await import('./features/payments/charges/charge.repository.ts')
      if (await hasCharges(app.deps.db)) throw new Error(paymentsOffMessage)
    }
    for (const signal of shutdownSignals) process.off(signal, stopEarly)
    const stop = shutDownOnSignal(app, postgres)
    process.on('disconnect', () => void stop('the starter is gone'))
    await options.beforeListening?.(app, url)
    await app.start()
    const local = await app.listen()
    const address = env.publicUrl ?? local
    log.info({ address, mode: env.mode }, 'listening')
    // The parent process (tests, benches) waits for this.
    process.send?.({ ready: true, address })
    // Node would write what it compiled at its exit, which a server that is killed does not reach.
    flushCompileCache()
    return { app, address }
  } catch (error) {
    await app?.stop().catch(() => undefined)
    await postgres?.stop()
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    return exitWithMessage(taken ? portTakenMessage(env) : describeError(error))
  }
}

const paymentsOffMessage =
  'PAYMENTS is off, but this database holds payments that nobody could release, refund or pay out: use another database (DATABASE_URL or VERANDA_DATA), or in the sandbox leave PAYMENTS out'

function portTakenMessage({ host, port }: Env): string {
  return `PORT ${port} is taken on ${host}: end what runs there or set another PORT`
}

function describeError(error: unknown): string {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return error.errors[0].message
  return error instanceof Error ? error.message : String(error)
}

/**
 * Makes the folder and its parents one by one: Node's `recursive` option never returns where the system refuses to
 * make one, as below /proc. Returns the reason why the folder cannot be used, or undefined.
 */
export function makeDataFolder(path: string): string | undefined {
  const missing: string[] = []
  for (let current = path; !existsSync(current) && dirname(current) !== current; current = dirname(current))
    missing.unshift(current)
  try {
    for (const folder of missing) mkdirSync(folder)
    if (!statSync(path).isDirectory()) return 'it is no folder'
    accessSync(path, constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
