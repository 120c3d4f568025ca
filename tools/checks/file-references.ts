import { filesBelow, readText } from './files.ts'
import { readSource } from './source.ts'
import type { Violation } from './table-access.ts'

const codeFolders = ['packages', 'apps', 'tools', 'e2e', 'bench']
/** A file name or path within a sentence, without patterns such as `on-<event>.ts` and `*.repository.ts`. */
const fileNamePattern = /(?<![\w*<>{}./@-])(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs|sql)\b(?![\w/*])/g

/**
 * Finds names of source files in comments and documents that no file has, so that a rename does not leave a reader with
 * a name that leads nowhere. A path has to be the end of a real one.
 */
export function checkFileReferences(root: string): { references: number; violations: Violation[] } {
  const code = codeFolders.flatMap((folder) => filesBelow(root, folder, ['.ts', '.tsx', '.sql', '.mjs']))
  const known = new Set<string>(['start.mjs', 'NNNN_name.sql'])
  for (const file of code) {
    const parts = file.split('/')
    for (let from = 0; from < parts.length; from += 1) known.add(parts.slice(from).join('/'))
    // Documents write `core/…` for what is in `packages/core/src/…`.
    const inPackage = /^packages\/(\w+)\/src\/(.+)$/.exec(file)
    if (inPackage) known.add(`${inPackage[1]}/${inPackage[2]}`)
  }
  const violations: Violation[] = []
  let references = 0
  const inspect = (file: string, firstLine: number, text: string) => {
    for (const match of text.matchAll(fileNamePattern)) {
      references += 1
      if (known.has(match[0])) continue
      const line = firstLine + text.slice(0, match.index).split('\n').length - 1
      violations.push({ file, line, what: `names ${match[0]}, which does not exist` })
    }
  }
  for (const file of ['README.md', 'ARCHITECTURE.md', ...filesBelow(root, 'docs', ['.md'])]) {
    inspect(file, 1, readText(root, file))
  }
  for (const file of code) {
    const text = readText(root, file)
    if (file.endsWith('.sql')) {
      for (const match of text.matchAll(/--[^\n]*/g)) {
        inspect(file, text.slice(0, match.index).split('\n').length, match[0])
      }
    } else if (!file.endsWith('.mjs')) {
      for (const { text: comment, line } of readSource(file, text).comments) inspect(file, line, comment)
    }
  }
  return { references, violations }
}
