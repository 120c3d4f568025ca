import { listCreatorReviews } from '@veranda/contract/talent/routes.ts'
import { Card } from '@veranda/ui/card.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useList } from '../../../lib/api/use-list.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { LoadMoreButton } from '../../../components/page/load-more-button.tsx'
import { UserChip } from '../../../components/user-chip.tsx'
import { QueryError } from '../../../components/page/query-boundary.tsx'
import { ReviewRow } from '../review-row.tsx'
import styles from './profile-page.module.css'

/** Shows what clients wrote, newest first. */
export function CreatorReviews({ creatorId, name }: { creatorId: string; name: string }) {
  const t = useTranslations('talent')
  const list = useList(listCreatorReviews, { params: { id: creatorId }, query: {} })
  if (list.isPending) {
    return (
      <Card>
        <SkeletonRows count={2} label={t('talent.loading')} />
      </Card>
    )
  }
  if (list.problem) return <QueryError problem={list.problem} errorTitle={t('reviews.failed')} retry={list.retry} />
  if (list.items.length === 0) return <p className={styles.quiet}>{t('reviews.none')}</p>
  return (
    <>
      <Card>
        <ul>
          {list.items.map((review) => (
            <ReviewRow
              key={review.id}
              by={<UserChip user={review.by} detail={<bdi>{t('review.of', { project: review.project })}</bdi>} />}
              review={review}
              starsLabel={t('review.stars', { stars: review.stars })}
              answerLabel={t('review.answer', { name })}
            />
          ))}
        </ul>
      </Card>
      <LoadMoreButton list={list} />
    </>
  )
}
