import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tableOwners, tableReaders } from '../../apps/server/src/platform/db/table-owners.ts'
import { checkImports } from './imports.ts'
import { checkTableReads, checkTableWrites } from './table-access.ts'

const root = join(import.meta.dirname, '../..')
let treeCopy = ''

/** The two checks that read the whole tree run in every check; that they find what is planted is shown in the matrix. */
const isMatrixRun = process.env['TEST_SCOPE'] === 'matrix'

/** Copies the tree, so that planted files never touch the real one. */
beforeAll(() => {
  treeCopy = mkdtempSync(join(tmpdir(), 'veranda-boundaries-'))
  const skipped = ['node_modules', 'dist', '.data', '.git']
  for (const folder of ['packages', 'apps']) {
    cpSync(join(root, folder), join(treeCopy, folder), {
      recursive: true,
      filter: (from) => !skipped.some((name) => from.endsWith(`/${name}`)),
    })
  }
  for (const file of ['package.json', 'knip.json']) cpSync(join(root, file), join(treeCopy, file))
  cpSync(join(root, 'tsconfig.base.json'), join(treeCopy, 'tsconfig.base.json'))
  linkPackages('')
  for (const folder of ['packages', 'apps']) {
    for (const name of readdirSync(join(root, folder))) linkPackages(`${folder}/${name}`)
  }
})
afterAll(() => rmSync(treeCopy, { recursive: true, force: true }))

/** Links installed packages as they are, and the product's own packages to the copy. */
function linkPackages(folder: string): void {
  const from = join(root, folder, 'node_modules')
  if (!existsSync(from)) return
  const to = join(treeCopy, folder, 'node_modules')
  mkdirSync(to)
  for (const name of readdirSync(from)) {
    if (name !== '@veranda') symlinkSync(join(from, name), join(to, name))
  }
  if (!existsSync(join(from, '@veranda'))) return
  mkdirSync(join(to, '@veranda'))
  for (const name of readdirSync(join(from, '@veranda'))) {
    const copied = ['packages', 'apps'].map((place) => join(treeCopy, place, name)).find((path) => existsSync(path))
    if (copied) symlinkSync(copied, join(to, '@veranda', name))
  }
}

function plantFile(path: string, text: string): () => void {
  const full = join(treeCopy, path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, text)
  return () => rmSync(full, { force: true })
}

test.runIf(isMatrixRun)(
  'the import check reads the whole tree and finds each planted violation, and nothing else',
  async () => {
    const planted = [
      [
        'a feature of the server that imports another feature',
        'apps/server/src/features/talent/planted.ts',
        "import '../accounts/feature.ts'\n",
        'feature-never-another-feature',
      ],
      [
        'a foundation that imports a feature',
        'apps/server/src/platform/events/planted.ts',
        "import '../../features/accounts/feature.ts'\n",
        'platform-never-a-feature',
      ],
      [
        'a foundation that imports an adapter',
        'apps/server/src/platform/assets/planted.ts',
        "import '../../gateways/storage/disk-storage.ts'\n",
        'platform-sees-gateway-types-only',
      ],
      [
        'the canvas of a room that imports a component',
        'apps/web/src/three/room/planted.ts',
        "import '../../components/toasts.ts'\n",
        'web-three-knows-no-feature',
      ],
      [
        'the canvas of a room that imports a schema',
        'apps/web/src/three/viewer/planted.ts',
        "import '@veranda/contract/rooms/records/record-kinds.ts'\n",
        'web-three-sees-contract-types-only',
      ],
      ['a core rule that reads a file', 'packages/core/src/money/planted.ts', "import 'node:fs'\n", 'core-is-pure'],
      [
        'a screen that reaches into the server',
        'apps/web/src/screens/planted.ts',
        "import '../../../server/src/platform/clock/clock.ts'\n",
        'web-never-server',
      ],
      [
        'a screen that imports samples of tests',
        'apps/web/src/screens/planted-samples.ts',
        "import '../features/bookings/testing/sample-bookings.ts'\n",
        'production-without-testing',
      ],
      [
        'a cycle of types',
        'packages/core/src/time/planted.ts',
        "import type { Other } from './planted-other.ts'\nexport type One = Other | null\n",
        'no-cycle',
      ],
      [
        'the other half of the cycle',
        'packages/core/src/time/planted-other.ts',
        "import type { One } from './planted.ts'\nexport type Other = { one: One }\n",
        undefined,
      ],
    ] as const
    const removals = planted.map(([, path, text]) => plantFile(path, text))
    const { modules, edges, violations } = await checkImports(treeCopy)
    for (const remove of removals) remove()
    expect(modules).toBeGreaterThan(100)
    expect(edges).toBeGreaterThan(200)
    for (const [fault, path, , rule] of planted) {
      if (rule === undefined) continue
      // A cycle is reported at either of its files.
      const found = violations.filter(({ file }) => file.startsWith(path.replace('.ts', ''))).map(({ what }) => what)
      expect(found.join('\n'), fault).toContain(`which ${rule} forbids`)
    }
    const paths: readonly string[] = planted.map(([, path]) => path)
    expect(violations.filter(({ file }) => !paths.includes(file))).toEqual([])
  },
)

