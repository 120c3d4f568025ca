import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Inline } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { Amount } from '../../../components/money/amount.tsx'
import { ChargebackChip } from '../../../components/payment/chargeback-flag.tsx'
import { RichText } from '../../../components/rich-text.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { MilestoneStatus } from './milestone-status.tsx'
import { isRefund, moneyStatusOf } from './money-status.ts'
import { projectUrl } from '../project-url.ts'
import styles from '../commissions.module.css'

/** Says for each milestone where its money is, and lists the viewer's amounts. */
export function MilestoneMoney({ commission }: { commission: Commission }) {
  const t = useTranslations('commissions')
  const { viewerRole, projectId } = commission
  return (
    <Card title={t('money.title')}>
      <Rows label={t('money.title')}>
        {commission.milestones.map((milestone) => {
          // Before the funding nothing has moved, so there is no ledger entry to open.
          const entries = milestone.money || isRefund(milestone) ? `/payment?milestone=${milestone.id}` : undefined
          return (
            <Row
              key={milestone.id}
              wraps
              href={projectUrl(projectId, 'milestones', { milestone: milestone.id })}
              title={milestone.title}
              detail={
                <>
                  <MilestoneStatus inline commission={commission} milestone={milestone} />
                  <br />
                  <MoneyStatusText milestone={milestone} viewerRole={viewerRole} />{' '}
                  <ChargebackChip flag={milestone.chargeback} />
                </>
              }
              end={
                <Inline gap={5} justify="between">
                  {milestone.state === 'released' && <Link href={milestone.receiptUrl}>{t('receipt.open')}</Link>}
                  <div className={styles.figure}>
                    <Amount
                      money={viewerRole === 'creator' ? milestone.creatorReceives : milestone.clientPays}
                      caption={t(captionOf(milestone, viewerRole))}
                      href={entries}
                    />
                  </div>
                  <div className={styles.figure}>
                    <Amount money={milestone.price} caption={t('fees.price')} href={entries} />
                  </div>
                </Inline>
              }
            />
          )
        })}
      </Rows>
    </Card>
  )
}

/** Returns the meaning of the viewer's amount; a client has paid what is charged. */
function captionOf(milestone: Milestone, viewerRole: Commission['viewerRole']) {
  const { money } = milestone
  if (isRefund(milestone)) return viewerRole === 'creator' ? 'fees.not-received' : 'fees.refunded'
  if (viewerRole === 'creator') return 'fees.you-receive'
  return money === null || money.place === 'charging' ? 'fees.you-pay' : 'fees.you-paid'
}

function MoneyStatusText({ milestone, viewerRole }: { milestone: Milestone; viewerRole: Commission['viewerRole'] }) {
  const t = useTranslations('commissions')
  const { place } = moneyStatusOf(milestone, viewerRole)
  const movesAt = place === milestone.money?.place ? milestone.money.movesAt : null
  return (
    <>
      {t(`place.${place}`)}
      {movesAt && (
        <span className={styles.small}>
          {' · '}
          <RichText
            text={t(place === 'pending' ? 'money.available-at' : 'money.moves-at')}
            parts={{ when: () => <Timestamp at={movesAt} show="date" /> }}
          />
        </span>
      )}
    </>
  )
}
