import { type Catalogue } from '../format-message.ts'

export type CatalogueModule = { readonly default: Catalogue }

/** The catalogues of a language by their path from this folder: there at once, or to be fetched. */
export type LanguageFiles = Readonly<Record<string, Catalogue | (() => Promise<CatalogueModule>)>>
