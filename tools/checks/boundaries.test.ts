import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { owners } from '../../apps/server/src/db/owners.ts'
import { checkImports } from './imports.ts'
import { checkTableWrites } from './table-writes.ts'

const root = join(import.meta.dirname, '../..')
let copy = ''

/** A copy of the tree, so that what is planted never touches the real one. */
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'veranda-boundaries-'))
  const left = ['node_modules', 'dist', '.data', '.git']
  for (const folder of ['packages', 'apps']) {
    cpSync(join(root, folder), join(copy, folder), {
      recursive: true,
      filter: (from) => !left.some((name) => from.endsWith(`/${name}`)),
    })
  }
  cpSync(join(root, 'package.json'), join(copy, 'package.json'))
  cpSync(join(root, 'tsconfig.base.json'), join(copy, 'tsconfig.base.json'))
  linkPackages('')
  for (const folder of ['packages', 'apps']) {
    for (const name of readdirSync(join(root, folder))) linkPackages(`${folder}/${name}`)
  }
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** Installed packages are linked as they are; the product's own must be those of the copy. */
function linkPackages(folder: string): void {
  const from = join(root, folder, 'node_modules')
  if (!existsSync(from)) return
  const to = join(copy, folder, 'node_modules')
  mkdirSync(to)
  for (const name of readdirSync(from)) {
    if (name !== '@veranda') symlinkSync(join(from, name), join(to, name))
  }
  if (!existsSync(join(from, '@veranda'))) return
  mkdirSync(join(to, '@veranda'))
  for (const name of readdirSync(join(from, '@veranda'))) {
    const own = ['packages', 'apps'].map((place) => join(copy, place, name)).find((path) => existsSync(path))
    if (own) symlinkSync(own, join(to, '@veranda', name))
  }
}

function plant(path: string, text: string): () => void {
  const full = join(copy, path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, text)
  return () => rmSync(full)
}

test('the import check looks at the whole tree and finds nothing to forbid', async () => {
  const { modules, edges, violations } = await checkImports(copy)
  expect(modules).toBeGreaterThan(100)
  expect(edges).toBeGreaterThan(200)
  expect(violations).toEqual([])
})

test.each([
  [
    'a feature of the server that imports another feature',
    'apps/server/src/features/talent/planted.ts',
    "import '../accounts/feature.ts'\n",
    'feature-never-another-feature',
  ],
  [
    'a foundation that imports a feature',
    'apps/server/src/log/planted.ts',
    "import '../features/accounts/feature.ts'\n",
    'foundation-never-a-feature',
  ],
  ['a core rule that reads a file', 'packages/core/src/money/planted.ts', "import 'node:fs'\n", 'core-is-pure'],
  [
    'a screen that reaches into the server',
    'apps/web/src/screens/planted.ts',
    "import '../../../server/src/clock.ts'\n",
    'web-never-server',
  ],
])('%s is caught', async (_, path, text, rule) => {
  const pull = plant(path, text)
  const { violations } = await checkImports(copy)
  pull()
  expect(violations.map(({ file, what }) => `${file} ${what}`).join('\n')).toContain(`which ${rule} forbids`)
  expect(violations.every(({ file }) => file === path)).toBe(true)
})

test('every write of the server is to a table of its own', () => {
  const { files, statements, violations } = checkTableWrites(copy, owners)
  expect(files).toBeGreaterThan(50)
  expect(statements).toBeGreaterThan(20)
  expect(violations).toEqual([])
})

test.each([
  ['by the query builder', "await t.insertInto('ledger_postings').values(line).execute()\n"],
  ['by an update in SQL', 'await sql`update people set name = ${name}`.execute(t)\n'],
  ['by a delete in SQL', 'await sql`delete from messages where id = ${id}`.execute(t)\n'],
])("a write to another feature's table %s is caught", (_, text) => {
  const path = 'apps/server/src/features/talent/planted.ts'
  const pull = plant(path, text)
  const { violations } = checkTableWrites(copy, owners)
  pull()
  expect(violations).toHaveLength(1)
  expect(violations[0]?.file).toBe(path)
})
