import { type CatalogueModule, type LanguageFiles } from './language-files.ts'

/** The Spanish catalogues. What every page needs comes with the list, all others are files of their own. */
export const files: LanguageFiles = {
  ...import.meta.glob<CatalogueModule>('../{common,errors}/es.json', { eager: true }),
  ...import.meta.glob<CatalogueModule>([
    '../**/es.json',
    '!../{common,errors}/es.json',
    '!../accounts/es.json',
    '!../accounts/deletion/es.json',
  ]),
}
