import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

const entryModule = 'src/main.tsx'

/**
 * Modules that are needed to open the app without a network and to show what can be read then: the shell, the screens of
 * what is kept (lib/service-worker/kept-reads.ts), and what the shell loads when it is idle or a menu is opened.
 */
const offlineModules = [
  'src/app/shell/shell.tsx',
  'src/app/shell/shell-notices.tsx',
  'src/app/shell/account-notices.tsx',
  'src/app/command-palette/command-palette.tsx',
  'src/app/sign-out/sign-out.tsx',
  'src/app/register-realtime-handlers.ts',
  'src/app/start-service-worker.ts',
  'src/features/accounts/sign-in/auth-layout.tsx',
  'src/screens/dashboard-screen.tsx',
  'src/screens/projects-screen.tsx',
  'src/screens/project-screen.tsx',
  'src/screens/bookings-screen.tsx',
  'src/screens/bookings/calendar.tsx',
  'src/screens/messages-screen.tsx',
  'src/screens/notifications-screen.tsx',
  'src/screens/notification-preferences-screen.tsx',
  'src/screens/not-found-screen.tsx',
  'packages/ui/src/dialog-panel.tsx',
  'packages/ui/src/drawer-panel.tsx',
  'packages/ui/src/menu-panel.tsx',
  'packages/ui/src/toast-region-panel.tsx',
  'socket.io-client/build/esm/index.js',
  'tus-js-client/lib.esm/browser/index.js',
]

/** Parts that these screens load later are kept with them, but for the 3D viewer and other screens. */
const leftOut = /\/(three|front-door|screens\/room)\/|\/viewer-frame\.tsx$|\/screens\/[^/]+\.tsx$/

/** The texts in English; the app loads those of another language once the worker is there. */
const catalogueModule = /packages\/i18n\/src\/(?!legal|gallery).*\/en\.(json|ts)$/
/** Files that an installed app shows before it is open. */
const installFiles = ['/manifest.json', '/icon-192.png', '/icon-512.png']
/** The interface's own font in Latin letters; others are kept when they are used. */
const fontFile = /instrument-sans-latin-.*\.woff2$/

/** Lists the files that the service worker keeps when it is installed, and the first script of this build. */
export function listShellFiles(bundle: Bundle): { entry: string; files: string[] } {
  const chunks = Object.values(bundle).filter((output): output is Chunk => output.type === 'chunk')
  const chunkOf = (module: string) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.replaceAll('\\', '/').endsWith(module)))
    if (!chunk) throw new Error(`the build has no module ${module}`)
    return chunk
  }
  const entry = chunkOf(entryModule)
  const catalogues = chunks.filter(({ moduleIds }) =>
    moduleIds.some((id) => catalogueModule.test(id.replaceAll('\\', '/'))),
  )
  const reached = new Set([entry, ...offlineModules.map(chunkOf), ...catalogues])
  const chunksOf = (names: readonly string[]) => chunks.filter(({ fileName }) => names.includes(fileName))
  /** Returns whether a chunk draws in 3D, or is a screen or a visit of its own. */
  const isLeftOut = (chunk: Chunk) =>
    closureOf(chunk)
      .filter((one) => !reached.has(one))
      .some(({ moduleIds }) => moduleIds.some((id) => leftOut.test(id.replaceAll('\\', '/'))))
  const closureOf = (chunk: Chunk, known = new Set([chunk])): Chunk[] => {
    for (const { imports } of known) for (const imported of chunksOf(imports)) known.add(imported)
    return [...known]
  }
  for (const chunk of reached) {
    for (const imported of chunksOf(chunk.imports)) reached.add(imported)
    // The first script names every screen.
    if (chunk === entry) continue
    for (const lazy of chunksOf(chunk.dynamicImports)) if (!isLeftOut(lazy)) reached.add(lazy)
  }
  const files = [...reached].flatMap((chunk) => [chunk.fileName, ...stylesOf(chunk)])
  const fonts = Object.keys(bundle).filter((name) => fontFile.test(name))
  return {
    entry: `/${entry.fileName}`,
    files: [...documentFiles(), ...installFiles, ...[...new Set([...files, ...fonts])].map((name) => `/${name}`)],
  }
}

const languageFile = /^assets\/([a-z]{2})-([^.]+)\.js$/

/**
 * Returns the hash in the name of each language's file, which has the list of its catalogues and the texts that every
 * page needs. `first-paint.js` makes the name again from the language and the hash.
 */
export function listLanguageHashes(bundle: Bundle): Record<string, string> {
  const lists = Object.values(bundle).filter(
    (output) =>
      output.type === 'chunk' && output.moduleIds.some((id) => /[\\/]i18n[\\/]src[\\/]languages[\\/]..\.ts$/.test(id)),
  )
  return Object.fromEntries(
    lists.map(({ fileName }) => {
      const [, language, hash] = languageFile.exec(fileName) ?? []
      if (language === undefined || hash === undefined) throw new Error(`${fileName} is no name of a language's file`)
      return [language, hash]
    }),
  )
}

/** Returns the files of the public folder that the document names; they have no hash. */
function documentFiles(): string[] {
  const document = readFileSync(join(import.meta.dirname, 'index.html'), 'utf8')
  const files = Array.from(document.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+)"/g), ([, path = '']) => path)
  return files.filter((path) => !path.startsWith('/src/'))
}

/** Returns the style sheets of a chunk, which Vite notes at the chunk. */
function stylesOf(chunk: Chunk): string[] {
  const { viteMetadata } = chunk as Chunk & { viteMetadata?: { importedCss: ReadonlySet<string> } }
  return [...(viteMetadata?.importedCss ?? [])]
}
