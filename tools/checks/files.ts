import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const skipped = new Set(['node_modules', 'dist', '.data', '.git', 'coverage', 'test-results', 'playwright-report'])

/** Every file below `folder` whose name ends with one of `endings`, as paths relative to `root`, sorted. */
export function filesBelow(root: string, folder: string, endings: readonly string[]): string[] {
  const found: string[] = []
  const walk = (at: string) => {
    for (const entry of readdirSync(join(root, at), { withFileTypes: true })) {
      if (skipped.has(entry.name)) continue
      const path = at === '' ? entry.name : `${at}/${entry.name}`
      if (entry.isDirectory()) walk(path)
      else if (endings.some((ending) => entry.name.endsWith(ending))) found.push(path)
    }
  }
  walk(folder)
  return found.sort()
}

/** The text of a file. */
export function textOf(root: string, path: string): string {
  return readFileSync(join(root, path), 'utf8')
}
