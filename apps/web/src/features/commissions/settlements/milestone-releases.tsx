import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { Amount } from '../../../components/money/amount.tsx'
import { TextWithTime } from '../../../components/time/text-with-time.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'

type MilestoneReleasesProps = { milestone: Milestone; viewerRole: Commission['viewerRole'] }

/** Lists the parts of a milestone that settlements released, with their receipts. */
export function MilestoneReleases({ milestone, viewerRole }: MilestoneReleasesProps) {
  const t = useTranslations('commissions/settlements')
  if (milestone.releases.length === 0) return null
  return (
    <Card title={t('releases')}>
      <Rows label={t('releases')}>
        {milestone.releases.map((release) => (
          <Row
            key={release.id}
            wraps
            title={<TextWithTime text={t('released-at')} at={release.at} show="date" />}
            detail={<Link href={`/payment/receipts/${release.id}`}>{t('receipt')}</Link>}
            end={
              <Amount
                money={viewerRole === 'creator' ? release.creatorGets : release.clientPaid}
                caption={t(viewerRole === 'creator' ? 'you-receive' : 'you-paid')}
                href={`/payment?milestone=${milestone.id}`}
              />
            }
          />
        ))}
      </Rows>
    </Card>
  )
}
