import { filesBelow, textOf } from './files.ts'
import type { Violation } from './table-writes.ts'

const limit = 400
const medianLimit = 70
const tables = [/\/seed\//, /-states\.ts$/, /\/words\//, /\.test\.tsx?$/, /\.spec\.ts$/]

/** Source files are short: none over 400 lines (tables, catalogues, seeds and tests excepted), their median under 70. */
export function checkFileSizes(root: string): { files: number; median: number; violations: Violation[] } {
  const files = ['packages', 'apps', 'tools', 'e2e', 'bench']
    .flatMap((folder) => filesBelow(root, folder, ['.ts', '.tsx', '.css', '.sql']))
    .filter((file) => !tables.some((pattern) => pattern.test(`/${file}`)))
  const sizes = files.map((file) => ({ file, lines: textOf(root, file).split('\n').length - 1 }))
  const violations = sizes
    .filter(({ lines }) => lines > limit)
    .map(({ file, lines }) => ({ file, line: lines, what: `${lines} lines; ${limit} is the most` }))
  const sorted = sizes.map(({ lines }) => lines).sort((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  if (median >= medianLimit)
    violations.push({ file: 'all', line: 0, what: `the median is ${median} lines; under ${medianLimit} is wanted` })
  return { files: files.length, median, violations }
}
