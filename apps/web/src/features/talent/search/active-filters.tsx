import { Button } from '@veranda/ui/button.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { withFilters, countActiveFilters, type SearchFilters, toggled } from './search-filters.ts'
import styles from './search-results.module.css'
import { useFilterLabels } from './use-filter-labels.ts'
import { useHoursLabel } from './use-hours-label.ts'

type Props = { filters: SearchFilters; onChange: (filters: SearchFilters) => void }

/** Shows the active filters, each with a remove button. */
export function ActiveFilters({ filters, onChange }: Props) {
  const t = useTranslations('talent')
  const labelOf = useFilterLabels(filters)
  const hoursLabel = useHoursLabel()
  if (countActiveFilters(filters) === 0) return null
  const { skill = [], language, priceFrom, priceTo, rating, free, hours = [] } = filters
  const drop = (part: Parameters<typeof withFilters>[1]) => () => onChange(withFilters(filters, part))
  return (
    <div className={styles.chosen} role="group" aria-label={t('filters.on')}>
      {skill.map((name) => (
        <Chip key={name} onRemove={drop({ skill: toggled(skill, name) })}>
          {name}
        </Chip>
      ))}
      {hours.map((one) => (
        <Chip key={one} onRemove={drop({ hours: toggled(hours, one) })}>
          {t('chip.hours', { hours: hoursLabel(one) })}
        </Chip>
      ))}
      {free !== undefined && <Chip onRemove={drop({ free: undefined })}>{labelOf('free')}</Chip>}
      {language !== undefined && <Chip onRemove={drop({ language: undefined })}>{labelOf('language')}</Chip>}
      {(priceFrom !== undefined || priceTo !== undefined) && (
        <Chip onRemove={drop({ priceFrom: undefined, priceTo: undefined, currency: undefined })}>
          {labelOf('price')}
        </Chip>
      )}
      {rating !== undefined && <Chip onRemove={drop({ rating: undefined })}>{labelOf('rating')}</Chip>}
      <Button
        size="small"
        kind="quiet"
        onClick={() => onChange({ q: filters.q, sort: filters.sort, currency: filters.currency })}
      >
        {t('filters.clear')}
      </Button>
    </div>
  )
}
