import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Catalogue, type Params, render } from '@veranda/words/render.ts'
import { type Area, bestLanguage, type KeyOf } from '@veranda/words/words.ts'

const catalogues = new Map<string, Catalogue>()

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
  const name = `${area}/${language}.json`
  let catalogue = catalogues.get(name)
  if (!catalogue) {
    // The files are ours and flat; words.test.ts checks their shape.
    catalogue = JSON.parse(
      readFileSync(fileURLToPath(import.meta.resolve(`@veranda/words/${name}`)), 'utf8'),
    ) as Catalogue
    catalogues.set(name, catalogue)
  }
  return catalogue
}
