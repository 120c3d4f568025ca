import { type SearchReply } from '@veranda/contract/talent/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { useTranslations } from '../../../lib/i18n.ts'
import { countActiveFilters, type SearchFilters, withoutFilter } from './search-filters.ts'
import styles from './search-results.module.css'
import { useFilterLabels } from './use-filter-labels.ts'

const maxShownFilters = 4

type Props = {
  filters: SearchFilters
  /** The number of results without each filter. */
  without: SearchReply['withoutFilter']
  onChange: (filters: SearchFilters) => void
}

/** Says that nothing matches, and offers to drop the filters that stand in the way, each with what there would be. */
export function EmptyResults({ filters, without, onChange }: Props) {
  const t = useTranslations('talent')
  const labelOf = useFilterLabels(filters)
  const isText = countActiveFilters(filters) === 0
  const offers = without.slice(0, maxShownFilters)
  return (
    <EmptyState
      icon="search"
      title={t('results.empty.title')}
      text={offers.length > 0 ? t('results.empty.try') : t(isText ? 'results.empty.spelling' : 'results.empty.text')}
      actions={
        <div className={styles.offers}>
          {offers.map(({ filter, value, total }) => (
            <Button key={`${filter} ${value}`} onClick={() => onChange(withoutFilter(filters, filter, value))}>
              {t('results.empty.without', { filter: labelOf(filter, value), count: total })}
            </Button>
          ))}
          <Button kind="quiet" onClick={() => onChange({})}>
            {t('results.empty.clear')}
          </Button>
        </div>
      }
    />
  )
}
