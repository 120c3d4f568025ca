import { searchTalent } from '@veranda/contract/talent/routes.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useList } from '../../../lib/api/use-list.ts'
import { type SearchFilters } from './search-filters.ts'

export type TalentSearch = ReturnType<typeof useTalentSearch>

/** Searches creators page by page; keeps the previous result visible while the next one loads. */
export function useTalentSearch(filters: SearchFilters) {
  const { timeZone } = useFormat()
  // Hours are those of the reader's own clock.
  const zone = filters.hours === undefined ? {} : { timeZone }
  return useList(searchTalent, { query: { ...filters, ...zone, limit: 24 } }, { keepPrevious: true })
}
