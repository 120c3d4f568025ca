import { type Catalogue } from './render.ts'
import { type Area } from './words.ts'

/** Fetches one area in one language; each is a file of its own, so that a page carries only what it says. */
export async function load(area: Area, language: string): Promise<Catalogue> {
  const module: { default: Catalogue } = await import(`./${area}/${language}.json`)
  return module.default
}
