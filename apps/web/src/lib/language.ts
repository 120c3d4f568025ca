import { bestLanguage, type Spoken } from '@veranda/words/words.ts'
import { createStore, useStore } from './store.ts'

const key = 'language'
const rightToLeft: readonly string[] = ['ar']

const language = createStore<Spoken>(bestLanguage([localStorage.getItem(key) ?? '', ...navigator.languages]))
applyLanguage(language.get())

export function currentLanguage(): Spoken {
  return language.get()
}

export function useLanguage(): Spoken {
  return useStore(language)
}

export function directionOf(tag: string): 'ltr' | 'rtl' {
  return rightToLeft.includes(tag) ? 'rtl' : 'ltr'
}

/** Speaks this language from now on, and remembers it on this device. */
export function chooseLanguage(next: Spoken): void {
  localStorage.setItem(key, next)
  applyLanguage(next)
  language.set(next)
}

function applyLanguage(tag: string): void {
  document.documentElement.lang = tag
  document.documentElement.dir = directionOf(tag)
}
