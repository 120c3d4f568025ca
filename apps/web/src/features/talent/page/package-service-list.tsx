import { type Talent } from '@veranda/contract/talent/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { useTranslations } from '../../../lib/i18n.ts'
import { Amount } from '../../../components/money/amount.tsx'
import styles from './talent-page.module.css'

/** Lists the package services, each with its price and a link to request it. */
export function PackageServiceList({ talent }: { talent: Talent }) {
  const t = useTranslations('talent')
  if (talent.services.length === 0) return <p className={styles.quiet}>{t('services.none')}</p>
  const canRequest = talent.actions.includes('request')
  return (
    <Card>
      <ul>
        {talent.services.map((service) => (
          <li key={service.id} className={styles.service}>
            <div className={styles.serviceText}>
              <h3 dir="auto">{service.title}</h3>
              <p className={styles.note} dir="auto">
                {service.description}
              </p>
              {service.deliveryDays !== null && (
                <p className={styles.note}>{t('service.days', { count: service.deliveryDays })}</p>
              )}
            </div>
            <div className={styles.servicePrice}>
              <Amount money={service.price} caption={t(`service.unit.${service.unit}`)} />
              {canRequest && (
                <Button
                  size="small"
                  href={`/projects/new?creator=${talent.id}&service=${service.id}`}
                  aria-label={t('service.request.label', { title: service.title })}
                >
                  {t('service.request')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
