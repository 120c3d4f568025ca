import { type App, buildApp } from './app.ts'
import { makeLogger } from './logger.ts'
import { environment, openDatabaseOf } from './run.ts'

/** Builds the app without serving, for a command beside a running server or alone. A database that ran before goes on. */
export async function openForCommand<T>(work: (app: App) => Promise<T>): Promise<T> {
  const env = environment()
  const { url, postgres } = await openDatabaseOf(env)
  const app = await buildApp({ env, databaseUrl: url, log: makeLogger('warn'), background: false })
  try {
    return await work(app)
  } finally {
    await app.stop()
    if (!postgres?.adopted) await postgres?.stop()
  }
}
