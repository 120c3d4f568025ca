import { type PublicCreator } from '@veranda/contract/talent/explore/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Amount } from '../../../components/money/amount.tsx'
import { useFees } from '../../../components/money/use-fees.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { packageFacts } from '../services/package-facts.ts'
import { ServiceRow, ServiceTotal } from '../services/service-row.tsx'

/** Lists what can be requested and booked, each with its price and the way to it. */
export function PublicServices({ creator }: { creator: PublicCreator }) {
  const t = useTranslations('talent/explore')
  const fees = useFees()
  const { id, services, hourlyServices, actions } = creator
  return (
    <Card>
      <ul>
        {services.map((service) => (
          <ServiceRow
            key={service.id}
            title={service.title}
            description={service.description}
            facts={packageFacts(service, t)}
            price={
              <>
                <Amount money={service.price} caption={t(`service.unit.${service.unit}`)} />
                <ServiceTotal>{t('service.total', fees.of(service.price))}</ServiceTotal>
              </>
            }
          >
            {actions.includes('request') && (
              <Button
                size="small"
                href={`/projects/new?creator=${id}&service=${service.id}`}
                aria-label={t('service.request.label', { title: service.title })}
              >
                {t('service.request')}
              </Button>
            )}
          </ServiceRow>
        ))}
        {hourlyServices.map((service) => (
          <ServiceRow
            key={service.id}
            title={service.title}
            description={service.description}
            facts={[t('hourly-service.minutes', { count: service.minutes })]}
            price={
              service.price ? (
                <>
                  <Amount money={service.price} />
                  <ServiceTotal>{t('service.total', fees.of(service.price))}</ServiceTotal>
                </>
              ) : (
                t('hourly-service.free')
              )
            }
          >
            <Button
              size="small"
              href={`/talent/${id}?service=${service.id}#book`}
              aria-label={t('hourly-service.book.label', { title: service.title })}
            >
              {t('hourly-service.book')}
            </Button>
          </ServiceRow>
        ))}
      </ul>
    </Card>
  )
}
