import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const skippedFolders = new Set([
  'node_modules',
  'dist',
  '.data',
  '.git',
  'coverage',
  'test-results',
  'playwright-report',
])

/** Lists the files below `folder` whose name ends with one of `endings`, as sorted paths relative to `root`. */
export function filesBelow(root: string, folder: string, endings: readonly string[]): string[] {
  const found: string[] = []
  const walk = (folderPath: string) => {
    for (const entry of readdirSync(join(root, folderPath), { withFileTypes: true })) {
      if (skippedFolders.has(entry.name)) continue
      const path = folderPath === '' ? entry.name : `${folderPath}/${entry.name}`
      if (entry.isDirectory()) walk(path)
      else if (endings.some((ending) => entry.name.endsWith(ending))) found.push(path)
    }
  }
  walk(folder)
  return found.sort()
}

/** Reads the text of a file. */
export function readText(root: string, path: string): string {
  return readFileSync(join(root, path), 'utf8')
}
