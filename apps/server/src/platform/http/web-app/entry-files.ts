import { join } from 'node:path'
import { makeFileReader } from './file-reader.ts'

type Chunk = { readonly file: string; readonly imports?: readonly string[]; readonly css?: readonly string[] }
type Manifest = Readonly<Record<string, Chunk>>

/** The styles and scripts that screens of the built app need, in the order in which they depend on each other. */
export type EntryFiles = { readonly styles: readonly string[]; readonly scripts: readonly string[] }

/** The files of the built app by its modules. Without a build, nothing is found and nothing is loaded early. */
export type BuiltFiles = {
  entryFiles(entries: readonly string[]): EntryFiles
  /** Returns the address of the file of a module; undefined without a build that has it. */
  address(module: string): string | undefined
}

/** Returns a reader of the manifest of the built app, which is parsed once for each build. */
export function makeBuiltFiles(folder: string): BuiltFiles {
  // Vite documents this shape of its manifest.
  const readManifest = makeFileReader(join(folder, '.vite/manifest.json'), (text) => JSON.parse(text) as Manifest)
  return {
    entryFiles: (entries) => listEntryFiles(readManifest() ?? {}, entries),
    address(module) {
      const chunk = readManifest()?.[module]
      return chunk && `/${chunk.file}`
    },
  }
}

function listEntryFiles(manifest: Manifest, entries: readonly string[]): EntryFiles {
  const [styles, scripts, seen] = [new Set<string>(), new Set<string>(), new Set<string>()]
  function add(key: string): void {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    for (const imported of chunk.imports ?? []) add(imported)
    for (const style of chunk.css ?? []) styles.add(`/${style}`)
    scripts.add(`/${chunk.file}`)
  }
  for (const entry of entries) add(entry)
  return { styles: [...styles], scripts: [...scripts] }
}
