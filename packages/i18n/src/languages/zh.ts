import { type Catalogue } from '../format-message.ts'
import { type CatalogueModule, type LanguageFiles } from './language-files.ts'

/** The Chinese catalogues. What every page needs comes with the list, all others are files of their own. */
export const files: LanguageFiles = {
  ...import.meta.glob<Catalogue>('../{common,errors}/zh.json', { eager: true, import: 'default' }),
  ...import.meta.glob<CatalogueModule>([
    '../**/zh.json',
    '!../{common,errors}/zh.json',
    '!../accounts/zh.json',
    '!../accounts/deletion/zh.json',
  ]),
}
