import { type Catalogue } from '../format-message.ts'
import { type CatalogueModule, type LanguageFiles } from './language-files.ts'

/** The French catalogues. What every page needs comes with the list, all others are files of their own. */
export const files: LanguageFiles = {
  ...import.meta.glob<Catalogue>('../{common,errors}/fr.json', { eager: true, import: 'default' }),
  ...import.meta.glob<CatalogueModule>([
    '../**/fr.json',
    '!../{common,errors}/fr.json',
    '!../accounts/fr.json',
    '!../accounts/deletion/fr.json',
  ]),
}
