import { type SearchReply } from '@veranda/contract/talent/schemas.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { defaultCurrency, type SearchFilters } from './search-filters.ts'

type FilterName = SearchReply['withoutFilters'][number]['filters'][number]['filter']

/** Returns what the active filters are called. */
export function useFilterLabels(filters: SearchFilters) {
  const t = useTranslations('talent')
  const format = useFormat()
  const { language, priceFrom, priceTo, rating, currency = defaultCurrency } = filters
  const money = (amount: number) => format.money({ amount, currency })

  function priceLabel(): string {
    if (priceFrom !== undefined && priceTo !== undefined) {
      return t('chip.between', { from: money(priceFrom), to: money(priceTo) })
    }
    if (priceFrom !== undefined) return t('chip.from', { amount: money(priceFrom) })
    return priceTo === undefined ? t('filter.price') : t('chip.to', { amount: money(priceTo) })
  }

  return function labelOf(filter: FilterName, value: string | null = null): string {
    switch (filter) {
      case 'q':
        return t('results.empty.words')
      case 'skill':
        return value ?? ''
      case 'language':
        return language === undefined ? '' : format.languageName(language)
      case 'price':
        return priceLabel()
      case 'rating':
        return rating === undefined ? '' : t('filter.rating.least', { value: format.number(rating) })
      case 'free':
        return t('filter.free.week')
      case 'hours':
        return t('results.empty.hours')
    }
  }
}
