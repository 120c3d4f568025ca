import { type CatalogueName } from './catalogues.ts'
import { type Catalogue } from './format-message.ts'
import { type LanguageFiles } from './languages/language-files.ts'

// Without the catalogues that are bundled (apps/web/src/lib/i18n/i18n.ts) and those that only mails use.
const english = import.meta.glob<{ default: Catalogue }>([
  './**/en.json',
  '!./{common,errors}/en.json',
  '!./accounts/en.json',
  '!./accounts/deletion/en.json',
])
// The list of its catalogues comes with each language, because this list is a part of every first load.
const languages = import.meta.glob<{ files: LanguageFiles }>('./languages/??.ts')

/** Fetches one catalogue in one language; each is a file of its own, so that a page loads only what it shows. */
export async function loadCatalogue(name: CatalogueName, language: string): Promise<Catalogue> {
  const list = await languages[`./languages/${language}.ts`]?.()
  const file = list ? list.files[`../${name}/${language}.json`] : english[`./${name}/${language}.json`]
  if (!file) throw new Error(`there is no catalogue ${name} in ${language}`)
  return (typeof file === 'function' ? await file() : file).default
}

/** Fetches every catalogue of a language but the legal texts, for later. English ones are not fetched. */
export async function loadAllCatalogues(language: string): Promise<void> {
  const list = await languages[`./languages/${language}.ts`]?.()
  for (const [path, file] of Object.entries(list?.files ?? {}))
    if (typeof file === 'function' && !path.includes('/legal/')) await file()
}
