import { errorParams } from '@veranda/i18n/error-params.ts'
import { type Catalogue, formatMessage, type MessageParams } from '@veranda/i18n/format-message.ts'
import { type CatalogueName, matchLanguage, type MessageKey } from '@veranda/i18n/catalogues.ts'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const catalogues = new Map<CatalogueName, Map<string, Catalogue>>()

/**
 * Translates a message for mail, push, titles and errors, in the best available language. Uses the same catalogues and
 * plural rules as the web app.
 */
export function t<A extends CatalogueName>(
  area: A,
  key: MessageKey<A>,
  params: MessageParams = {},
  language = 'en',
): string {
  return renderMessage(area, key, params, language)
}

/** Translates a key that is data, such as an error code; returns undefined when the catalogue has no such key. */
export function findMessage(
  area: CatalogueName,
  key: string,
  params: MessageParams = {},
  language = 'en',
): string | undefined {
  const message = renderMessage(area, key, params, language)
  return message === key ? undefined : message
}

function renderMessage(area: CatalogueName, key: string, params: MessageParams, language: string): string {
  const supported = matchLanguage([language])
  return formatMessage(loadCatalogue(area, supported), key, params, supported)
}

function loadCatalogue(area: CatalogueName, language: string): Catalogue {
  const cached = catalogues.get(area)?.get(language)
  if (cached) return cached
  const catalogue = readCatalogue(area, language) ?? loadCatalogue(area, 'en')
  const byLanguage = catalogues.get(area) ?? new Map<string, Catalogue>()
  catalogues.set(area, byLanguage.set(language, catalogue))
  return catalogue
}

/** Returns undefined for a language without this catalogue. */
function readCatalogue(area: CatalogueName, language: string): Catalogue | undefined {
  const file = fileURLToPath(import.meta.resolve(`@veranda/i18n/${area}/${language}.json`))
  if (language !== 'en' && !existsSync(file)) return undefined
  // The files are ours and flat; format-message.test.ts checks their shape.
  return JSON.parse(readFileSync(file, 'utf8')) as Catalogue
}

/**
 * Returns the message of an error code in `language`, in English where it is not translated, with its parameters filled
 * in.
 */
export function errorMessage(
  code: string,
  language: string,
  facts: Readonly<Record<string, string | number>> = {},
): string {
  return findMessage('error-codes', code, errorParams(facts), language) ?? code
}
