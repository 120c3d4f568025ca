import { readReviews } from '@veranda/contract/reviews/routes.ts'
import { type ReviewPair } from '@veranda/contract/reviews/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Line, Stack } from '@veranda/ui/layout.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useRead } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { Reading } from '../../parts/reading.tsx'
import { Rich } from '../../parts/rich.tsx'
import { When } from '../../parts/when.tsx'
import { AnswerForm } from './answer-form.tsx'
import { ReviewForm } from './review-form.tsx'
import { ReviewText } from './review-text.tsx'
import styles from './reviews.module.css'

export type ReviewsProps = { commissionId: string; other: { name: string } }

/** Both reviews of a completed commission: one's own, and the other's once both are in or the time is over. */
export function Reviews({ commissionId, other }: ReviewsProps) {
  const t = useWords('reviews')
  const pair = useRead(readReviews, { params: { id: commissionId } })
  return (
    <Card title={t('title')} aside={<Closes pair={pair.data} />} padded>
      <Reading of={pair} shape={<SkeletonRows count={1} label={t('loading')} />}>
        {(data: ReviewPair) => (
          <Stack gap={5}>
            {data.mine ? (
              <ReviewText review={data.mine} title={t('mine', { name: other.name })} />
            ) : data.open ? (
              <ReviewForm commissionId={commissionId} name={other.name} />
            ) : (
              <p className={styles.quiet}>{t('closed')}</p>
            )}
            {data.theirs ? (
              <ReviewText review={data.theirs} title={t('theirs', { name: other.name })}>
                {data.theirs.answer === null && <AnswerForm reviewId={data.theirs.id} />}
              </ReviewText>
            ) : (
              <Hidden pair={data} name={other.name} />
            )}
          </Stack>
        )}
      </Reading>
    </Card>
  )
}

function Hidden({ pair, name }: { pair: ReviewPair; name: string }) {
  const t = useWords('reviews')
  if (!pair.open && !pair.theirsIsIn) return <p className={styles.quiet}>{t('theirs.none', { name })}</p>
  return (
    <div className={styles.hidden}>
      <Line gap={3} align="start">
        <Icon name={pair.theirsIsIn ? 'eye-off' : 'clock'} />
        <p>{t(pair.theirsIsIn ? 'theirs.in' : 'theirs.waiting', { name })}</p>
      </Line>
    </div>
  )
}

function Closes({ pair }: { pair: ReviewPair | undefined }) {
  const t = useWords('reviews')
  if (!pair?.open || !pair.closesAt) return null
  const { closesAt } = pair
  return <Rich text={t('closes')} parts={{ when: () => <When at={closesAt} show="date" /> }} />
}
