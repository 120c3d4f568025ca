import { Button } from '@veranda/ui/button.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { useFormat } from '../../../lib/format.ts'
import { useTranslations } from '../../../lib/i18n.ts'
import { withFilters, countActiveFilters, type SearchFilters, defaultCurrency } from './search-filters.ts'
import styles from './search-results.module.css'

type Props = { filters: SearchFilters; onChange: (filters: SearchFilters) => void }

/** Shows the active filters, each with a remove button. */
export function ActiveFilters({ filters, onChange }: Props) {
  const t = useTranslations('talent')
  const format = useFormat()
  if (countActiveFilters(filters) === 0) return null
  const { skill, language, priceFrom, priceTo, rating, free, currency = defaultCurrency } = filters
  const money = (amount: number) => format.money({ amount, currency })
  const drop = (part: Parameters<typeof withFilters>[1]) => () => onChange(withFilters(filters, part))
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
