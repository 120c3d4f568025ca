import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MessageParams, formatMessage } from '@veranda/i18n/format-message.ts'
import { isolateText } from '@veranda/i18n/text-direction.ts'
import type { AvailableLanguage, CatalogueName, MessageKey } from '@veranda/i18n/catalogues.ts'
import { root } from './paths.ts'

/** Represents any text where it is given as a parameter, in a message that becomes a pattern. */
export const anyText = '\ue000'

/** The language that the browsers of the running journey read; a file of journeys is alone in its process. */
let spokenLanguage: AvailableLanguage = 'en'
const readCatalogues = new Map<string, Record<string, string>>()

/** Lets journeys read and press in a language until it is another one's turn. */
export function speak(language: AvailableLanguage): void {
  spokenLanguage = language
}

/** Returns the language that journeys read now. */
export function languageOfJourney(): AvailableLanguage {
  return spokenLanguage
}

/**
 * Returns a function that gives the product's messages as they are on screen, so that a journey presses what a user
 * reads: in the language of the journey, English by default, or always in the one given. Link tags are stripped.
 */
export function translationsFor<A extends CatalogueName>(
  area: A,
  fixed?: AvailableLanguage,
): (key: MessageKey<A>, params?: MessageParams) => string {
  return (key, params = {}) => {
    const language = fixed ?? spokenLanguage
    const write = (text: string) => (text === anyText ? text : isolateText(text, language))
    return formatMessage(readCatalogue(area, language), key, params, language, write).replace(/<\/?\w+>/g, '')
  }
}

/** Returns the pattern of a whole message in which `anyText` may be any text, also none. */
export function patternOf(message: string): RegExp {
  const parts = message.split(anyText).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`)
}

/** Returns one catalogue in a language. */
export function readCatalogue(area: string, language: AvailableLanguage): Record<string, string> {
  const file = join(root, 'packages/i18n/src', area, `${language}.json`)
  const known = readCatalogues.get(file)
  if (known) return known
  // A catalogue is a flat object of strings, checked by the tests of i18n.
  const catalogue = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  readCatalogues.set(file, catalogue)
  return catalogue
}
