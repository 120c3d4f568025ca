import { Rating } from '@veranda/ui/rating.tsx'
import { type ReactNode } from 'react'
import { Timestamp } from '../../components/time/timestamp.tsx'
import styles from './review-row.module.css'

type ReviewRowProps = {
  /** The client, and which project it was, as far as the reader may know them. */
  by: ReactNode
  review: { readonly stars: number; readonly text: string; readonly answer: string | null; readonly at: string }
  starsLabel: string
  answerLabel: string
}

/** Shows a review of a creator in a list, with their answer. */
export function ReviewRow({ by, review, starsLabel, answerLabel }: ReviewRowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        {by}
        <span className={styles.stars}>
          <Rating value={review.stars} label={starsLabel} size={14} />
          <Timestamp at={review.at} show="date" />
        </span>
      </div>
      {review.text !== '' && (
        <p className={styles.text} dir="auto">
          {review.text}
        </p>
      )}
      {review.answer !== null && (
        <blockquote className={styles.answer}>
          <p className={styles.note}>{answerLabel}</p>
          <p dir="auto">{review.answer}</p>
        </blockquote>
      )}
    </li>
  )
}
