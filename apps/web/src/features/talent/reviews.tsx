import { listTalentReviews } from '@veranda/contract/talent/routes.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Rating } from '@veranda/ui/rating.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useList } from '../../lib/list.ts'
import { useWords } from '../../lib/words.ts'
import { MoreButton } from '../../parts/more-button.tsx'
import { PersonChip } from '../../parts/person-chip.tsx'
import { ReadFailed } from '../../parts/reading.tsx'
import { When } from '../../parts/when.tsx'
import styles from './talent-page.module.css'

/** What clients wrote, the newest first. */
export function Reviews({ talentId, name }: { talentId: string; name: string }) {
  const t = useWords('talent')
  const list = useList(listTalentReviews, { params: { id: talentId }, query: {} })
  if (list.isPending) {
    return (
      <Card>
        <SkeletonRows count={2} label={t('talent.loading')} />
      </Card>
    )
  }
  if (list.problem) return <ReadFailed problem={list.problem} failed={t('reviews.failed')} retry={list.retry} />
  if (list.items.length === 0) return <p className={styles.quiet}>{t('reviews.none')}</p>
  return (
    <>
      <Card>
        <ul>
          {list.items.map((review) => (
            <li key={review.id} className={styles.review}>
              <div className={styles.reviewHead}>
                <PersonChip person={review.by} detail={<bdi>{t('review.of', { project: review.project })}</bdi>} />
                <span className={styles.reviewStars}>
                  <Rating value={review.stars} label={t('review.stars', { stars: review.stars })} size={14} />
                  <When at={review.at} show="date" />
                </span>
              </div>
              <p className={styles.reviewText} dir="auto">
                {review.text}
              </p>
              {review.answer !== null && (
                <blockquote className={styles.answer}>
                  <p className={styles.note}>{t('review.answer', { name })}</p>
                  <p dir="auto">{review.answer}</p>
                </blockquote>
              )}
            </li>
          ))}
        </ul>
      </Card>
      <MoreButton list={list} />
    </>
  )
}
