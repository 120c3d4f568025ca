import { type Catalogue } from '../format-message.ts'
import { type CatalogueModule, type LanguageFiles } from './language-files.ts'

/** The Arabic catalogues. What every page needs comes with the list, all others are files of their own. */
export const files: LanguageFiles = {
  ...import.meta.glob<Catalogue>('../{common,errors}/ar.json', { eager: true, import: 'default' }),
  ...import.meta.glob<CatalogueModule>([
    '../**/ar.json',
    '!../{common,errors}/ar.json',
    '!../accounts/ar.json',
    '!../accounts/deletion/ar.json',
  ]),
}
