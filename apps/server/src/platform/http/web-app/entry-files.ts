import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Chunk = { readonly file: string; readonly imports?: readonly string[]; readonly css?: readonly string[] }

/** The styles and scripts that screens of the built app need, in the order in which they depend on each other. */
export type EntryFiles = { readonly styles: readonly string[]; readonly scripts: readonly string[] }

const none: EntryFiles = { styles: [], scripts: [] }

/** Reads the manifest of the built app; without one, or for a screen that is not in it, nothing is loaded early. */
export function readEntryFiles(folder: string, entries: readonly string[]): EntryFiles {
  const manifest = readManifest(folder)
  if (!manifest) return none
  const [styles, scripts, seen] = [new Set<string>(), new Set<string>(), new Set<string>()]
  function add(key: string): void {
    const chunk = manifest?.[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    for (const imported of chunk.imports ?? []) add(imported)
    for (const style of chunk.css ?? []) styles.add(`/${style}`)
    scripts.add(`/${chunk.file}`)
  }
  for (const entry of entries) add(entry)
  return { styles: [...styles], scripts: [...scripts] }
}

/** Returns the address of a file of the built app by its module; undefined without a build that has it. */
export function readBuiltFile(folder: string, module: string): string | undefined {
  const chunk = readManifest(folder)?.[module]
  return chunk && `/${chunk.file}`
}

function readManifest(folder: string): Record<string, Chunk> | undefined {
  const path = join(folder, '.vite/manifest.json')
  // Vite documents this shape of its manifest.
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, Chunk>) : undefined
}
