import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin } from 'vite'

const sourceDir = `${import.meta.dirname}/src`
const mockDir = `${sourceDir}/mock/`

/** Modules that the mock build replaces: the network's edge, and what the specification fixes in the shell. */
const replacements: readonly { module: string; by: string; importedFrom?: string }[] = [
  { module: `${sourceDir}/lib/api/send.ts`, by: 'send.ts' },
  { module: 'socket.io-client', by: 'socket-client.ts' },
  { module: `${sourceDir}/app/sign-out/sign-out.tsx`, by: 'sign-out.tsx' },
  {
    module: `${sourceDir}/lib/realtime/unread-counts.ts`,
    by: 'unread-counts.ts',
    importedFrom: `${sourceDir}/app/shell/`,
  },
]

/**
 * Makes the static preview: modules of `src/mock` take the place of those that speak with a server, so that no screen
 * knows of it and no line of it is in another build. `404.html` is the document for hosts of plain files, which send it
 * for every address that is no file.
 */
export function mockBuild(): Plugin {
  return {
    name: 'mock-build',
    enforce: 'pre',
    async resolveId(source, importer = '', options) {
      if (importer.startsWith(mockDir)) return null
      const resolved = source === 'socket.io-client' ? source : (await this.resolve(source, importer, options))?.id
      const found = replacements.find(
        ({ module, importedFrom = '' }) => module === resolved && importer.startsWith(importedFrom),
      )
      return found ? mockDir + found.by : null
    },
    writeBundle({ dir = '' }) {
      copyFileSync(join(dir, 'index.html'), join(dir, '404.html'))
    },
  }
}
