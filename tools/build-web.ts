import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildUnlessBuilt } from './build-unless-built.ts'

const root = join(import.meta.dirname, '..')
const sources = ['apps/web', 'packages/core/src', 'packages/contract/src', 'packages/i18n/src', 'packages/ui/src']

/**
 * Builds the web app for the server unless it was already built from the same sources and settings. Returns whether it
 * built. The mock build needs no server and is made by `npm run build` only.
 */
export function buildWeb(): Promise<boolean> {
  const { VITE_MOCK_API: _, ...env } = process.env
  return runBuild({ env, force: false })
}

/** Builds the static preview in the same way, and returns its folder. */
export async function buildMock(): Promise<string> {
  const env = { ...process.env, VITE_MOCK_API: 'true' }
  await runBuild({ env, force: false })
  return join(root, distOf(env))
}

/** Builds what the environment names, even if it was already built. Returns the folder. */
export async function rebuildWeb(): Promise<string> {
  await runBuild({ env: process.env, force: true })
  return distOf(process.env)
}

function runBuild({ env, force }: { env: NodeJS.ProcessEnv; force: boolean }): Promise<boolean> {
  const dist = distOf(env)
  // What the build reads of the environment.
  const settings = Object.entries(env)
    .filter(([name]) => name.startsWith('VITE_'))
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
  return buildUnlessBuilt({ dist, sources, settings, force, build: () => runVite(join(root, dist), env) })
}

async function runVite(dist: string, env: NodeJS.ProcessEnv): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const former = keepFormerAssets(dist)
  const code = await new Promise<number>((resolve, reject) => {
    const args = [vite, 'build', '--logLevel', 'warn', '--config', 'apps/web/vite.config.ts']
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env })
    child.once('error', reject)
    child.once('exit', (status) => resolve(status ?? 1))
  })
  if (code !== 0) throw new Error('the web app build failed; see above')
  former.putBack()
}

/**
 * Reads the assets of the build in a folder before the next one replaces them. `putBack` adds them to those of the new
 * build, so that a tab opened before still finds the screens it has not loaded yet. Older assets are dropped.
 */
export function keepFormerAssets(dist: string): { putBack: () => void } {
  const folder = join(dist, 'assets')
  const listNames = () => (existsSync(folder) ? readdirSync(folder) : [])
  /** Names the assets that the last build made, without those kept from the build before it. */
  const ownNames = join(dist, '.own-assets')
  const own = new Set(existsSync(ownNames) ? readFileSync(ownNames, 'utf8').split('\n') : listNames())
  const former = listNames().filter((name) => own.has(name))
  const contents = new Map(former.map((name) => [name, readFileSync(join(folder, name))]))
  return {
    putBack() {
      const made = new Set(listNames())
      for (const [name, content] of contents) if (!made.has(name)) writeFileSync(join(folder, name), content)
      writeFileSync(ownNames, [...made].join('\n'))
    },
  }
}

/** Returns the folder that a build with these settings goes to. */
function distOf(env: NodeJS.ProcessEnv): string {
  return env['VITE_MOCK_API'] === 'true' ? 'apps/web/dist-mock' : 'apps/web/dist'
}
