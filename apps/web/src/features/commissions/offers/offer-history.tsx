import { type OfferVersion, type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { Amount } from '../../../components/money/amount.tsx'
import { VersionTag } from '../version-tag.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { projectUrl } from '../project-url.ts'

/** Returns what the versions of a commission are called: an offer, which is the contract once it is accepted. */
export const namedAfter = ({ acceptedOfferId }: Commission) => (acceptedOfferId === null ? 'offer' : 'contract')

/** Renders all offer versions, newest first, with the shown one marked. */
export function OfferHistory({ commission, shown }: { commission: Commission; shown: OfferVersion }) {
  const t = useTranslations('commissions')
  const versions = commission.offers.toSorted((a, b) => b.number - a.number)
  return (
    <Card title={t('history.title')} aside={t('history.count', { count: versions.length })}>
      <Rows label={t('history.title')}>
        {versions.map((offer) => (
          <Row
            key={offer.id}
            href={projectUrl(commission.projectId, 'contract', {
              commission: commission.id,
              version: offer.number,
            })}
            title={<VersionTag number={offer.number} hash={offer.hash} of={namedAfter(commission)} />}
            detail={
              <>
                <bdi>{offer.author.name}</bdi> · <Timestamp at={offer.createdAt} show="moment" />
              </>
            }
            end={
              <>
                <Amount money={offer.fees.price} caption={t('sum.price')} />
                <div>
                  <VersionStatusChip offer={offer} commission={commission} shown={shown} />
                </div>
              </>
            }
          />
        ))}
      </Rows>
    </Card>
  )
}

function VersionStatusChip({
  offer,
  commission,
  shown,
}: {
  offer: OfferVersion
  commission: Commission
  shown: OfferVersion
}) {
  const t = useTranslations('commissions')
  if (offer.id === commission.acceptedOfferId) return <Chip tone="success">{t('history.accepted')}</Chip>
  if (offer.id === commission.currentOfferId) return <Chip tone="info">{t('history.current')}</Chip>
  return offer.id === shown.id ? <Chip>{t('history.shown')}</Chip> : null
}
