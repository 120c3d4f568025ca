import { minify } from '@swc/core'
import react from '@vitejs/plugin-react'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { build, defineConfig, minifySync, type Plugin } from 'vite'
import { badgeSize, drawAppIcon, iconSizes } from './app-icons.ts'
import { translateManifest } from './app-manifests.ts'
import { chunkNameOf } from './first-load-chunks.ts'
import { mockBuild } from './mock-build.ts'
import { listLanguageHashes, listShellFiles } from './shell-files.ts'

const server = process.env['VERANDA_SERVER'] ?? 'http://127.0.0.1:4000'
const isMockBuild = process.env['VITE_MOCK_API'] === 'true'

/**
 * Minifies the scripts of the public folder, which are not part of the bundle but of every first load, and writes the
 * hash of each language's file into the first of them.
 */
function minifyPublicScripts(): Plugin {
  return {
    name: 'minify-public-scripts',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      const hashes = JSON.stringify(listLanguageHashes(bundle))
      for (const name of readdirSync(dir).filter((file) => file.endsWith('.js'))) {
        const source = readFileSync(join(dir, name), 'utf8').replace('var hash = {}', `var hash = ${hashes}`)
        const { code, errors } = minifySync(name, source)
        if (errors.length > 0) throw new Error(`${name} could not be minified: ${errors[0]?.message}`)
        writeFileSync(join(dir, name), code)
      }
    },
  }
}

/** Draws the icons that the manifest of the installed app names (public/manifest.json), which notifications have too. */
function drawAppIcons(): Plugin {
  return {
    name: 'draw-app-icons',
    apply: 'build',
    generateBundle() {
      for (const edge of iconSizes) {
        this.emitFile({ type: 'asset', fileName: `icon-${edge}.png`, source: drawAppIcon(edge, 'plain') })
        this.emitFile({ type: 'asset', fileName: `icon-maskable-${edge}.png`, source: drawAppIcon(edge, 'maskable') })
      }
      const source = drawAppIcon(badgeSize, 'monochrome')
      this.emitFile({ type: 'asset', fileName: `badge-${badgeSize}.png`, source })
    },
  }
}

/**
 * Builds the service worker into one classic script at an address that never changes. A build of its own, because a
 * chunk that it shared with the app would be another file of the worker. It knows the files of the shell by name.
 */
function buildServiceWorker(): Plugin {
  return {
    name: 'build-service-worker',
    apply: 'build',
    generateBundle: {
      // After Vite has noted the styles of each chunk.
      order: 'post',
      async handler(_, bundle) {
        const { entry, files } = listShellFiles(bundle)
        const built = await build({
          configFile: false,
          root: import.meta.dirname,
          publicDir: false,
          logLevel: 'warn',
          define: { shellFiles: JSON.stringify(files), shellEntryFile: JSON.stringify(entry) },
          build: {
            write: false,
            target: 'es2022',
            reportCompressedSize: false,
            lib: { entry: 'src/service-worker/service-worker.ts', formats: ['iife'], name: 'serviceWorker' },
          },
        })
        const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
        const [script, ...others] = outputs
        if (script?.type !== 'chunk' || others.length > 0) throw new Error('the service worker must be one script')
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: script.code })
      },
    },
  }
}

/** Chunks of every first load, by name; all others are too small to gain from it. */
const firstLoadChunk = /^(vendor|base|shell)$/

/**
 * Minifies the large chunks of the first load once more, with passes that the bundler's minifier does not have: half a
 * kilobyte less for three seconds of each build.
 */
function minifyFirstLoad(): Plugin {
  return {
    name: 'minify-first-load',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        for (const output of Object.values(bundle)) {
          if (output.type !== 'chunk' || !firstLoadChunk.test(output.name)) continue
          const compress = { passes: 3, ecma: 2022, module: true, pure_getters: true } as const
          const { code } = await minify(output.code, { compress, mangle: true, module: true, ecma: 2022 })
          output.code = code
        }
      },
    },
  }
}

/** Writes a Brotli copy next to each text file once the bundle is final; the server sends the copies. */
function precompress(): Plugin {
  const compress = promisify(brotliCompress)
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    async writeBundle({ dir = '' }) {
      const names = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /\.(js|css|svg|json)$/.test(name),
      )
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
      // On every processor: seven languages are several hundred files.
      await Promise.all(
        names.map(async (name) =>
          writeFile(join(dir, `${name}.br`), await compress(readFileSync(join(dir, name)), { params })),
        ),
      )
    },
  }
}

const sheets = new Map<string, string>()

/** Names a class after its file: shorter than a hash, and readable in the inspector. */
function scopedName(local: string, file: string): string {
  const sheet = basename(file).split('.', 1)[0] ?? ''
  if ((sheets.get(sheet) ?? file) !== file) throw new Error(`two style sheets are called ${sheet}: ${file}`)
  sheets.set(sheet, file)
  return `${sheet}_${local}`
}

export default defineConfig({
  root: import.meta.dirname,
  // Hosts of plain files compress them themselves.
  plugins: [
    react({ compiler: true }),
    ...(isMockBuild ? [mockBuild()] : [drawAppIcons(), translateManifest(), buildServiceWorker(), precompress()]),
    minifyFirstLoad(),
    minifyPublicScripts(),
  ],
  // Catalogues are read by computed keys, so that a name for each of their texts would only cost.
  json: { namedExports: false },
  css: { modules: { generateScopedName: scopedName } },
  build: {
    // The server never serves the static preview.
    outDir: isMockBuild ? 'dist-mock' : 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The first versions that know :dir(); for older ones it would become a list of languages, whatever the element's.
    cssTarget: ['chrome120', 'edge120', 'firefox121', 'safari16.4'],
    // A data: URL would need an exception in the content policy; small files are cheap on one connection.
    assetsInlineLimit: 0,
    // Styles are preloaded with their script; preload lists for scripts would cost more than they save.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter((file) => file.endsWith('.css')),
    },
    reportCompressedSize: false,
    // Read by the bench, which measures the first load of a screen; not served.
    manifest: true,
    rolldownOptions: {
      // No module of ours or of a library does anything by a mere read of a property or of a global.
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      output: {
        // The first script lists every chunk by its hash, which takes a third less than in base 64.
        hashCharacters: 'hex',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // The first script lists the style sheets of all screens, so their names are as short as possible.
        assetFileNames: ({ names }) => `assets/${names[0]?.endsWith('.css') ? '' : '[name]-'}[hash:7][extname]`,
        codeSplitting: { groups: [{ name: chunkNameOf, includeDependenciesRecursively: false }] },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/socket.io': { target: server, ws: true } },
  },
  preview: { host: '127.0.0.1' },
})
