import { type AvailableLanguage } from '@veranda/i18n/catalogues.ts'
import { createStore, useStore } from '../store.ts'

/** The language of this page; change-language.ts changes it. */
export const languageStore = createStore(
  // public/first-paint.js sets one of ours; without it, as in tests, the page is English.
  (document.documentElement.lang as AvailableLanguage) || 'en',
)

export function currentLanguage(): AvailableLanguage {
  return languageStore.get()
}

export function useLanguage(): AvailableLanguage {
  return useStore(languageStore)
}
