import { type Catalogue } from '../format-message.ts'
import { type CatalogueModule, type LanguageFiles } from './language-files.ts'

/** The Japanese catalogues. What every page needs comes with the list, all others are files of their own. */
export const files: LanguageFiles = {
  ...import.meta.glob<Catalogue>('../{common,errors}/ja.json', { eager: true, import: 'default' }),
  ...import.meta.glob<CatalogueModule>([
    '../**/ja.json',
    '!../{common,errors}/ja.json',
    '!../accounts/ja.json',
    '!../accounts/deletion/ja.json',
  ]),
}
