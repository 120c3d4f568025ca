import { type SearchReply } from '@veranda/contract/talent/schemas.ts'
import { Checkbox } from '@veranda/ui/checkbox.tsx'
import { RadioGroup } from '@veranda/ui/radio-group.tsx'
import { languages } from '@veranda/contract/shapes.ts'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import { FacetList } from './facet-list.tsx'
import styles from './filters.module.css'
import { PriceFilter } from './price-filter.tsx'
import { changedFilters, type SearchFilters, writeSearchFilters } from './search-filters.ts'

const ratings = ['', '4.5', '4', '3'] as const

export type FiltersProps = {
  filters: SearchFilters
  facets: SearchReply['facets'] | undefined
  onChange: (filters: SearchFilters) => void
}

/** What narrows the search, with how many there are of each. */
export function Filters({ filters, facets, onChange }: FiltersProps) {
  const t = useWords('talent')
  const format = useFormat()
  const [all, setAll] = useState(false)
  const change = (part: Parameters<typeof changedFilters>[1]) => onChange(changedFilters(filters, part))
  const priceKey = [filters.currency, filters.priceFrom, filters.priceTo].join()
  return (
    <div className={styles.filters} data-address={writeSearchFilters(filters).toString()}>
      <Checkbox
        label={t('filter.free.week')}
        checked={filters.free === 'week'}
        onChange={(event) => change({ free: event.target.checked ? 'week' : undefined })}
      />
      <FacetList
        label={t('filter.skill')}
        options={(facets?.skills ?? []).map(({ name, count }) => ({ value: name, label: name, count }))}
        value={filters.skill}
        onChange={(skill) => change({ skill })}
        all={all}
        onAll={setAll}
      />
      <FacetList
        label={t('filter.language')}
        options={(facets?.languages ?? []).map(({ name, count }) => ({
          value: name,
          label: format.languageName(name),
          count,
        }))}
        value={filters.language}
        onChange={(value) => change({ language: languages.find((known) => known === value) })}
      />
      <fieldset>
        <legend className={styles.legend}>{t('filter.price')}</legend>
        <PriceFilter key={priceKey} filters={filters} onChange={change} />
      </fieldset>
      <RadioGroup
        label={t('filter.rating')}
        value={ratings.find((value) => value === String(filters.rating ?? ''))}
        onChange={(value) => change({ rating: value === '' ? undefined : Number(value) })}
        options={ratings.map((value) => ({
          value,
          label:
            value === '' ? t('filter.rating.any') : t('filter.rating.least', { value: format.number(Number(value)) }),
        }))}
      />
    </div>
  )
}
