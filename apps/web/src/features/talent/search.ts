import { searchTalent } from '@veranda/contract/talent/routes.ts'
import { useList } from '../../lib/list.ts'
import { type SearchFilters } from './search-filters.ts'

export type TalentSearch = ReturnType<typeof useTalentSearch>

/** Who matches the filters, page by page; the former answer stays in sight while another is on its way. */
export function useTalentSearch(filters: SearchFilters) {
  return useList(searchTalent, { query: { ...filters, limit: 24 } }, { keep: true })
}
