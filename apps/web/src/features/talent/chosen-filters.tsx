import { Button } from '@veranda/ui/button.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { useFormat } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import { changedFilters, filterCount, type SearchFilters, usualCurrency } from './search-filters.ts'
import styles from './results.module.css'

type Props = { filters: SearchFilters; onChange: (filters: SearchFilters) => void }

/** The filters in force, each to be taken away. */
export function ChosenFilters({ filters, onChange }: Props) {
  const t = useWords('talent')
  const format = useFormat()
  if (filterCount(filters) === 0) return null
  const { skill, language, priceFrom, priceTo, rating, free, currency = usualCurrency } = filters
  const money = (amount: number) => format.money({ amount, currency })
  const drop = (part: Parameters<typeof changedFilters>[1]) => () => onChange(changedFilters(filters, part))
  const price =
    priceFrom !== undefined && priceTo !== undefined
      ? t('chip.between', { from: money(priceFrom), to: money(priceTo) })
      : priceFrom !== undefined
        ? t('chip.from', { amount: money(priceFrom) })
        : priceTo !== undefined
          ? t('chip.to', { amount: money(priceTo) })
          : undefined
  return (
    <div className={styles.chosen} role="group" aria-label={t('filters.on')}>
      {skill !== undefined && <Chip onRemove={drop({ skill: undefined })}>{skill}</Chip>}
      {language !== undefined && <Chip onRemove={drop({ language: undefined })}>{format.languageName(language)}</Chip>}
      {price !== undefined && (
        <Chip onRemove={drop({ priceFrom: undefined, priceTo: undefined, currency: undefined })}>{price}</Chip>
      )}
      {rating !== undefined && (
        <Chip onRemove={drop({ rating: undefined })}>{t('filter.rating.least', { value: format.number(rating) })}</Chip>
      )}
      {free !== undefined && <Chip onRemove={drop({ free: undefined })}>{t('filter.free.week')}</Chip>}
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
