import { type CatalogueModule, type LanguageFiles } from './language-files.ts'

/** The German catalogues. What every page needs comes with the list, all others are files of their own. */
export const files: LanguageFiles = {
  ...import.meta.glob<CatalogueModule>('../{common,errors}/de.json', { eager: true }),
  ...import.meta.glob<CatalogueModule>([
    '../**/de.json',
    '!../{common,errors}/de.json',
    '!../accounts/de.json',
    '!../accounts/deletion/de.json',
  ]),
}
