import type { Page } from '@playwright/test'
import type { CatalogueName, MessageKey } from '@veranda/i18n/catalogues.ts'
import { formatMessage, type MessageParams } from '@veranda/i18n/format-message.ts'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.ts'

const catalogueFolder = join(root, 'packages/i18n/src')
const distFolder = join(root, 'apps/web/dist')
const pluralForms = ['zero', 'one', 'two', 'few', 'many', 'other']
/** Translations are longer by this, the shorter the text the more. */
const stretch = 1.4
const accented: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  i: 'î',
  n: 'ñ',
  o: 'ö',
  s: 'š',
  u: 'û',
  y: 'ý',
  A: 'Å',
  C: 'Ç',
  E: 'É',
  I: 'Î',
  N: 'Ñ',
  O: 'Ö',
  S: 'Š',
  U: 'Û',
}

/** Returns a text as a made-up language writes it: accented and each word longer by 40 %, parameters and tags as they are. */
export function pseudoText(text: string): string {
  return text
    .split(/(\{\{.*?\}\}|<.*?>)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/\p{L}+/gu, pseudoWord)))
    .join('')
}

function pseudoWord(word: string): string {
  const letters = Array.from(word, (letter) => accented[letter] ?? letter)
  const missing = Math.ceil(letters.length * stretch) - letters.length
  return letters.join('') + (letters.at(-1) ?? '').repeat(missing)
}

/** Returns the messages of a catalogue in the made-up language. */
export function pseudoTranslationsFor<A extends CatalogueName>(
  name: A,
): (key: MessageKey<A>, params?: MessageParams) => string {
  const catalogue = pseudoCatalogue(name)
  return (key, params = {}) => formatMessage(catalogue, key, params, 'en').replace(/<\/?\w+>/g, '')
}

/**
 * Serves the made-up language in place of one of the product's, which then needs no catalogue and decides the direction.
 * Nothing of it is in the app. Returns the address of the list of the language's catalogues.
 */
export async function servePseudoLanguage(page: Page, language: string): Promise<string> {
  const address = listAddress(language)
  const files = Object.fromEntries(
    globSync('**/en.json', { cwd: catalogueFolder }).map((file) => {
      const name = file.slice(0, -'/en.json'.length)
      return [`../${name}/${language}.json`, pseudoCatalogue(name)]
    }),
  )
  await page
    .context()
    .route(`**${address}`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: `export const files = ${JSON.stringify(files)}` }),
    )
  return address
}

/** Returns the address of the list of a language's catalogues. */
export function listAddress(language: string): string {
  const found = builtFiles().find(([key]) => key.endsWith(`i18n/src/languages/${language}.ts`))
  if (!found) throw new Error(`the built app has no list of the catalogues in ${language}`)
  return `/${found[1].file}`
}

/** Returns the language of each built file that is a catalogue or a list of catalogues, by its address. */
export function languagesByFile(): Map<string, string> {
  return new Map(
    builtFiles().flatMap(([key, { file }]) => {
      const language = /i18n\/src\/.*\b([a-z]{2})\.(?:json|ts)$/.exec(key)?.[1]
      return language === undefined ? [] : [[`/${file}`, language] as const]
    }),
  )
}

function builtFiles(): [string, { file: string }][] {
  const file = readFileSync(join(distFolder, '.vite/manifest.json'), 'utf8')
  // Vite documents this shape of its manifest.
  return Object.entries(JSON.parse(file) as Record<string, { file: string }>)
}

function pseudoCatalogue(name: string): Record<string, string> {
  // A catalogue is a flat object of strings, checked by the tests of i18n.
  const english = JSON.parse(readFileSync(join(catalogueFolder, name, 'en.json'), 'utf8')) as Record<string, string>
  const entries = Object.entries(english).flatMap(([key, text]) => {
    const base = key.replace(/_other$/, '')
    const keys = base === key ? [key] : pluralForms.map((form) => `${base}_${form}`).filter((one) => !(one in english))
    return [...new Set([...keys, key])].map((one) => [one, pseudoText(text)] as const)
  })
  return Object.fromEntries(entries)
}
