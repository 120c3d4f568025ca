import { matchLanguage, type AvailableLanguage } from '@veranda/i18n/catalogues.ts'
import { createStore, useStore } from '../store.ts'
import { deviceStorage } from '../device/device-storage.ts'

const storageKey = 'language'
const rightToLeftLanguages: readonly string[] = ['ar']

const language = createStore<AvailableLanguage>(
  matchLanguage([deviceStorage.get(storageKey) ?? '', ...navigator.languages]),
)
applyLanguage(language.get())

export function currentLanguage(): AvailableLanguage {
  return language.get()
}

export function useLanguage(): AvailableLanguage {
  return useStore(language)
}

export function textDirection(tag: string): 'ltr' | 'rtl' {
  return rightToLeftLanguages.includes(tag) ? 'rtl' : 'ltr'
}

/** Sets the language and stores it on this device. */
export function setLanguage(next: AvailableLanguage): void {
  deviceStorage.set(storageKey, next)
  applyLanguage(next)
  language.set(next)
}

function applyLanguage(tag: string): void {
  document.documentElement.lang = tag
  document.documentElement.dir = textDirection(tag)
}
