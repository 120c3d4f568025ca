import { type Catalogue } from '../format-message.ts'
import { type CatalogueModule, type LanguageFiles } from './language-files.ts'

/**
 * The English catalogues. What every page needs comes with the list, all others are files of their own, but for the
 * texts of a page that failed, which are bundled.
 */
export const files: LanguageFiles = {
  ...import.meta.glob<Catalogue>('../{common,errors}/en.json', { eager: true, import: 'default' }),
  ...import.meta.glob<CatalogueModule>([
    '../**/en.json',
    '!../{common,errors,errors/page}/en.json',
    '!../accounts/en.json',
    '!../accounts/deletion/en.json',
  ]),
}
