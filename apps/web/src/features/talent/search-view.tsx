import { sorts } from '@veranda/contract/talent/schemas.ts'
import { Select } from '@veranda/ui/select.tsx'
import { useSearchParams } from 'react-router'
import { useWords } from '../../lib/words.ts'
import { ChosenFilters } from './chosen-filters.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import { Filters } from './filters.tsx'
import { Results } from './results.tsx'
import {
  changedFilters,
  readSearchFilters,
  type SearchFilters,
  usualCurrency,
  writeSearchFilters,
} from './search-filters.ts'
import { SearchField } from './search-field.tsx'
import styles from './search-screen.module.css'
import { useTalentSearch } from './search.ts'

/** The search as a whole: the address holds every filter, so that it can be shared and gone back through. */
export function SearchView() {
  const t = useWords('talent')
  const [params, setParams] = useSearchParams()
  const filters = readSearchFilters(params)
  const search = useTalentSearch(filters)
  const facets = search.first?.facets
  const total = search.first?.total
  const apply = (next: SearchFilters) => setParams(writeSearchFilters(next), { preventScrollReset: true })
  const given = { filters, facets, onChange: apply }

  return (
    <>
      <SearchField
        key={filters.q}
        text={filters.q ?? ''}
        onSearch={(q) => apply(changedFilters(filters, { q: q === '' ? undefined : q }))}
      />
      <div className={styles.layout}>
        <aside className={styles.side} aria-label={t('filters')}>
          <Filters {...given} />
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
                    ? t('sort.price.hint', { currency: filters.currency ?? usualCurrency })
                    : undefined
                }
                onChange={(event) =>
                  apply(changedFilters(filters, { sort: sorts.find((known) => known === event.target.value) }))
                }
                options={sorts.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))}
              />
            </label>
          </div>
          <ChosenFilters filters={filters} onChange={apply} />
          <Results search={search} onClear={() => apply({})} />
        </div>
      </div>
    </>
  )
}
