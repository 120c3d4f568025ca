import { type Catalogue } from '../format-message.ts'
import { type CatalogueModule, type LanguageFiles } from './language-files.ts'

/** The German catalogues. What every page needs comes with the list, all others are files of their own. */
export const files: LanguageFiles = {
  ...import.meta.glob<Catalogue>('../{common,errors}/de.json', { eager: true, import: 'default' }),
  ...import.meta.glob<CatalogueModule>([
    '../**/de.json',
    '!../{common,errors}/de.json',
    '!../accounts/de.json',
    '!../accounts/deletion/de.json',
  ]),
}
