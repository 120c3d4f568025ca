import { type Catalogue } from './format-message.ts'
import { type CatalogueName } from './catalogues.ts'

// Without the catalogues that only mails use.
const files = import.meta.glob<{ default: Catalogue }>([
  './**/*.json',
  '!./accounts/en.json',
  '!./accounts/deletion/en.json',
])

/** Fetches one catalogue in one language; each is a file of its own, so that a page loads only what it shows. */
export async function loadCatalogue(name: CatalogueName, language: string): Promise<Catalogue> {
  const load = files[`./${name}/${language}.json`]
  if (!load) throw new Error(`there is no catalogue ${name} in ${language}`)
  return (await load()).default
}
