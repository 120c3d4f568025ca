import { filesBelow, readText } from './files.ts'
import type { Violation } from './table-access.ts'

const maxLines = 400
/** Seeds, tables (the state tables, the table of routes with their schemas), catalogues and tests. */
const exemptFiles = [
  /\/seed\//,
  /-states\.ts$/,
  /\/route-schemas\.ts$/,
  /\/retired-names\.ts$/,
  /\/i18n\//,
  /\.test\.tsx?$/,
  /\.spec\.ts$/,
]

/** Finds source files over 400 lines; tables, catalogues, seeds and tests are excepted. */
export function checkFileSizes(root: string): { files: number; violations: Violation[] } {
  const files = ['packages', 'apps', 'tools', 'e2e', 'bench']
    .flatMap((folder) => filesBelow(root, folder, ['.ts', '.tsx', '.css', '.sql']))
    .filter((file) => !exemptFiles.some((pattern) => pattern.test(`/${file}`)))
  const sizes = files.map((file) => ({ file, lines: readText(root, file).split('\n').length - 1 }))
  const violations = sizes
    .filter(({ lines }) => lines > maxLines)
    .map(({ file, lines }) => ({ file, line: lines, what: `${lines} lines; ${maxLines} is the most` }))
  return { files: files.length, violations }
}
