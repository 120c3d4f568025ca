import { type SearchReply } from '@veranda/contract/talent/schemas.ts'
import { RadioGroup } from '@veranda/ui/radio-group.tsx'
import { languages } from '@veranda/contract/shared-schemas.ts'
import { useState } from 'react'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { FacetList } from './facet-list.tsx'
import styles from './filter-panel.module.css'
import { HoursFilter } from './hours-filter.tsx'
import { PriceFilter } from './price-filter.tsx'
import { SkillFilter } from './skill-filter.tsx'
import { withFilters, type SearchFilters, toggled, toSearchParams } from './search-filters.ts'

const ratingOptions = ['', '4.5', '4', '3'] as const

export type FilterPanelProps = {
  filters: SearchFilters
  facets: SearchReply['facets'] | undefined
  onChange: (filters: SearchFilters) => void
}

/** Shows all search filters with the count of each option. */
export function FilterPanel({ filters, facets, onChange }: FilterPanelProps) {
  const t = useTranslations('talent')
  const format = useFormat()
  const [all, setAll] = useState(false)
  const change = (part: Parameters<typeof withFilters>[1]) => onChange(withFilters(filters, part))
  const skills = filters.skill ?? []
  const priceKey = [filters.currency, filters.priceFrom, filters.priceTo].join()
  return (
    <div className={styles.filters} data-address={toSearchParams(filters).toString()}>
      <FacetList
        label={t('filter.skill')}
        options={(facets?.skills ?? []).map(({ name, count }) => ({ value: name, label: name, count }))}
        values={skills}
        onToggle={(skill) => change({ skill: toggled(skills, skill) })}
        expanded={all}
        onExpandedChange={setAll}
      >
        <SkillFilter skills={skills} onAdd={(skill) => change({ skill: [...skills, skill] })} />
      </FacetList>
      <HoursFilter filters={filters} onChange={change} />
      <FacetList
        label={t('filter.language')}
        options={(facets?.languages ?? []).map(({ name, count }) => ({
          value: name,
          label: format.languageName(name),
          count,
        }))}
        values={filters.language === undefined ? [] : [filters.language]}
        labelOf={format.languageName}
        onToggle={(value) =>
          change({ language: value === filters.language ? undefined : languages.find((known) => known === value) })
        }
      />
      <fieldset>
        <legend className={styles.legend}>{t('filter.price')}</legend>
        <PriceFilter key={priceKey} filters={filters} onChange={change} />
      </fieldset>
      <RadioGroup
        label={t('filter.rating')}
        value={ratingOptions.find((value) => value === String(filters.rating ?? ''))}
        onChange={(value) => change({ rating: value === '' ? undefined : Number(value) })}
        options={ratingOptions.map((value) => ({
          value,
          label:
            value === '' ? t('filter.rating.any') : t('filter.rating.least', { value: format.number(Number(value)) }),
        }))}
      />
    </div>
  )
}