test('the server writes only to tables of their owners', () => {
  const { files, statements, violations } = checkTableWrites(treeCopy, tableOwners)
  expect(files).toBeGreaterThan(50)
  expect(statements).toBeGreaterThan(20)
  expect(violations).toEqual([])
})

test.each([
  ['by the query builder', "await tx.insertInto('ledger_entries').values(line).execute()\n"],
  ['by an update in SQL', 'await sql`update users set name = ${name}`.execute(tx)\n'],
  ['by a delete in SQL', 'await sql`delete from messages where id = ${id}`.execute(tx)\n'],
])("a write to another feature's table %s is caught", (_, text) => {
  const path = 'apps/server/src/features/talent/planted.ts'
  const removePlanted = plantFile(path, text)
  const { violations } = checkTableWrites(treeCopy, tableOwners)
  removePlanted()
  expect(violations).toHaveLength(1)
  expect(violations[0]?.file).toBe(path)
})

test('the server reads tables of another feature only where they are listed, and the list has no more', () => {
  const { statements, violations } = checkTableReads(treeCopy, tableOwners, tableReaders)
  expect(statements).toBeGreaterThan(200)
  expect(violations).toEqual([])
})

test.each([
  ['by the query builder', "await tx.selectFrom('charges as c').selectAll().execute()\n"],
  ['by a join of the query builder', "query.innerJoin('bookings', 'bookings.id', 'x.id')\n"],
  ['by a join in SQL', 'await sql`select 1 from creators join receipts on true`.execute(tx)\n'],
])("a read of another feature's table %s is caught", (_, text) => {
  const path = 'apps/server/src/features/talent/planted.ts'
  const removePlanted = plantFile(path, text)
  const { violations } = checkTableReads(treeCopy, tableOwners, tableReaders)
  removePlanted()
  expect(violations.map(({ file }) => file)).toEqual([path])
})

test('a listed reader that reads nothing is caught', () => {
  const readers = { ...tableReaders, receipts: ['features/talent'] }
  const { violations } = checkTableReads(treeCopy, tableOwners, readers)
  expect(violations.map(({ what }) => what)).toEqual(['features/talent does not read receipts'])
})

/** Returns what knip reports about the core in the copy. */
function reportUnused(...options: readonly string[]): Promise<string> {
  const bin = join(root, 'node_modules/knip/bin/knip.js')
  return new Promise((resolve) => {
    // The exit code is that of a check; the copy lacks the tools and so always has findings.
    execFile(
      process.execPath,
      [bin, '--no-progress', '--workspace', 'packages/core', ...options],
      { cwd: treeCopy },
      (_, output) => resolve(output),
    )
  })
}

test.runIf(isMatrixRun)(
  'an export that only a test imports is unused in production, and one that nothing imports everywhere',
  async () => {
    const removePlanted = [
      plantFile('packages/core/src/money/planted.ts', 'export const testedOnly = 1\nexport const unreached = 2\n'),
      plantFile('packages/core/src/money/planted.test.ts', "import { testedOnly } from './planted.ts'\ntestedOnly\n"),
    ]
    const [everything, production] = [await reportUnused(), await reportUnused('--production')]
    for (const remove of removePlanted) remove()
    expect([everything, production].map((report) => report.includes('unreached'))).toEqual([true, true])
    expect([everything, production].map((report) => report.includes('testedOnly'))).toEqual([false, true])
  },
)
