import common from '@veranda/words/common/en.json'
import errors from '@veranda/words/errors/en.json'
import { load } from '@veranda/words/load.ts'
import { type Catalogue, type Params, render } from '@veranda/words/render.ts'
import { type Area, type KeyOf } from '@veranda/words/words.ts'
import { currentLanguage, useLanguage } from './language.ts'

/** Says one sentence of an area; the key is checked by the compiler, a plural takes `count`. */
export type Say<A extends Area> = (key: KeyOf<A>, params?: Params) => string

// What must be sayable when nothing else could be fetched.
const catalogues = new Map<string, Catalogue>([
  ['en/common', common],
  ['en/errors', errors],
])
const loading = new Map<string, Promise<void>>()
const says = new Map<string, Say<Area>>()

/** Fetches areas ahead of the screen that speaks them; a language without one of them speaks English there. */
export function loadWords(...areas: Area[]): Promise<unknown> {
  return Promise.all(areas.map((area) => loadArea(area, currentLanguage())))
}

/** The words of an area in the language in force. Suspends until they are there. */
export function useWords<A extends Area>(area: A): Say<A> {
  const language = useLanguage()
  // Thrown, not used: `use` wants to be called again by a screen that goes on, and then the words are there.
  // oxlint-disable-next-line typescript/only-throw-error
  if (!catalogues.has(`${language}/${area}`)) throw loadArea(area, language)
  return sayOf(area, language)
}

function sayOf<A extends Area>(area: A, language: string): Say<A> {
  const name = `${language}/${area}`
  let say = says.get(name)
  if (!say) {
    say = (key: string, params: Params = {}) => render(catalogues.get(name) ?? {}, key, params, language)
    says.set(name, say)
  }
  return say
}

function loadArea(area: Area, language: string): Promise<void> {
  const name = `${language}/${area}`
  if (catalogues.has(name)) return Promise.resolve()
  let promise = loading.get(name)
  if (!promise) {
    promise = load(area, language)
      .catch(() => load(area, 'en'))
      .then((catalogue) => void catalogues.set(name, catalogue))
    promise.catch(() => loading.delete(name))
    loading.set(name, promise)
  }
  return promise
}
