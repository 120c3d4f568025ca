import { resolve } from 'node:path'
import { type App, buildApp } from './app.ts'
import { makeDataFolder } from './data-folder.ts'
import { launchPostgres, type Postgres } from './db/launch.ts'
import { DatabaseUnfit, migrate } from './db/migrate.ts'
import { type Env, readEnv } from './env.ts'
import { isPortFree } from './free-port.ts'
import { makeLogger } from './logger.ts'
import { closeOnSignal, signals } from './shutdown.ts'

export const root = resolve(import.meta.dirname, '../../..')

/** Ends with one clear line and code 1. */
export function giveUp(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

/** The environment, or the end with a line that names what does not fit. */
export function environment(): Env {
  const read = readEnv(process.env, root)
  if (!read.ok) return giveUp(read.complaint)
  const { dataDir, databaseUrl, s3 } = read.env
  const trouble = databaseUrl && s3 && !read.env.https ? undefined : makeDataFolder(dataDir)
  return trouble === undefined ? read.env : giveUp(`VERANDA_DATA ${dataDir} cannot be used: ${trouble}`)
}

/** The database that the environment names, or the embedded one, brought to the newest migration. */
export async function openDatabaseOf(env: Env): Promise<{ url: string; postgres: Postgres | undefined }> {
  const postgres = env.databaseUrl
    ? undefined
    : await launchPostgres(resolve(env.dataDir, 'postgres')).catch((error: unknown) => giveUp(messageOf(error)))
  const url = env.databaseUrl ?? postgres?.url ?? ''
  try {
    await migrate(url, resolve(import.meta.dirname, '../migrations'))
    return { url, postgres }
  } catch (error) {
    if (!postgres?.adopted) await postgres?.stop()
    if (error instanceof DatabaseUnfit) giveUp(error.message)
    return giveUp(env.databaseUrl ? `DATABASE_URL cannot be reached or used: ${messageOf(error)}` : messageOf(error))
  }
}

/** Opens, works, listens, and closes by a signal. `beforeListening` gets the built app while it does not work yet. */
export async function runServer(
  options: {
    /** Gets the address of the migrated database before anything works on it. */
    beforeBuilding?: (databaseUrl: string) => Promise<void>
    beforeListening?: (app: App, databaseUrl: string) => Promise<void>
  } = {},
): Promise<{ app: App; address: string }> {
  const env = environment()
  const log = makeLogger(env.logLevel)
  // Before the database is started and a world is made, which takes a while.
  if (!(await isPortFree(env.host, env.port))) giveUp(portTaken(env))
  // Until there is an app to close, a signal has nothing to wait for but the database.
  const started: { postgres?: Postgres | undefined } = {}
  const early = () => void (started.postgres?.stop() ?? Promise.resolve()).finally(() => process.exit(0))
  for (const signal of signals) process.on(signal, early)
  const { url, postgres } = await openDatabaseOf(env)
  started.postgres = postgres
  let app: App | undefined
  try {
    await options.beforeBuilding?.(url)
    app = await buildApp({ env, databaseUrl: url, log })
    for (const signal of signals) process.off(signal, early)
    const stop = closeOnSignal(app, postgres)
    process.on('disconnect', () => void stop('the starter is gone'))
    await options.beforeListening?.(app, url)
    await app.start()
    const local = await app.listen()
    const address = env.publicUrl ?? local
    log.info({ address, mode: env.mode }, 'listening')
    // Whoever started us (the tests, the benches) waits for this.
    process.send?.({ ready: true, address })
    return { app, address }
  } catch (error) {
    await app?.stop().catch(() => undefined)
    await postgres?.stop()
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    return giveUp(taken ? portTaken(env) : messageOf(error))
  }
}

function portTaken({ host, port }: Env): string {
  return `PORT ${port} is taken on ${host}: end what runs there or set another PORT`
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return error.errors[0].message
  return error instanceof Error ? error.message : String(error)
}
