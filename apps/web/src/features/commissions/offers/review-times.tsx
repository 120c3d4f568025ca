import { type OfferVersion, type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { currentRates } from '@veranda/core/money/rates.ts'
import { day } from '@veranda/core/time/instant.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from './offer-details.module.css'

type ReviewTimesProps = {
  terms: Pick<OfferVersion['content'], 'reviewWindowDays' | 'reviewRounds'>
  commission: Pick<Commission, 'viewerRole' | 'client' | 'creator'>
}

/**
 * Says what the times of an offer lead to: an unanswered version is approved automatically, released money can be paid
 * out some days later, and a next version is due after requested changes.
 */
export function ReviewTimes({ terms, commission }: ReviewTimesProps) {
  const t = useTranslations('commissions')
  const { viewerRole, client, creator } = commission
  const name = viewerRole === 'client' ? creator.name : client.name
  return (
    <div>
      <h3>{t('times.title')}</h3>
      <ul className={styles.times}>
        <li>{t(`times.approval.${viewerRole}`, { count: terms.reviewWindowDays, name })}</li>
        {viewerRole === 'creator' && <li>{t('times.payout', { count: currentRates.payoutDelayMs / day })}</li>}
        {terms.reviewRounds > 0 && <li>{t('times.changes', { count: currentRates.changesDueMs / day })}</li>}
      </ul>
    </div>
  )
}
