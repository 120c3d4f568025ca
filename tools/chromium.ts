import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * A browser for the journeys: CHROMIUM_PATH, the machine's own, Playwright's own download, or on Debian as root the
 * system's package. Undefined when there is none to be had.
 */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named !== undefined && named !== '') return existsSync(named) ? named : undefined
  return usual.find((path) => existsSync(path)) ?? downloaded() ?? installed()
}

function downloaded(): string | undefined {
  const require = createRequire(join(import.meta.dirname, '../e2e/package.json'))
  const cli = join(require.resolve('@playwright/test'), '../cli.js')
  const fetched = spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore', timeout: 120_000 })
  if (fetched.status !== 0) return undefined
  const asked = spawnSync(
    process.execPath,
    ['-e', "console.log(require('@playwright/test').chromium.executablePath())"],
    { cwd: join(import.meta.dirname, '../e2e'), encoding: 'utf8' },
  )
  const path = asked.stdout.trim()
  return existsSync(path) ? path : undefined
}

function installed(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  const apt = (args: string[]) => spawnSync('apt-get', args, { stdio: 'ignore', timeout: 600_000 })
  apt(['update'])
  apt(['install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-core'])
  return existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined
}
