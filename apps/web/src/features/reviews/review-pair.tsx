import { readReviews } from '@veranda/contract/reviews/routes.ts'
import { type ReviewPair } from '@veranda/contract/reviews/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useRead } from '../../lib/api/query.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { QueryBoundary } from '../../components/page/query-boundary.tsx'
import { RichText } from '../../components/rich-text.tsx'
import { Timestamp } from '../../components/time/timestamp.tsx'
import { ReviewAnswerForm } from './review-answer-form.tsx'
import { ReviewForm } from './review-form.tsx'
import { ReviewText } from './review-text.tsx'
import styles from './reviews.module.css'

export type ReviewPairCardProps = { commissionId: string; other: { name: string } }

/**
 * Renders both reviews of a completed commission: the viewer's own, and the other once both are written or the window
 * is closed.
 */
export function ReviewPairCard({ commissionId, other }: ReviewPairCardProps) {
  const t = useTranslations('reviews')
  const pair = useRead(readReviews, { params: { id: commissionId } })
  return (
    <Card title={t('title')} aside={<ClosingDate pair={pair.data} />} padded>
      <QueryBoundary query={pair} skeleton={<SkeletonRows count={1} label={t('loading')} />}>
        {(data: ReviewPair) => (
          <Stack gap={5}>
            {data.mine ? (
              <ReviewText review={data.mine} title={t('mine', { name: other.name })} />
            ) : data.actions.includes('write') ? (
              <ReviewForm commissionId={commissionId} name={other.name} />
            ) : (
              <p className={styles.quiet}>{t('closed')}</p>
            )}
            {data.theirs ? (
              <ReviewText review={data.theirs} title={t('theirs', { name: other.name })}>
                {data.theirs.actions.includes('answer') && <ReviewAnswerForm reviewId={data.theirs.id} />}
              </ReviewText>
            ) : (
              <HiddenReview pair={data} name={other.name} />
            )}
          </Stack>
        )}
      </QueryBoundary>
    </Card>
  )
}

function HiddenReview({ pair, name }: { pair: ReviewPair; name: string }) {
  const t = useTranslations('reviews')
  if (pair.state !== 'open') return <p className={styles.quiet}>{t('theirs.none', { name })}</p>
  return (
    <div className={styles.hidden}>
      <Inline gap={3} align="start">
        <Icon name={pair.theirsWritten ? 'eye-off' : 'clock'} />
        <p>{t(pair.theirsWritten ? 'theirs.in' : 'theirs.waiting', { name })}</p>
      </Inline>
    </div>
  )
}

function ClosingDate({ pair }: { pair: ReviewPair | undefined }) {
  const t = useTranslations('reviews')
  if (pair?.state !== 'open') return null
  const { closesAt } = pair
  return <RichText text={t('closes')} parts={{ when: () => <Timestamp at={closesAt} show="date" /> }} />
}
