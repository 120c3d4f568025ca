import { type SearchReply } from '@veranda/contract/talent/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { countActiveFilters, type SearchFilters, withoutFilter } from './search-filters.ts'
import styles from './search-results.module.css'
import { useFilterLabels } from './use-filter-labels.ts'

const maxShownFilters = 4

type Props = {
  filters: SearchFilters
  /** The number of results without each filter. */
  without: SearchReply['withoutFilters']
  onChange: (filters: SearchFilters) => void
}

/** Says that nothing matches, and offers to drop the filters that stand in the way, each with what there would be. */
export function EmptyResults({ filters, without, onChange }: Props) {
  const t = useTranslations('talent')
  const { list } = useFormat()
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
          {offers.map(({ filters: dropped, total }) => {
            const label = list(dropped.map(({ filter, value }) => labelOf(filter, value)))
            const next = dropped.reduce((rest, { filter, value }) => withoutFilter(rest, filter, value), filters)
            return (
              <Button key={label} onClick={() => onChange(next)}>
                {t('results.empty.without', { filter: label, count: total })}
              </Button>
            )
          })}
          <Button kind="quiet" onClick={() => onChange({})}>
            {t('results.empty.clear')}
          </Button>
        </div>
      }
    />
  )
}
