import { type Commission, type Offer, type OfferVersion } from '@veranda/contract/commissions/offers/schemas.ts'
import { topUpDeadlineDays } from '@veranda/core/commissions/change-orders/top-up.ts'
import { Stack } from '@veranda/ui/layout.tsx'
import { Amount } from '../../../components/money/amount.tsx'
import { type MoneyAmount } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from '../commissions.module.css'
import { FeesTable, type FeesTableProps } from '../offers/fees-table.tsx'
import feeStyles from '../offers/fees-table.module.css'
import { countDifferences, diffOffers } from '../offers/offer-diff.ts'
import { OfferDifferences } from '../offers/offer-diff-card.tsx'

type ChangeOrderSumsProps = {
  commission: Commission
  fees: FeesTableProps['fees']
  rates: OfferVersion['rates']
  /** Sum that the client pays within days of signing, because prices of funded milestones rise. */
  topUps: MoneyAmount
  paysLater: MoneyAmount
}

/** Renders the totals after a change order, what the client pays soon after signing and what later. */
export function ChangeOrderSums({ commission, fees, rates, topUps, paysLater }: ChangeOrderSumsProps) {
  const t = useTranslations('commissions/change-orders')
  return (
    <Stack gap={3}>
      <h3>{t('totals')}</h3>
      <FeesTable
        fees={fees}
        rates={rates}
        viewerRole={commission.viewerRole}
        client={commission.client.name}
        creator={commission.creator.name}
      />
      <dl className={feeStyles.fees}>
        <div className={feeStyles.line}>
          <dt>{t('pay.now', { days: topUpDeadlineDays })}</dt>
          <dd>
            <Amount money={topUps} />
          </dd>
        </div>
        <div className={feeStyles.line}>
          <dt>{t('pay.later')}</dt>
          <dd>
            <Amount money={paysLater} />
          </dd>
        </div>
      </dl>
      {topUps.amount > 0 && (
        <p className={styles.quiet}>
          {t(`top-up.before.${commission.viewerRole === 'client' ? 'client' : 'creator'}`, {
            name: commission.client.name,
          })}
        </p>
      )}
    </Stack>
  )
}

type ChangeOrderDifferenceProps = { before: Offer; after: Offer; origins: readonly (number | null)[] }

/** Lists what a change order changes of the contract. */
export function ChangeOrderDifference({ before, after, origins }: ChangeOrderDifferenceProps) {
  const t = useTranslations('commissions/change-orders')
  return (
    <Stack gap={2}>
      <OfferDifferences before={before} after={after} origins={origins} />
      <p className={styles.quiet}>
        {t(countDifferences(diffOffers(before, after, origins)) === 0 ? 'difference.none' : 'difference.stays')}
      </p>
    </Stack>
  )
}
