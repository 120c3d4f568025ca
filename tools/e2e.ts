import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { buildWeb } from './build.ts'
import { findChromium } from './chromium.ts'

const root = join(import.meta.dirname, '..')

/**
 * Runs the e2e tests in a real browser; `names` filters the files (`commission-journey`), and `matrix` runs every screen
 * at every width in both themes and the long repetitions. Returns the exit code.
 */
export async function runJourneys(names: readonly string[], reports: readonly string[] = ['list']): Promise<number> {
  const chromium = findChromium()
  if (chromium === undefined) {
    console.error('No Chromium was found. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.')
    return 1
  }
  await buildWeb()
  const require = createRequire(join(root, 'e2e/package.json'))
  const cli = join(require.resolve('@playwright/test'), '../cli.js')
  const isMatrixRun = names.includes('matrix')
  const filters = names.filter((name) => name !== 'matrix')
  const reporters = [...reports, './support/flaky-reporter.ts'].join(',')
  const child = spawn(process.execPath, [cli, 'test', `--reporter=${reporters}`, ...filters], {
    cwd: join(root, 'e2e'),
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: chromium, ...(isMatrixRun ? { E2E_SCOPE: 'matrix' } : {}) },
  })
  // Playwright stops its browsers and servers on SIGINT.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill('SIGINT'))
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)))
}

if (import.meta.main) process.exitCode = await runJourneys(process.argv.slice(2))
