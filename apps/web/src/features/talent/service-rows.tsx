import { type Talent } from '@veranda/contract/talent/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { useSession } from '../../lib/session.ts'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'
import styles from './talent-page.module.css'

/** What is on offer, each with its price and a way to ask for it. */
export function ServiceRows({ talent }: { talent: Talent }) {
  const t = useWords('talent')
  const me = useSession().user?.id
  if (talent.services.length === 0) return <p className={styles.quiet}>{t('services.none')}</p>
  const may = talent.id !== me && talent.accepting !== 'closed'
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
              <Amount money={service.price} place={t(`service.unit.${service.unit}`)} />
              {may && (
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
