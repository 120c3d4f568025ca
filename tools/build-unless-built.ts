import { createHash, type Hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * Runs a build unless its folder was already built from the same sources, packages and settings. Returns whether it ran.
 */
export async function buildUnlessBuilt({
  dist,
  sources,
  settings = [],
  force = false,
  build,
}: {
  /** The folder that the build writes, from the repository's root. */
  readonly dist: string
  /** The files and folders that it reads, from the repository's root. */
  readonly sources: readonly string[]
  /** The values of settings that it reads. */
  readonly settings?: readonly string[]
  readonly force?: boolean
  readonly build: () => Promise<void>
}): Promise<boolean> {
  const stampFile = resolve(root, dist, '.built-from')
  const now = fingerprint(sources, settings)
  if (!force && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === now) return false
  await build()
  writeFileSync(stampFile, now)
  return true
}

/** Hashes the names, sizes and times of the source files, and the settings. */
function fingerprint(sources: readonly string[], settings: readonly string[]): string {
  const hash = createHash('sha256')
  for (const setting of settings) hash.update(`${setting}\n`)
  hash.update(String(statSync(join(root, 'package-lock.json')).size))
  for (const source of sources) addSource(hash, resolve(root, source))
  return hash.digest('hex')
}

function addSource(hash: Hash, path: string): void {
  const stats = statSync(path)
  if (!stats.isDirectory()) {
    if (!/\.test\.tsx?$/.test(path)) hash.update(`${path} ${stats.size} ${stats.mtimeMs}\n`)
    return
  }
  for (const name of readdirSync(path).toSorted())
    if (!['node_modules', 'dist', 'dist-mock'].includes(name)) addSource(hash, join(path, name))
}
