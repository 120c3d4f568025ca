import { type ReviewPair } from '@veranda/contract/reviews/schemas.ts'
import { Line, Stack } from '@veranda/ui/layout.tsx'
import { Rating } from '@veranda/ui/rating.tsx'
import { type ReactNode } from 'react'
import { useWords } from '../../lib/words.ts'
import { When } from '../../parts/when.tsx'
import styles from './reviews.module.css'

type ReviewTextProps = { review: NonNullable<ReviewPair['mine']>; title: string; children?: ReactNode }

/** A review as it was written, with its answer. */
export function ReviewText({ review, title, children }: ReviewTextProps) {
  const t = useWords('reviews')
  const c = useWords('common')
  return (
    <Stack gap={2}>
      <Line justify="between" wrap>
        <h3>{title}</h3>
        <span className={styles.quiet}>
          <When at={review.at} show="date" />
        </span>
      </Line>
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
