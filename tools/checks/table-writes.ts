import { filesBelow, textOf } from './files.ts'

export type Violation = { readonly file: string; readonly line: number; readonly what: string }
export type Looked = { readonly files: number; readonly statements: number; readonly violations: readonly Violation[] }

const writes = [
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/g,
  /\binsert\s+into\s+"?(\w+)/gi,
  /(?<!for\s+(?:no\s+key\s+)?)\bupdate\s+"?(\w+)"?\s+(?:as\s+\w+\s+)?set\b/gi,
  /\bdelete\s+from\s+"?(\w+)/gi,
  /\bmerge\s+into\s+"?(\w+)/gi,
  /\btruncate\s+(?:table\s+)?"?(\w+)/gi,
]

/**
 * Reads every statement of the server and names each write to a table by somebody who does not own it. Tests are left
 * out: they may prepare what they like.
 */
export function checkTableWrites(root: string, owners: Readonly<Record<string, string>>): Looked {
  const base = 'apps/server/src/'
  const files = filesBelow(root, base.slice(0, -1), ['.ts']).filter((file) => !isTest(file))
  const violations: Violation[] = []
  let statements = 0
  for (const file of files) {
    const text = textOf(root, file)
    const place = file.slice(base.length)
    for (const pattern of writes) {
      for (const match of text.matchAll(pattern)) {
        const table = match[1] ?? ''
        const owner = owners[table]
        if (owner === undefined) continue
        statements += 1
        if (place === owner || place.startsWith(`${owner}/`)) continue
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
