import common from '@veranda/words/common/en.json'
import errors from '@veranda/words/errors/en.json'
import { load } from '@veranda/words/load.ts'
import { type Catalogue, type Params, render } from '@veranda/words/render.ts'
import { type Area, type KeyOf } from '@veranda/words/words.ts'
import { use } from 'react'
import { currentLanguage, useLanguage } from './language.ts'

/** Says one sentence of an area; the key is checked by the compiler, a plural takes `count`. */
export type Say<A extends Area> = (key: KeyOf<A>, params?: Params) => string

// What must be sayable when nothing else could be fetched.
const catalogues = new Map<string, Catalogue>([
  ['en/common', common],
  ['en/errors', errors],
])
const loading = new Map<string, Promise<void>>([...catalogues.keys()].map((name) => [name, arrived(Promise.resolve())]))
const says = new Map<string, Say<Area>>()

/** Fetches areas ahead of the screen that speaks them; a language without one of them speaks English there. */
export function loadWords(...areas: Area[]): Promise<unknown> {
  return Promise.all(areas.map((area) => loadArea(area, currentLanguage())))
}

/** The words of an area in the language in force. Suspends until they are there. */
export function useWords<A extends Area>(area: A): Say<A> {
  const language = useLanguage()
  // Always: React counts on the same calls when a screen that waited for its words goes on.
  use(loadArea(area, language))
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
  const known = loading.get(name)
  if (known) return known
  const promise = load(area, language)
    .catch(() => load(area, 'en'))
    .then((catalogue) => {
      catalogues.set(name, catalogue)
      void arrived(promise)
    })
  promise.catch(() => loading.delete(name))
  loading.set(name, promise)
  return promise
}

/** Marks a promise the way React marks those that it has seen, so that `use` goes on at once and nothing flickers. */
function arrived(promise: Promise<void>): Promise<void> {
  return Object.assign(promise, { status: 'fulfilled', value: undefined })
}
