import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inspectHouse } from './house.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'veranda-house-'))
  for (const folder of ['packages/core', 'packages/contract', 'apps', 'tools', 'bench']) {
    mkdirSync(join(root, folder), { recursive: true })
  }
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('a product noun that a layer does not export as a type is missing, and one that it exports is not', () => {
  const before = inspectHouse(root).nounCells
  expect(before.missing).toHaveLength(before.total)
  writeFileSync(join(root, 'packages/core/pin.ts'), 'export type Pin = { readonly id: string }\n')
  const { missing } = inspectHouse(root).nounCells
  expect(before.missing.filter((cell) => !missing.includes(cell))).toEqual(['Pin in packages/core'])
})
