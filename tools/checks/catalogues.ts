import { languages as contractLanguages } from '../../packages/contract/src/shared-schemas.ts'
import { availableLanguages } from '../../packages/i18n/src/catalogues.ts'
import { filesBelow, readText } from './files.ts'
import type { Violation } from './table-access.ts'

const folder = 'packages/i18n/src'
/**
 * The languages that must be complete. Another one is checked from its first file on, and skipped while it has none; it
 * is added here once it is there, so that it cannot get lost.
 */
export const requiredLanguages: readonly string[] = ['en', 'es', 'fr', 'de', 'ja', 'zh', 'ar']

const pluralForm = /_(zero|one|two|few|many|other)$/
/** Forms of a plural that may leave out the count, because they are for one number only. */
const formsOfOneNumber = ['zero', 'one', 'two']

/**
 * Finds where a language differs from English in its files, keys, parameters, tags and plural forms. Returns how much was
 * looked at, so that a run that saw too little can fail.
 */
export function checkCatalogues(
  root: string,
  required = requiredLanguages,
): { languages: number; texts: number; violations: Violation[] } {
  const violations: Violation[] = []
  if (availableLanguages.join() !== contractLanguages.join())
    violations.push({ file: `${folder}/catalogues.ts`, line: 1, what: 'the languages are not those of the contract' })
  const files = filesBelow(root, folder, ['.json'])
  for (const file of files) {
    const language = file.split('/').at(-1)?.replace('.json', '')
    if (!availableLanguages.some((known) => known === language))
      violations.push({ file, line: 1, what: `${language} is no language of the product` })
  }
  let texts = 0
  let languages = 0
  for (const language of availableLanguages) {
    const isThere = files.some((file) => file.endsWith(`/${language}.json`))
    if (!isThere && !required.includes(language)) continue
    languages += 1
    for (const source of files.filter((file) => file.endsWith('/en.json'))) {
      const file = source.replace(/en\.json$/, `${language}.json`)
      if (!files.includes(file)) violations.push({ file, line: 1, what: 'there is no such file' })
      else texts += compare(readCatalogue(root, source), { file, text: readText(root, file), language }, violations)
    }
  }
  return { languages, texts, violations }
}

type Translation = { readonly file: string; readonly text: string; readonly language: string }

/** Adds what is wrong with one file to the violations; returns the number of its texts. */
function compare(
  english: Readonly<Record<string, string>>,
  { file, text, language }: Translation,
  violations: Violation[],
): number {
  // A catalogue is a flat object of strings.
  const translated = JSON.parse(text) as Record<string, unknown>
  const report = (key: string, what: string) => {
    const at = text.indexOf(`"${key}"`)
    violations.push({ file, line: at < 0 ? 1 : text.slice(0, at).split('\n').length, what: `${key} ${what}` })
  }
  const wanted = wantedKeys(english, language)
  for (const key of Object.keys(translated)) if (!wanted.has(key)) report(key, 'is no key of the English file')
  for (const [key, source] of wanted) {
    const value = translated[key]
    if (typeof value !== 'string' || value.trim() === '') report(key, 'has no text')
    else if (value.trim() !== value && source.trim() === source) report(key, 'has a blank at its beginning or end')
    else if (!hasSameParts(key, source, value))
      report(key, `needs ${partsOf(source).join(' ') || 'no parameter or tag'}`)
  }
  return wanted.size
}

/** Returns the keys of a file in a language, with an English text that has the same parts. */
function wantedKeys(english: Readonly<Record<string, string>>, language: string): Map<string, string> {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const wanted = new Map<string, string>()
  for (const [key, text] of Object.entries(english)) {
    const base = key.replace(pluralForm, '')
    const general = key === base ? undefined : english[`${base}_other`]
    if (general === undefined || key.endsWith('_zero')) wanted.set(key, text)
    else for (const form of forms) wanted.set(`${base}_${form}`, english[`${base}_${form}`] ?? general)
  }
  return wanted
}

function hasSameParts(key: string, source: string, text: string): boolean {
  const [expected, found] = [partsOf(source), partsOf(text)]
  const form = pluralForm.exec(key)?.[1]
  if (form === undefined) return expected.join() === found.join()
  const withoutCount = (parts: string[]) => parts.filter((part) => part !== '{{count}}').join()
  if (withoutCount(expected) !== withoutCount(found)) return false
  return formsOfOneNumber.includes(form) || expected.includes('{{count}}') === found.includes('{{count}}')
}

/** Returns the parameters and tags of a text in alphabetical order. */
function partsOf(text: string): string[] {
  return Array.from(text.matchAll(/\{\{\s*(\w+)\s*\}\}|<\/?\w+>/g), ([part]) => part.replace(/\s/g, '')).toSorted()
}

function readCatalogue(root: string, file: string): Record<string, string> {
  // A catalogue is a flat object of strings.
  return JSON.parse(readText(root, file)) as Record<string, string>
}
