import type { AvailableLanguage } from '@veranda/i18n/catalogues.ts'
import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { World } from '../support/fixtures.ts'
import { root } from '../support/paths.ts'
import { readCatalogue } from '../support/translations.ts'
import type { WatchedText } from '../support/browser/text-watch.ts'

/** The tables whose texts users write. None of them has a text of ours. */
const userTables = [
  'users',
  'creators',
  'package_services',
  'hourly_services',
  'portfolio_items',
  'skills',
  'projects',
  'commissions',
  'offer_versions',
  'milestones',
  'deliverables',
  'assets',
  'asset_sources',
  'stored_files',
  'pins',
  'pin_messages',
  'change_items',
  'messages',
  'reviews',
]
/** Words that no language translates: names of cards, browsers, systems, keys, formats and devices of the test browser. */
const properNouns =
  'JST Visa Mastercard Chrome Linux Android Quest Ctrl GMT UTC glTF Transform Fake Default Audio Input veranda'.split(
    ' ',
  )
/** Addresses, and the first letters of a hash. */
const addressPattern = /https?:\/\/\S+/g
const codePattern = /^(?:[0-9a-f]{4,}|v\d+)$/

/** The letters before the sign of a currency. */
const currencySigns = ['US', 'UK', 'JP', 'CN', 'CA', 'AU', 'HK', 'NZ', 'MX', 'BR']

const wordsOf = (text: string): string[] => text.match(/\p{Script=Latin}[\p{Script=Latin}\p{M}\d]*/gu) ?? []

/** Returns all texts that users have written, longest first, and the initials of their names. */
export async function readUserTexts(world: World): Promise<string[]> {
  const columns = await world.rows<{ table: string; column: string; type: string }>(
    `select table_name as "table", column_name as "column", data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = any($1) and data_type in ('text', 'ARRAY', 'jsonb')`,
    [userTables],
  )
  const values = await Promise.all(
    columns.map(({ table, column }) =>
      world.rows<{ value: unknown }>(`select distinct to_jsonb(${column}) as value from ${table}`),
    ),
  )
  const texts = new Set(values.flat().flatMap(({ value }) => stringsIn(value)))
  const names = await world.rows<{ name: string }>('select name from users')
  for (const { name } of names) {
    for (const part of name.split(' ')) texts.add(part)
    texts.add(Array.from(name.split(' '), ([first = '']) => first).join(''))
  }
  // Codes, such as the states of a project, are no texts of users.
  return [...texts].filter((text) => /[\p{Lu}\s.]/u.test(text)).toSorted((a, b) => b.length - a.length)
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.split('\n').map((line) => line.trim())
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(stringsIn)
}

/**
 * Returns the watched texts with a word in Latin letters that the catalogues of the language do not have, that is no
 * name, and that no user has written, each with its words. Of what is drawn, which is broken into lines, only words can be compared.
 */
export function findForeignWords(
  watched: readonly WatchedText[],
  language: AvailableLanguage,
  userTexts: readonly string[],
): string[] {
  const codes = [...Intl.supportedValuesOf('currency'), ...Intl.supportedValuesOf('timeZone')]
  const known = new Set([...catalogueWords(language), ...properNouns, ...currencySigns, ...codes.flatMap(wordsOf)])
  const userWords = new Set(userTexts.flatMap(wordsOf))
  const isForeign = (word: string, place: string) =>
    word.length > 1 && !known.has(word) && !codePattern.test(word) && !(place === 'canvas' && userWords.has(word))
  const found = watched.flatMap(({ text, place, path }) => {
    const plain = text.replace(addressPattern, ' ')
    const own = place === 'canvas' ? plain : withoutTexts(plain, userTexts)
    const words = wordsOf(own).filter((word) => isForeign(word, place))
    return words.length === 0 ? [] : [`${place} of ${path}: “${text}” (${words.join(', ')})`]
  })
  return [...new Set(found)]
}

/** Returns a text without those of users in it, which begin and end at the borders of words. */
function withoutTexts(text: string, userTexts: readonly string[]): string {
  const letter = String.raw`[\p{Script=Latin}\p{M}]`
  return userTexts.reduce((rest, part) => {
    if (!rest.includes(part)) return rest
    const literal = part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    return rest.replace(new RegExp(`(?<!${letter})${literal}(?!${letter})`, 'gu'), ' ')
  }, text)
}

/** Returns the words in Latin letters that the texts of a language have, such as VR and the name of the product. */
function catalogueWords(language: AvailableLanguage): string[] {
  const folder = join(root, 'packages/i18n/src')
  return globSync(`**/${language}.json`, { cwd: folder }).flatMap((file) =>
    Object.values(readCatalogue(dirname(file), language)).flatMap((text) =>
      wordsOf(text.replace(/\{\{.*?\}\}|<.*?>/g, ' ')),
    ),
  )
}
