import { filesBelow, readText } from './files.ts'

export type Violation = { readonly file: string; readonly line: number; readonly what: string }
export type TableAccessReport = {
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

const readPatterns = [
  /\.(?:selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|innerJoinLateral|using|from)\(\s*\[?\s*'(\w+)/g,
  /\b(?:from|join)\s+(?:only\s+)?"?(\w+)/gi,
]

const base = 'apps/server/src/'

type Statement = { readonly file: string; readonly place: string; readonly line: number; readonly table: string }

/** Returns each place of the server's code, without tests, where a pattern names a table of `owners`. */
function findStatements(
  root: string,
  owners: Readonly<Record<string, string>>,
  patterns: readonly RegExp[],
): { files: number; statements: Statement[] } {
  const files = filesBelow(root, base.slice(0, -1), ['.ts']).filter((file) => !isTest(file))
  const statements: Statement[] = []
  for (const file of files) {
    const text = readText(root, file)
    for (const pattern of patterns) {
      for (const match of text.matchAll(pattern)) {
        const table = match[1] ?? ''
        if (owners[table] === undefined) continue
        const line = text.slice(0, match.index).split('\n').length
        statements.push({ file, place: file.slice(base.length), line, table })
      }
    }
  }
  return { files: files.length, statements }
}

const isBelow = (place: string, folder: string) => place === folder || place.startsWith(`${folder}/`)

/**
 * Reads every SQL statement of the server and finds writes to a table outside its owner. Tests are skipped: they may
 * prepare any data.
 */
export function checkTableWrites(root: string, owners: Readonly<Record<string, string>>): TableAccessReport {
  const { files, statements } = findStatements(root, owners, writePatterns)
  const violations = statements.flatMap(({ file, place, line, table }) => {
    const owner = owners[table] ?? ''
    return isBelow(place, owner) ? [] : [{ file, line, what: `writes ${table}, which belongs to ${owner}` }]
  })
  return { files, statements: statements.length, violations }
}

/**
 * Reads every SQL statement of the server and finds reads of a feature's table by a folder that `readers` does not
 * list, and listed folders that do not read it. Tables of the platform may be read by all.
 */
export function checkTableReads(
  root: string,
  owners: Readonly<Record<string, string>>,
  readers: Readonly<Record<string, readonly string[]>>,
): TableAccessReport {
  const { files, statements } = findStatements(root, owners, readPatterns)
  const foreign = statements.filter(({ place, table }) => {
    const owner = owners[table] ?? ''
    return owner.startsWith('features/') && !isBelow(place, owner)
  })
  const unlisted = foreign
    .filter(({ place, table }) => !readers[table]?.some((folder) => isBelow(place, folder)))
    .map(({ file, line, table }) => ({ file, line, what: `reads ${table} of ${owners[table]} without being listed` }))
  const unused = Object.entries(readers).flatMap(([table, folders]) =>
    folders
      .filter((folder) => !foreign.some((statement) => statement.table === table && isBelow(statement.place, folder)))
      .map((folder) => ({
        file: `${base}platform/db/table-owners.ts`,
        line: 1,
        what: `${folder} does not read ${table}`,
      })),
  )
  return { files, statements: statements.length, violations: [...unlisted, ...unused] }
}

function isTest(file: string): boolean {
  return file.endsWith('.test.ts') || file.includes('/testing/')
}
