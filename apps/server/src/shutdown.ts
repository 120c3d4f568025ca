import { type App } from './app.ts'
import { type Postgres } from './db/launch.ts'

const drain = 10_000

export const signals = ['SIGTERM', 'SIGINT'] as const

/**
 * SIGTERM and SIGINT: not ready, no new connections, what runs may end within 10 seconds, sockets are told to come
 * back, then exit 0. A second signal ends at once. Answers the same as a function.
 */
export function closeOnSignal(app: App, postgres: Postgres | undefined): (why: string) => Promise<void> {
  let closing: Promise<void> | undefined
  let since = 0
  const close = (why: string): Promise<void> => {
    closing ??= (async () => {
      since = Date.now()
      app.readiness.ready = false
      app.deps.log.info({ why }, 'closing')
      const limit = setTimeout(() => void end(1), drain + 2_000)
      await app.stop().catch((error: unknown) => app.deps.log.error({ err: error }, 'closing stumbled'))
      clearTimeout(limit)
      await end(0)
    })()
    return closing
  }
  const end = async (code: number): Promise<void> => {
    await postgres?.stop()
    app.deps.log.flush()
    process.exit(code)
  }
  for (const signal of signals) {
    process.on(signal, () => {
      // Ctrl-C reaches us twice: from the terminal and from the one who started us.
      if (closing && Date.now() - since > 2_000) process.exit(1)
      void close(signal)
    })
  }
  process.on('uncaughtException', (error) => {
    app.deps.log.fatal({ err: error }, 'an error that nobody caught')
    void close('uncaughtException')
  })
  process.on('unhandledRejection', (error) => app.deps.log.error({ err: error }, 'a rejection that nobody caught'))
  return close
}
