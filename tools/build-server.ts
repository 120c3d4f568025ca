import { dirname, join, relative, sep } from 'node:path'
import { type Plugin } from 'rolldown'
import { buildUnlessBuilt } from './build-unless-built.ts'

const root = join(import.meta.dirname, '..')
const dist = 'apps/server/dist'
const sources = ['apps/server/src', 'packages/core/src', 'packages/contract/src', 'packages/i18n/src', 'tools']

/** The server as a program of its own, without the demo world. */
export const serverProgram = `${dist}/main.js`
/** The same as `npm start` runs it. */
export const startProgram = `${dist}/serve.js`

/** Packages with compiled code of their own, which load it by its place in the file system. */
const nativePackages = ['sharp', '@node-rs/argon2']

/**
 * Packages that name a file by `__dirname`, which a bundle does not have, in functions that the server never calls:
 * transports of the log in other threads, the browser's script of Socket.IO, and the defaults of an API page's title.
 */
const packagesWithUnusedFiles = ['pino', 'thread-stream', 'socket.io', '@fastify/swagger']

/**
 * Bundles the server's modules and packages into a few files, which Node loads in a quarter of the time (decision 069),
 * unless that was already done from the same sources. Returns whether it did.
 */
export function buildServer(): Promise<boolean> {
  return buildUnlessBuilt({ dist, sources, build: bundleServer })
}

async function bundleServer(): Promise<void> {
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({
    cwd: root,
    input: { main: join(root, 'apps/server/src/main.ts'), serve: join(root, 'tools/serve.ts') },
    platform: 'node',
    external: nativePackages,
    plugins: [packagesOfLaterImports, placesOfSources],
    logLevel: 'warn',
    onLog(level, log, report) {
      // Such as a package that could not be found: Node would only say so when it is needed.
      if (level === 'warn') throw new Error(`The server could not be bundled: ${log.message}`)
      report(level, log)
    },
  })
  await bundle.write({
    dir: join(root, dist),
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  })
  await bundle.close()
}

/** Leaves out the packages that the server loads when they are first used. */
const packagesOfLaterImports: Plugin = {
  name: 'packages-of-later-imports',
  resolveId(id, _importer, { kind }) {
    return kind === 'dynamic-import' && !/^[./]/.test(id) ? { id, external: true } : undefined
  },
}

/** Lets a module find the files and workers beside its source, from the bundle too. */
const placesOfSources: Plugin = {
  name: 'places-of-sources',
  transform: {
    filter: { code: /import\.meta\.(?:url|dirname)|__dirname|__filename/ },
    handler(code, id) {
      if (/__(?:dirname|filename)/.test(code) && !packagesWithUnusedFiles.some((name) => isOfPackage(id, name)))
        this.error(`${id} finds files by __dirname, which the bundle does not have`)
      const source = relative(join(root, dist), id).split(sep).join('/')
      return code
        .replaceAll('import.meta.url', `new URL(${JSON.stringify(source)}, import.meta.url).href`)
        .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${dirname(source)}`)})`)
    },
  },
}

function isOfPackage(id: string, name: string): boolean {
  return id.includes(join('node_modules', name) + sep)
}
