import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { type Line } from './line.ts'

const dist = join(import.meta.dirname, '../apps/web/dist')
const kibibyte = 1_024

type Chunk = { file: string; imports?: string[]; css?: string[] }

/** The JavaScript that a browser needs before it can show a screen, in KiB of Brotli at its best. */
export function benchBytes(): Line[] {
  const signIn = ['src/screens/login-screen.tsx', 'src/screens/auth-layout.tsx', 'words/src/auth/en.json']
  const shell = ['_shell-', 'words/src/shell/en.json', 'src/screens/home-screen.tsx', 'words/src/dashboard/en.json']
  const viewer = [...shell, 'src/parts/viewer-frame.tsx', 'src/stage/open-stage.ts', 'words/src/viewer/en.json']
  const room = [...shell, 'src/screens/room-screen.tsx', 'src/stage/room/open-room-stage.ts', 'words/src/rooms/en.json']
  return [
    { what: 'first load of sign-in', unit: 'KiB', ours: firstLoad(signIn), bar: { most: 110 } },
    { what: 'first load of the shell, with its start', unit: 'KiB', ours: firstLoad(shell), bar: { most: 125 } },
    {
      what: 'the viewer of 3D work, over the shell',
      unit: 'KiB',
      ours: firstLoad(viewer) - firstLoad(shell),
      bar: { most: 180 },
    },
    {
      what: 'a live room, over the shell',
      unit: 'KiB',
      ours: firstLoad(room) - firstLoad(shell),
      bar: { most: 240 },
    },
  ]
}

/** What the document itself asks for, then the named chunks and all they import statically. */
function firstLoad(names: readonly string[]): number {
  // Vite's own manifest, of this documented shape.
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const document = readFileSync(join(dist, 'index.html'), 'utf8')
  const scripts = new Set(Array.from(document.matchAll(/<script[^>]* src="\/([^"]+)"/g), ([, file = '']) => file))
  const walk = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || (scripts.has(chunk.file) && !chunk.imports)) return
    scripts.add(chunk.file)
    const { imports = [] } = chunk
    for (const next of imports) if (!scripts.has(manifest[next]?.file ?? '')) walk(next)
  }
  for (const name of names) {
    const found = Object.keys(manifest).filter((key) => key.startsWith(name) || key.endsWith(name))
    const script = found.filter((key) => manifest[key]?.file.endsWith('.js'))
    if (script.length === 0) throw new Error(`the built app has no ${name}`)
    for (const key of script) walk(key)
  }
  return [...scripts].reduce((total, file) => total + brotli(file), 0) / kibibyte
}

function brotli(file: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  return brotliCompressSync(readFileSync(join(dist, file)), { params }).length
}
