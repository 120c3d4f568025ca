import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const dist = join(import.meta.dirname, '../apps/web/dist')

type Chunk = { file: string; imports?: string[]; css?: string[]; isEntry?: boolean }

function brotli(file: string): number {
  return brotliCompressSync(readFileSync(join(dist, file)), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11 },
  }).length
}

/** The files that a browser needs before it can show a screen: the entry, the screen's chunk and all they import statically. */
export function firstLoad(...entries: readonly string[]): { javascript: number; css: number; files: number } {
  // Vite's own manifest, of this documented shape.
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const scripts = new Set<string>()
  const sheets = new Set<string>()
  const walk = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || scripts.has(chunk.file)) return
    scripts.add(chunk.file)
    for (const sheet of chunk.css ?? []) sheets.add(sheet)
    for (const next of chunk.imports ?? []) walk(next)
  }
  for (const key of Object.keys(manifest)) {
    if (manifest[key]?.isEntry === true || entries.some((entry) => key.endsWith(entry))) walk(key)
  }
  const sum = (files: ReadonlySet<string>) => [...files].reduce((total, file) => total + brotli(file), 0)
  return { javascript: sum(scripts), css: sum(sheets), files: scripts.size + sheets.size }
}

/** All of the built app, uncompressed, to notice what grows. */
export function builtBytes(folder = dist): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((total, entry) => total + statSync(join(entry.parentPath, entry.name)).size, 0)
}
