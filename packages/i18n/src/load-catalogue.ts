import { type CatalogueName } from './catalogues.ts'
import { type Catalogue } from './format-message.ts'
import { type LanguageFiles } from './languages/language-files.ts'

// The list of its catalogues comes with each language, because this list is a part of every first load.
const languages = import.meta.glob<{ files: LanguageFiles }>('./languages/??.ts')

/** Fetches one catalogue in one language; each is a file of its own, so that a page loads only what it shows. */
export async function loadCatalogue(name: CatalogueName, language: string): Promise<Catalogue> {
  const list = await languages[`./languages/${language}.ts`]?.()
  const file = list?.files[`../${name}/${language}.json`]
  if (!file) throw new Error(`there is no catalogue ${name} in ${language}`)
  return isFetched(file) ? (await file()).default : file
}

type Listed = LanguageFiles[string]

/** Returns whether a listed catalogue is a file of its own. */
function isFetched(file: Listed): file is Exclude<Listed, Catalogue> {
  return typeof file === 'function'
}

/** Fetches every catalogue of a language but the legal texts, for later. English ones are not fetched. */
export async function loadAllCatalogues(language: string): Promise<void> {
  if (language === 'en') return
  const list = await languages[`./languages/${language}.ts`]?.()
  for (const [path, file] of Object.entries(list?.files ?? {}))
    if (isFetched(file) && !path.includes('/legal/')) await file()
}
