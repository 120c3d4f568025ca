import { searchTalent } from '@veranda/contract/talent/routes.ts'
import { useList } from '../../../lib/api/use-list.ts'
import { type SearchFilters } from './search-filters.ts'

export type TalentSearch = ReturnType<typeof useTalentSearch>

/** Searches creators page by page; keeps the previous result visible while the next one loads. */
export function useTalentSearch(filters: SearchFilters) {
  return useList(searchTalent, { query: { ...filters, limit: 24 } }, { keepPrevious: true })
}
