import { type AvailableLanguage, availableLanguages } from '@veranda/i18n/catalogues.ts'

/** Returns the languages of the product with their own names and their names in `language`; each begins in upper case. */
export function languageNames(language: AvailableLanguage) {
  return availableLanguages.map((tag) => ({ tag, ownName: nameOf(tag, tag), name: nameOf(tag, language) }))
}

function nameOf(tag: AvailableLanguage, language: AvailableLanguage): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
