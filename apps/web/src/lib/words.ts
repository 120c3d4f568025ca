import common from '@veranda/words/common/en.json'
import errors from '@veranda/words/errors/en.json'
import { load } from '@veranda/words/load.ts'
import { type Params } from '@veranda/words/render.ts'
import { type Area, type KeyOf } from '@veranda/words/words.ts'
import { createInstance } from 'i18next'
import { use } from 'react'
import { currentLanguage, useLanguage } from './language.ts'

/** Says one sentence of an area; the key is checked by the compiler, a plural takes `count`. */
export type Say<A extends Area> = (key: KeyOf<A>, params?: Params) => string

const words = createInstance()
void words.init({
  lng: currentLanguage(),
  fallbackLng: 'en',
  // What must be sayable when nothing else could be fetched.
  resources: { en: { common, errors } },
  keySeparator: false,
  nsSeparator: false,
  initAsync: false,
  interpolation: { escapeValue: false },
})

const loading = new Map<string, Promise<void>>()
const says = new Map<string, Say<Area>>()

/** Fetches areas ahead of the screen that speaks them; a language without one of them speaks English there. */
export function loadWords(...areas: Area[]): Promise<unknown> {
  return Promise.all(areas.map((area) => loadArea(area, currentLanguage())))
}

/** The words of an area in the language in force. Suspends until they are there. */
export function useWords<A extends Area>(area: A): Say<A> {
  const language = useLanguage()
  if (!words.hasResourceBundle(language, area)) use(loadArea(area, language))
  return sayOf(area, language)
}

/** The same outside of components, for areas that have been loaded; a key that is missing answers itself. */
export function sayNow<A extends Area>(area: A): Say<A> {
  return sayOf(area, currentLanguage())
}

function sayOf<A extends Area>(area: A, language: string): Say<A> {
  const name = `${language}/${area}`
  let say = says.get(name)
  if (!say) {
    const speak = words.getFixedT(language, area)
    say = (key: string, params?: Params) => String(speak(key, { ...params }))
    says.set(name, say)
  }
  // One function serves every area; the key's type is what differs.
  return say as Say<A>
}

function loadArea(area: Area, language: string): Promise<void> {
  const name = `${language}/${area}`
  let promise = loading.get(name)
  if (!promise) {
    promise = load(area, language)
      .catch(() => load(area, 'en'))
      .then((catalogue) => void words.addResourceBundle(language, area, catalogue))
    promise.catch(() => loading.delete(name))
    loading.set(name, promise)
  }
  return promise
}
