import { type CreatorCard } from '@veranda/contract/talent/schemas.ts'
import { Rating } from '@veranda/ui/rating.tsx'
import { useFormat } from '../../lib/i18n/format.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import styles from './search/creator-card.module.css'

/** Shows stars, the average rating, and the number of reviews. */
export function RatingSummary({ rating: { average, count } }: Pick<CreatorCard, 'rating'>) {
  const t = useTranslations('talent')
  const format = useFormat()
  if (average === null || count === 0) return <p className={styles.rating}>{t('rating.none')}</p>
  const value = format.number(Math.round(average * 10) / 10)
  return (
    <p className={styles.rating}>
      <Rating value={average} label={t('rating', { value, count })} size={14} />
      <span aria-hidden="true">{t('rating.short', { value, count })}</span>
    </p>
  )
}
