import pageErrors from '@veranda/i18n/errors/page/en.json'
import { loadCatalogue } from '@veranda/i18n/load-catalogue.ts'
import { type Catalogue, type MessageParams, formatMessage } from '@veranda/i18n/format-message.ts'
import { isolateText } from '@veranda/i18n/text-direction.ts'
import { type CatalogueName, type MessageKey } from '@veranda/i18n/catalogues.ts'
import { currentLanguage, useLanguage } from './language.ts'

/** Translates a key of one catalogue; the compiler checks the key, and a plural takes `count`. */
export type Translate<A extends CatalogueName> = (key: MessageKey<A>, params?: MessageParams) => string

/** By language and name. One is bundled, because it is needed when nothing else can be fetched. */
export const catalogues = new Map<string, Catalogue>([['en/errors/page', pageErrors]])
const loading = new Map<string, Promise<void>>()
const translators = new Map<string, Translate<CatalogueName>>()

/** Loads catalogues before the screen that uses them; falls back to English where a language has none. */
export function loadTranslations(...names: CatalogueName[]): Promise<unknown> {
  return Promise.all(names.map((catalogueName) => loadOnce(catalogueName, currentLanguage())))
}

/** Returns the translate function of a catalogue in the current language. Suspends until it is loaded. */
export function useTranslations<A extends CatalogueName>(catalogueName: A): Translate<A> {
  const language = useLanguage()
  // Thrown instead of passed to `use`, which would have to be called again on re-render, when the catalogue is already
  // there.
  // oxlint-disable-next-line typescript/only-throw-error
  if (!catalogues.has(`${language}/${catalogueName}`)) throw loadOnce(catalogueName, language)
  return translatorFor(catalogueName, language)
}

/** Returns the translate function of a catalogue that is loaded. */
export function translatorFor<A extends CatalogueName>(catalogueName: A, language: string): Translate<A> {
  const name = `${language}/${catalogueName}`
  let translate = translators.get(name)
  if (!translate) {
    translate = (key: string, params: MessageParams = {}) =>
      formatMessage(catalogues.get(name) ?? {}, key, params, language, isolateText)
    translators.set(name, translate)
  }
  return translate
}

function loadOnce(catalogueName: CatalogueName, language: string): Promise<void> {
  const name = `${language}/${catalogueName}`
  if (catalogues.has(name)) return Promise.resolve()
  let promise = loading.get(name)
  if (!promise) {
    promise = loadCatalogue(catalogueName, language)
      .catch(() => catalogues.get(`en/${catalogueName}`) ?? loadCatalogue(catalogueName, 'en'))
      .then((catalogue) => void catalogues.set(name, catalogue))
    promise.catch(() => loading.delete(name))
    loading.set(name, promise)
  }
  return promise
}
