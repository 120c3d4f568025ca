import { type OfferVersion } from '@veranda/contract/commissions/offer-schemas.ts'
import { type Commission } from '@veranda/contract/commissions/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'
import { VersionTag } from '../../parts/version-tag.tsx'
import { When } from '../../parts/when.tsx'
import { projectAddress } from './project-address.ts'

/** Every version there was, newest first; the one that is shown is marked. */
export function OfferHistory({ commission, shown }: { commission: Commission; shown: OfferVersion }) {
  const t = useWords('projects')
  const versions = commission.offers.toSorted((a, b) => b.number - a.number)
  return (
    <Card title={t('history.title')} aside={t('history.count', { count: versions.length })}>
      <Rows label={t('history.title')}>
        {versions.map((offer) => (
          <Row
            key={offer.id}
            href={projectAddress(commission.projectId, 'contract', {
              commission: commission.id,
              version: offer.number,
            })}
            title={<VersionTag number={offer.number} hash={offer.hash} />}
            detail={
              <>
                <bdi>{offer.author.name}</bdi> · <When at={offer.createdAt} show="moment" />
              </>
            }
            end={
              <>
                <Amount money={offer.fees.price} />
                <div>
                  <Standing offer={offer} commission={commission} shown={shown} />
                </div>
              </>
            }
          />
        ))}
      </Rows>
    </Card>
  )
}

function Standing({ offer, commission, shown }: { offer: OfferVersion; commission: Commission; shown: OfferVersion }) {
  const t = useWords('projects')
  if (offer.id === commission.acceptedOfferId) return <Chip tone="success">{t('history.accepted')}</Chip>
  if (offer.id === commission.currentOfferId) return <Chip tone="info">{t('history.current')}</Chip>
  return offer.id === shown.id ? <Chip>{t('history.shown')}</Chip> : null
}
