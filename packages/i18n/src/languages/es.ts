import { type Catalogue } from '../format-message.ts'
import { type CatalogueModule, type LanguageFiles } from './language-files.ts'

/** The Spanish catalogues. What every page needs comes with the list, all others are files of their own. */
export const files: LanguageFiles = {
  ...import.meta.glob<Catalogue>('../{common,errors}/es.json', { eager: true, import: 'default' }),
  ...import.meta.glob<CatalogueModule>([
    '../**/es.json',
    '!../{common,errors}/es.json',
    '!../accounts/es.json',
    '!../accounts/deletion/es.json',
  ]),
}
