import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startProgram } from './build-server.ts'

// The terminal shows the address; in the sandbox only warnings are logged.
const isProduction = process.env['VERANDA_MODE'] === 'production'
process.env['LOG_LEVEL'] ??= isProduction ? 'info' : 'warn'

if (process.env['VERANDA_BUILD'] !== '0') {
  const { loadEnvironment, exitWithMessage } = await import('../apps/server/src/run-server.ts')
  // Reports invalid settings before anything is built.
  loadEnvironment()
  const { buildApp } = await import('./build.ts')
  const built = await buildApp().catch((error: unknown) =>
    exitWithMessage(error instanceof Error ? error.message : String(error)),
  )
  if (built) process.stdout.write('Built the server and its web app.\n')
}

await import(pathToFileURL(join(import.meta.dirname, '..', startProgram)).href)
