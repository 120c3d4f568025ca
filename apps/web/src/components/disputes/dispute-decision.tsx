import { type AdminDispute, type Dispute } from '@veranda/contract/commissions/disputes/schemas.ts'
import { useFormat } from '../../lib/i18n/format.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { TextWithTime } from '../time/text-with-time.tsx'
import { DisputeSums } from './dispute-sums.tsx'
import styles from './disputes.module.css'

/** Shows the decision of an admin with its reason, and the request for a review with what came of it. */
export function DisputeDecision({ dispute }: { dispute: Dispute | AdminDispute }) {
  const t = useTranslations('commissions/disputes')
  const format = useFormat()
  const { decision, review, amount, client, creator, endedAt } = dispute
  const viewer = 'viewerRole' in dispute ? dispute.viewerRole : undefined
  if (!decision) return null
  const { shares, reason } = decision
  const sum = (part: number) => format.money({ ...amount, amount: part })
  return (
    <>
      <strong>
        {t('terms.shares', {
          release: sum(shares.release),
          creator: creator.name,
          refund: sum(shares.refund),
          client: client.name,
        })}
      </strong>
      {endedAt === null && <DisputeSums of={dispute} shares={shares} />}
      <Reason title={t('award.reason')} text={reason} />
      {review && (
        <section>
          <h3>
            <TextWithTime
              text={t(review.by === viewer ? 'review.asked.you' : 'review.asked.other', {
                name: dispute[review.by].name,
              })}
              at={review.askedAt}
              show="moment"
            />
          </h3>
          <p className={styles.prose} dir="auto">
            {review.reason}
          </p>
        </section>
      )}
      {review?.outcome && <Reason title={t('review.outcome')} text={review.outcome.reason} />}
    </>
  )
}

function Reason({ title, text }: { title: string; text: string }) {
  return (
    <section>
      <h3>{title}</h3>
      <p className={styles.prose} dir="auto">
        {text}
      </p>
    </section>
  )
}
