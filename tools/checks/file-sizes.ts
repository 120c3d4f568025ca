import { filesBelow, readText } from './files.ts'
import type { Violation } from './table-access.ts'

const maxLines = 400
const maxMedianLines = 70
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

/**
 * Finds source files over 400 lines (tables, catalogues, seeds and tests excepted) and checks that their median is
 * under 70.
 */
export function checkFileSizes(root: string): { files: number; median: number; violations: Violation[] } {
  const files = ['packages', 'apps', 'tools', 'e2e', 'bench']
    .flatMap((folder) => filesBelow(root, folder, ['.ts', '.tsx', '.css', '.sql']))
    .filter((file) => !exemptFiles.some((pattern) => pattern.test(`/${file}`)))
  const sizes = files.map((file) => ({ file, lines: readText(root, file).split('\n').length - 1 }))
  const violations = sizes
    .filter(({ lines }) => lines > maxLines)
    .map(({ file, lines }) => ({ file, line: lines, what: `${lines} lines; ${maxLines} is the most` }))
  const sorted = sizes.map(({ lines }) => lines).sort((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  if (median >= maxMedianLines)
    violations.push({ file: 'all', line: 0, what: `the median is ${median} lines; under ${maxMedianLines} is wanted` })
  return { files: files.length, median, violations }
}
