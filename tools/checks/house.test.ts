import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkHouse, inspectHouse } from './house.ts'

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

test('modules that import each other are one cycle, also by types, by loading and over packages', () => {
  const write = (file: string, text: string) => writeFileSync(join(root, file), text)
  mkdirSync(join(root, 'packages/core/src'))
  mkdirSync(join(root, 'packages/contract/src'))
  write('apps/one.ts', "import type { Two } from './two.ts'\nexport type One = Two | null\n")
  write('apps/two.ts', "export type Two = import('./three.ts').Three\n")
  write('apps/three.ts', "export const load = () => import('./four.ts')\nexport type Three = 3\n")
  write('apps/four.ts', "export * from '@veranda/core/five.ts'\n")
  write('packages/core/src/five.ts', 'export const five = 5\n')
  write('apps/six.ts', "import './one.ts'\nimport './four.ts'\n")
  expect(inspectHouse(root)).toMatchObject({ cycles: [], imports: 6 })
  write('packages/core/src/five.ts', "export type { Six } from '@veranda/contract/six.ts'\n")
  write('packages/contract/src/six.ts', "import type { Five } from '@veranda/core/five.ts'\nexport type Six = Five\n")
  expect(inspectHouse(root).cycles).toEqual(['packages/contract/src/six.ts ↔ packages/core/src/five.ts'])
  write('apps/four.ts', "export * from '@veranda/core/five.ts'\nimport './one.ts'\n")
  const all = 'apps/four.ts ↔ apps/one.ts ↔ apps/three.ts ↔ apps/two.ts'
  expect(inspectHouse(root).cycles).toContain(all)
  expect(checkHouse(root).violations).toContainEqual(expect.objectContaining({ what: `${all} import each other` }))
})

test('a folder of 25 modules is divided, and one of 24 with its tests and styles is not', () => {
  for (let index = 1; index <= 24; index += 1) writeFileSync(join(root, `apps/module-${index}.ts`), 'export {}\n')
  writeFileSync(join(root, 'apps/module-1.test.ts'), 'export {}\n')
  writeFileSync(join(root, 'apps/module-1.module.css'), '')
  expect(inspectHouse(root).fullFolders).toEqual([])
  writeFileSync(join(root, 'apps/module-25.tsx'), 'export {}\n')
  expect(inspectHouse(root).fullFolders).toEqual(['apps (25)'])
  expect(checkHouse(root).violations).toContainEqual(
    expect.objectContaining({ what: 'apps (25) has more than 24 modules: divide it by concept' }),
  )
})
