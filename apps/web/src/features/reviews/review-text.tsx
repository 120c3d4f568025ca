import { type Review } from '@veranda/contract/reviews/schemas.ts'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { Rating } from '@veranda/ui/rating.tsx'
import { type ReactNode } from 'react'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { Timestamp } from '../../components/time/timestamp.tsx'
import styles from './reviews.module.css'

type ReviewTextProps = { review: Review; title: string; children?: ReactNode }

/** Renders a review with its answer. */
export function ReviewText({ review, title, children }: ReviewTextProps) {
  const t = useTranslations('reviews')
  const c = useTranslations('common')
  return (
    <Stack gap={2}>
      <Inline justify="between" wrap>
        <h3>{title}</h3>
        <span className={styles.quiet}>
          <Timestamp at={review.at} show="date" />
        </span>
      </Inline>
      <Rating value={review.stars} label={c('stars', { value: review.stars })} />
      {review.text && (
        <p className={styles.text} dir="auto">
          {review.text}
        </p>
      )}
      {review.answer !== null && (
        <div className={styles.answer}>
          <p className={styles.quiet}>{t('answer.of', { name: review.about.name })}</p>
          <p className={styles.text} dir="auto">
            {review.answer}
          </p>
        </div>
      )}
      {children}
    </Stack>
  )
}
