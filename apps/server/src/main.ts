import { resolve } from 'node:path'
import { buildApp } from './app.ts'
import { DatabaseUnfit, migrate } from './db/migrate.ts'
import { launchPostgres } from './db/launch.ts'
import { readEnv } from './env.ts'
import { makeLogger } from './logger.ts'
import { closeOnSignal } from './shutdown.ts'

const root = resolve(import.meta.dirname, '../../..')

/** Ends with one clear line and code 1. */
function giveUp(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

const read = readEnv(process.env, root)
if (!read.ok) giveUp(read.complaint)
const { env } = read
const log = makeLogger(env.logLevel)

const postgres = env.databaseUrl
  ? undefined
  : await launchPostgres(resolve(env.dataDir, 'postgres')).catch((error: unknown) => giveUp(messageOf(error)))
const databaseUrl = env.databaseUrl ?? postgres?.url ?? ''

try {
  await migrate(databaseUrl, resolve(import.meta.dirname, '../migrations'))
} catch (error) {
  await postgres?.stop()
  if (error instanceof DatabaseUnfit) giveUp(error.message)
  giveUp(env.databaseUrl ? `DATABASE_URL cannot be reached or used: ${messageOf(error)}` : messageOf(error))
}

const app = await buildApp({ env, databaseUrl, log })
const stop = closeOnSignal(app, postgres)
try {
  await app.start()
  await app.http.listen({ host: env.host, port: env.port })
} catch (error) {
  await app.stop().catch(() => undefined)
  await postgres?.stop()
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  giveUp(taken ? `PORT ${env.port} is taken on ${env.host}: end what runs there or set another PORT` : messageOf(error))
}
const at = app.http.server.address()
const port = at !== null && typeof at === 'object' ? at.port : env.port
const address = env.publicUrl ?? `http://${env.host === '0.0.0.0' ? '127.0.0.1' : env.host}:${port}`
log.info({ address, mode: env.mode }, 'listening')
// Whoever started us (npm start, the tests, the benches) waits for this.
process.send?.({ ready: true, address })
process.on('disconnect', () => void stop('the starter is gone'))

function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return error.errors[0].message
  return error instanceof Error ? error.message : String(error)
}
