import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Catalogue, type Params, render } from '@veranda/words/render.ts'
import { type Area, bestLanguage, type KeyOf } from '@veranda/words/words.ts'

const catalogues = new Map<Area, Map<string, Catalogue>>()

/**
 * A sentence for mail, push, titles and refusals made on the server, in the best language there is for the one asked
 * for. Same catalogues and plural rules as on the screen.
 */
export function sentence<A extends Area>(area: A, key: KeyOf<A>, params: Params = {}, language = 'en'): string {
  return sentenceOf(area, key, params, language)
}

/** The same for a key that is data, such as the code of a refusal; undefined when the area has no such key. */
export function sentenceFor(area: Area, key: string, params: Params = {}, language = 'en'): string | undefined {
  const said = sentenceOf(area, key, params, language)
  return said === key ? undefined : said
}

function sentenceOf(area: Area, key: string, params: Params, language: string): string {
  const spoken = bestLanguage([language])
  return render(catalogueOf(area, spoken), key, params, spoken)
}

function catalogueOf(area: Area, language: string): Catalogue {
  const known = catalogues.get(area)?.get(language)
  if (known) return known
  const file = fileURLToPath(import.meta.resolve(`@veranda/words/${area}/${language}.json`))
  // The files are ours and flat; words.test.ts checks their shape.
  const catalogue = JSON.parse(readFileSync(file, 'utf8')) as Catalogue
  const ofArea = catalogues.get(area) ?? new Map<string, Catalogue>()
  catalogues.set(area, ofArea.set(language, catalogue))
  return catalogue
}
