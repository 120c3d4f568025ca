import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const knownPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * Finds a browser for the e2e tests: CHROMIUM_PATH, an installed one, Playwright's download, or on Debian as root the
 * system package. Returns undefined when there is none.
 */
export function findChromium(): string | undefined {
  const configuredPath = process.env['CHROMIUM_PATH']
  if (configuredPath !== undefined && configuredPath !== '')
    return existsSync(configuredPath) ? configuredPath : undefined
  return knownPaths.find((path) => existsSync(path)) ?? downloadChromium() ?? installChromium()
}

/**
 * Returns Debian's headless shell of the same version, which draws the same pages for a sixth less processor time but has
 * no microphone; undefined where it is not installed.
 */
export function findHeadlessShell(chromiumPath: string): string | undefined {
  const path = join(dirname(chromiumPath), 'chromium-headless-shell')
  return existsSync(path) ? path : undefined
}

function downloadChromium(): string | undefined {
  const require = createRequire(join(import.meta.dirname, '../e2e/package.json'))
  const cli = join(require.resolve('@playwright/test'), '../cli.js')
  const download = spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore', timeout: 120_000 })
  if (download.status !== 0) return undefined
  const lookup = spawnSync(
    process.execPath,
    ['-e', "console.log(require('@playwright/test').chromium.executablePath())"],
    { cwd: join(import.meta.dirname, '../e2e'), encoding: 'utf8' },
  )
  const path = lookup.stdout.trim()
  return existsSync(path) ? path : undefined
}

function installChromium(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  const apt = (args: string[]) => spawnSync('apt-get', args, { stdio: 'ignore', timeout: 600_000 })
  apt(['update'])
  apt(['install', '-y', '--no-install-recommends', 'chromium', 'chromium-headless-shell', 'fonts-noto-core'])
  return existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined
}
