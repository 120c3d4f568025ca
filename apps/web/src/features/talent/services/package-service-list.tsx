import { type Profile } from '@veranda/contract/talent/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { Amount } from '../../../components/money/amount.tsx'
import { useFees } from '../../../components/money/use-fees.ts'
import { packageFacts } from './package-facts.ts'
import { ServiceRow, ServiceTotal } from './service-row.tsx'
import styles from '../page/profile-page.module.css'

/** Lists the package services, each with its price and a link to request it. */
export function PackageServiceList({ profile }: { profile: Profile }) {
  const t = useTranslations('talent')
  const fees = useFees()
  if (profile.services.length === 0) return <p className={styles.quiet}>{t('services.none')}</p>
  const canRequest = profile.actions.includes('request')
  return (
    <Card>
      <ul>
        {profile.services.map((service) => (
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
            {canRequest && (
              <Button
                size="small"
                href={`/projects/new?creator=${profile.id}&service=${service.id}`}
                aria-label={t('service.request.label', { title: service.title })}
              >
                {t('service.request')}
              </Button>
            )}
          </ServiceRow>
        ))}
      </ul>
    </Card>
  )
}
