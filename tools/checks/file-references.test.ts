import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkFileReferences } from './file-references.ts'

let root = ''
const write = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'veranda-references-'))
  for (const folder of ['packages', 'apps', 'tools', 'e2e', 'bench', 'docs']) mkdirSync(join(root, folder))
  write('README.md', 'Begin with `core/offers/offer.ts`, each `on-<event>.ts` and `*.repository.ts`.\n')
  write('ARCHITECTURE.md', 'The rule is in `offers/offer.ts`.\n')
  write('packages/core/src/offers/offer.ts', '/** See offer.ts. */\nexport const offer = 1\n')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('names of files that exist are fine, as a name, as the end of a path and from their package on', () => {
  expect(checkFileReferences(root)).toEqual({ references: 3, violations: [] })
})

test.each([
  ['docs/decisions/001.md', 'By `offers/deal.ts`.\n', 'offers/deal.ts'],
  ['apps/planted.ts', '// See lock-users.ts.\nexport const one = 1\n', 'lock-users.ts'],
  ['apps/planted.sql', '-- See lock-users.ts.\n', 'lock-users.ts'],
])('a name that no file has is found in %s', (file, text, name) => {
  write(file, text)
  expect(checkFileReferences(root).violations).toEqual([{ file, line: 1, what: `names ${name}, which does not exist` }])
})
