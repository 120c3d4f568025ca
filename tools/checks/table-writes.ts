import { filesBelow, readText } from './files.ts'

export type Violation = { readonly file: string; readonly line: number; readonly what: string }
export type TableWriteReport = {
  readonly files: number
  readonly statements: number
  readonly violations: readonly Violation[]
}

const writePatterns = [
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/g,
  /\binsert\s+into\s+"?(\w+)/gi,
  /(?<!for\s+(?:no\s+key\s+)?)\bupdate\s+"?(\w+)"?\s+(?:as\s+\w+\s+)?set\b/gi,
  /\bdelete\s+from\s+"?(\w+)/gi,
  /\bmerge\s+into\s+"?(\w+)/gi,
  /\btruncate\s+(?:table\s+)?"?(\w+)/gi,
]

/**
 * Reads every SQL statement of the server and finds writes to a table outside its owner. Tests are skipped: they may
 * prepare any data.
 */
export function checkTableWrites(root: string, owners: Readonly<Record<string, string>>): TableWriteReport {
  const base = 'apps/server/src/'
  const files = filesBelow(root, base.slice(0, -1), ['.ts']).filter((file) => !isTest(file))
  const violations: Violation[] = []
  let statements = 0
  for (const file of files) {
    const text = readText(root, file)
    const relativePath = file.slice(base.length)
    for (const pattern of writePatterns) {
      for (const match of text.matchAll(pattern)) {
        const table = match[1] ?? ''
        const owner = owners[table]
        if (owner === undefined) continue
        statements += 1
        if (relativePath === owner || relativePath.startsWith(`${owner}/`)) continue
        violations.push({
          file,
          line: text.slice(0, match.index).split('\n').length,
          what: `writes ${table}, which belongs to ${owner}`,
        })
      }
    }
  }
  return { files: files.length, statements, violations }
}

function isTest(file: string): boolean {
  return file.endsWith('.test.ts') || file.includes('/testing/')
}
