import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { availableLanguages } from '@veranda/i18n/catalogues.ts'
import { brotliCompressSync, constants } from 'node:zlib'
import { type BenchResult } from './support/result.ts'

const distFolder = join(import.meta.dirname, '../apps/web/dist')
const bytesPerKib = 1_024

type Chunk = { file: string; imports?: string[]; css?: string[] }

/** Measures the JavaScript that a browser needs before it can show a screen, in KiB of Brotli at quality 11. */
export function benchBundleSize(): BenchResult[] {
  const english = 'i18n/src/languages/en.ts'
  const signIn = [
    english,
    'src/screens/login-screen.tsx',
    'src/features/accounts/sign-in/auth-layout.tsx',
    'i18n/src/accounts/sign-in/en.json',
  ]
  const registration = [
    english,
    'src/screens/new-access-screens.ts',
    'src/features/accounts/sign-in/auth-layout.tsx',
    'i18n/src/accounts/sign-in/en.json',
    'i18n/src/accounts/passwords/en.json',
    'i18n/src/accounts/one-time-links/en.json',
    'i18n/src/accounts/registration/en.json',
  ]
  const publicPages = [
    english,
    'src/app/shell/public-frame.tsx',
    'src/screens/explore-screen.tsx',
    'i18n/src/shell/en.json',
    'i18n/src/talent/explore/en.json',
  ]
  const shell = [
    english,
    '_shell-',
    'i18n/src/shell/en.json',
    'src/screens/dashboard-screen.tsx',
    'i18n/src/dashboard/en.json',
  ]
  const viewer = [
    ...shell,
    'src/components/viewer/viewer-frame.tsx',
    'src/three/viewer/open-viewer-canvas.ts',
    'i18n/src/viewer/en.json',
  ]
  const room = [...shell, 'src/screens/room-screen.tsx', 'src/three/room/open-room-canvas.ts', 'i18n/src/rooms/en.json']
  return [
    { name: 'first load of sign-in', unit: 'KiB', ours: firstLoadKib(signIn), target: { max: 110 } },
    { name: 'first load of registration', unit: 'KiB', ours: firstLoadKib(registration), target: { max: 118 } },
    { name: 'first load of the public pages', unit: 'KiB', ours: firstLoadKib(publicPages), target: { max: 150 } },
    {
      name: 'first load of the shell with the dashboard',
      unit: 'KiB',
      ours: firstLoadKib(shell),
      target: { max: 125 },
    },
    {
      name: '3D viewer, on top of the shell',
      unit: 'KiB',
      ours: firstLoadKib(viewer) - firstLoadKib(shell),
      target: { max: 180 },
    },
    {
      name: 'live room, on top of the shell',
      unit: 'KiB',
      ours: firstLoadKib(room) - firstLoadKib(shell),
      target: { max: 240 },
    },
    ...largestLanguage('sign-in', signIn, 110),
    ...largestLanguage('registration', registration, 118),
    ...largestLanguage('the public pages', publicPages, 150),
    ...largestLanguage('the shell with the dashboard', shell, 125),
  ]
}

/** Measures a first load in the language in which it is the largest, within the same limit as in English. */
function largestLanguage(name: string, chunks: readonly string[], max: number): BenchResult[] {
  const [largest] = availableLanguages
    .filter((language) => language !== 'en')
    .map((language) => {
      const own = chunks.map((chunk) => chunk.replace(/\/en\.(json|ts)$/, `/${language}.$1`))
      return { language, kib: firstLoadKib(own) }
    })
    .toSorted((a, b) => b.kib - a.kib)
  return largest
    ? [
        {
          name: `first load of ${name} in ${largest.language}, the largest`,
          unit: 'KiB',
          ours: largest.kib,
          target: { max },
        },
      ]
    : []
}

/** Returns the manifest of the built app. */
export function readManifest(): Record<string, Chunk> {
  // Vite documents this shape of its manifest.
  return JSON.parse(readFileSync(join(distFolder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
}

/** Returns the size of the document's own scripts, the named chunks and all their static imports. */
function firstLoadKib(names: readonly string[]): number {
  const manifest = readManifest()
  const document = readFileSync(join(distFolder, 'index.html'), 'utf8')
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
    if (script.length === 0) throw new Error(`the built app has no chunk ${name}`)
    for (const key of script) walk(key)
  }
  return [...scripts].reduce((total, file) => total + brotliBytes(file), 0) / bytesPerKib
}

/** Sizes by file: most files belong to several first loads. */
const compressedBytes = new Map<string, number>()

/** Returns the size of a built file in Brotli at quality 11. */
export function brotliBytes(file: string): number {
  const known = compressedBytes.get(file)
  if (known !== undefined) return known
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  const bytes = brotliCompressSync(readFileSync(join(distFolder, file)), { params }).length
  compressedBytes.set(file, bytes)
  return bytes
}
