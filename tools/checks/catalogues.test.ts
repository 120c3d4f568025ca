import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkCatalogues } from './catalogues.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'veranda-catalogues-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const english = {
  hello: 'Hello {{name}}',
  agree: 'I agree to the <terms>Terms</terms>.',
  days_one: '{{count}} day',
  days_other: '{{count}} days',
  none_zero: 'Nothing',
  none_one: '1 thing',
  none_other: '{{count}} things',
}
const german = {
  ...english,
  hello: 'Hallo {{ name }}',
  agree: 'Ich stimme den <terms>Bedingungen</terms> zu.',
}

function write(file: string, catalogue: Readonly<Record<string, unknown>>): void {
  const path = join(root, 'packages/i18n/src', file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(catalogue, null, 2))
}

/** Returns what is found, with the English file and these files. */
function findings(files: Readonly<Record<string, Readonly<Record<string, unknown>>>>, required: string[] = ['en']) {
  write('shell/en.json', english)
  for (const [file, catalogue] of Object.entries(files)) write(file, catalogue)
  return checkCatalogues(root, required).violations.map(({ what }) => what)
}

test('every language of the product has the files, keys, parameters, tags and plural forms of English', () => {
  const { languages, texts, violations } = checkCatalogues(join(import.meta.dirname, '../..'))
  expect(violations).toEqual([])
  expect(languages).toBeGreaterThanOrEqual(1)
  expect(texts).toBeGreaterThan(2_500)
})

test('a translation that has everything is right, whatever the words; a language without a file is skipped', () => {
  expect(findings({ 'shell/de.json': german })).toEqual([])
})

test.each<[string, Record<string, unknown>, string]>([
  ['without a key', { agree: undefined }, 'agree has no text'],
  ['with an empty text', { agree: '' }, 'agree has no text'],
  ['with a key of its own', { more: 'Mehr' }, 'more is no key of the English file'],
  ['without a parameter', { hello: 'Hallo' }, 'hello needs {{name}}'],
  ['with a parameter of another name', { hello: 'Hallo {{nom}}' }, 'hello needs {{name}}'],
  ['without a tag', { agree: 'Ich stimme zu.' }, 'agree needs </terms> <terms>'],
  ['without the count of a plural', { days_other: 'Tage' }, 'days_other needs {{count}}'],
  [
    'with a plural form that the language does not have',
    { days_few: '{{count}}' },
    'days_few is no key of the English file',
  ],
  ['with a blank at its end', { hello: 'Hallo {{name}} ' }, 'hello has a blank at its beginning or end'],
])('a translation %s is found', (_, change, what) => {
  expect(findings({ 'shell/de.json': { ...german, ...change } })).toEqual([what])
})

test('each language has its own plural forms, of which those for one number need no count', () => {
  const days = {
    zero: 'لا أيام',
    one: 'يوم',
    two: 'يومان',
    few: '{{count}} أيام',
    many: '{{count}} يومًا',
    other: '{{count}} يوم',
  }
  const things = { ...days, zero: 'لا شيء' }
  const forms = (base: string, of: Record<string, string>) =>
    Object.fromEntries(Object.entries(of).map(([form, text]) => [`${base}_${form}`, text]))
  const arabic = {
    hello: 'أهلًا {{name}}',
    agree: 'أوافق على <terms>الشروط</terms>.',
    ...forms('days', days),
    ...forms('none', things),
  }
  expect(findings({ 'shell/ar.json': arabic })).toEqual([])
  expect(findings({ 'shell/ar.json': { ...arabic, days_few: 'أيام', days_two: undefined } })).toEqual([
    'days_two has no text',
    'days_few needs {{count}}',
  ])
})

test('a language that begins, or that is required, needs every file; one that the product does not have may have none', () => {
  write('rooms/en.json', { title: 'Room' })
  expect(findings({ 'shell/de.json': german })).toEqual(['there is no such file'])
  expect(findings({ 'rooms/de.json': { title: 'Raum' } }, ['en', 'ja'])).toEqual([
    'there is no such file',
    'there is no such file',
  ])
  expect(findings({ 'rooms/pt.json': { title: 'Sala' } })).toEqual(['pt is no language of the product'])
})
