import { type TalentCard } from '@veranda/contract/talent/schemas.ts'
import { Rating } from '@veranda/ui/rating.tsx'
import { useFormat } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import styles from './talent-card.module.css'

/** Stars, their mean, and how many they come from. */
export function RatingLine({ rating: { average, count } }: Pick<TalentCard, 'rating'>) {
  const t = useWords('talent')
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
