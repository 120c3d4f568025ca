import { searchSorts } from '@veranda/core/talent/search/search.ts'
import { Select } from '@veranda/ui/select.tsx'
import { useSearchParams } from 'react-router'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { ActiveFilters } from './active-filters.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { SearchResults } from './search-results.tsx'
import {
  withFilters,
  parseSearchFilters,
  type SearchFilters,
  defaultCurrency,
  toSearchParams,
} from './search-filters.ts'
import { SearchField } from './search-field.tsx'
import styles from './search-view.module.css'
import { useTalentSearch } from './use-talent-search.ts'

/** Shows the whole search. The address holds every filter, so that it can be shared and browsed back. */
export function SearchView() {
  const t = useTranslations('talent')
  const [params, setParams] = useSearchParams()
  const filters = parseSearchFilters(params)
  const search = useTalentSearch(filters)
  const facets = search.firstPage?.facets
  const total = search.firstPage?.total
  const apply = (next: SearchFilters) => setParams(toSearchParams(next), { preventScrollReset: true })
  const given = { filters, facets, onChange: apply }

  return (
    <>
      <SearchField
        text={filters.q ?? ''}
        onSearch={(q, typing) => {
          const next = withFilters(filters, { q: q === '' ? undefined : q })
          // What is typed is one step in the history, not one for each pause.
          setParams(toSearchParams(next), { preventScrollReset: true, replace: typing })
        }}
      />
      <div className={styles.layout}>
        <aside className={styles.side} aria-label={t('filters')}>
          <FilterPanel {...given} />
        </aside>
        <div className={styles.main}>
          <div className={styles.bar}>
            <p className={styles.count} role="status">
              {search.isPlaceholder
                ? t('results.updating')
                : total !== undefined && t('results.count', { count: total })}
            </p>
            <FilterSheet {...given} total={total} />
            <label className={styles.sort}>
              {t('sort')}
              <Select
                value={filters.sort ?? 'best'}
                title={
                  filters.sort === 'price'
                    ? t('sort.price.hint', { currency: filters.currency ?? defaultCurrency })
                    : undefined
                }
                onChange={(event) =>
                  apply(withFilters(filters, { sort: searchSorts.find((known) => known === event.target.value) }))
                }
                options={searchSorts.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))}
              />
            </label>
          </div>
          <ActiveFilters filters={filters} onChange={apply} />
          <SearchResults search={search} filters={filters} onChange={apply} />
        </div>
      </div>
    </>
  )
}
