import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkUnusedMessages } from './unused-messages.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'veranda-messages-'))
  for (const folder of ['core', 'contract', 'ui']) mkdirSync(join(root, `packages/${folder}/src`), { recursive: true })
  for (const folder of ['server', 'web/src']) mkdirSync(join(root, `apps/${folder}`), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

/** Returns the unused keys of one catalogue, seen from one source file. */
function unusedKeys(keys: readonly string[], source: string, catalogue = 'commissions'): string[] {
  write(`packages/i18n/src/${catalogue}/en.json`, JSON.stringify(Object.fromEntries(keys.map((key) => [key, 'Text']))))
  write('apps/web/src/planted.tsx', source)
  return checkUnusedMessages(root).violations.map(({ what }) => what.replace(' is used nowhere', ''))
}

test('every message of the product is used', () => {
  const { keys, violations } = checkUnusedMessages(join(import.meta.dirname, '../..'))
  expect(violations).toEqual([])
  expect(keys).toBeGreaterThan(2_000)
})

test('a planted key is reported with its file and line; plural forms of a used key are not', () => {
  const keys = ['title', 'days_one', 'days_other', 'planted', 'planted_one']
  expect(unusedKeys(keys, "export const text = [t('title'), t('days', { count })]")).toEqual(['planted', 'planted_one'])
  const [violation] = checkUnusedMessages(root).violations
  expect(violation?.file).toBe('packages/i18n/src/commissions/en.json')
})

test('a key built from a template is used if its parameters are known', () => {
  const source = `const roles = ['client', 'creator']; const tones = { active: 'info', 'in-review': 'info' }
    export const text = t(\`text.\${role}.\${state}\`)`
  const keys = [
    'text.client.active',
    'text.creator.in-review',
    'text.client.planted',
    'text.client',
    'other.client.active',
  ]
  expect(unusedKeys(keys, source)).toEqual(['text.client.planted', 'text.client', 'other.client.active'])
})

test('a template may contain a condition, and its result may be a parameter of another one', () => {
  write(
    'packages/core/src/draft.ts',
    "const type = 'cancelled'; export const key = `${type}${paid ? `.refund-${side}` : ''}`",
  )
  const keys = ['cancelled.title', 'cancelled.refund-client.title', 'cancelled.planted.title']
  const source = "const side = 'client'; export const text = translate('commissions', `${key}.title`)"
  expect(unusedKeys(keys, source)).toEqual(['cancelled.planted.title'])
})

test('a template that starts with a parameter says nothing about catalogues that its file does not name', () => {
  const source = "const name = 'terms'; export const text = translate('legal', `${name}.title`)"
  expect(unusedKeys(['terms.title'], source, 'legal')).toEqual([])
  expect(unusedKeys(['terms.title'], source, 'rooms')).toEqual(['terms.title'])
})

test('what only a test uses is unused', () => {
  write('apps/web/src/planted.test.tsx', "t('title')")
  expect(unusedKeys(['title'], '')).toEqual(['title'])
})
