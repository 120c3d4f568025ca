import { readProfile, removeService } from '@veranda/contract/talent/routes.ts'
import { type Service, type Talent } from '@veranda/contract/talent/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { useState } from 'react'
import { useCommand } from '../../lib/command.ts'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'
import { snackbars } from '../../parts/notices.ts'
import { useProblemText } from '../../parts/problem-text.ts'
import styles from './profile.module.css'
import { ServiceForm } from './service-form.tsx'
import { restoreService } from './restore-service.ts'

/** One's services: what stands there, what comes, what goes (and comes back when that was a slip). */
export function ServiceEditor({ talent }: { talent: Talent }) {
  const t = useWords('talent')
  const c = useWords('common')
  const [adding, setAdding] = useState(false)
  const remove = useCommand(removeService, { touches: [readProfile] })
  const textOf = useProblemText()

  async function take(service: Service) {
    const outcome = await remove.run({ params: { id: service.id } })
    if (!outcome.ok) return snackbars.add({ tone: 'error', title: textOf(outcome.problem) })
    return snackbars.add({
      title: t('edit.service.removed', { title: service.title }),
      timeout: 10_000,
      action: { label: c('undo'), onPress: () => void restoreService(service) },
    })
  }

  return (
    <>
      {talent.services.length === 0 && !adding && <p className={styles.empty}>{t('edit.services.none')}</p>}
      <Rows label={t('edit.services')}>
        {talent.services.map((service) => (
          <Row
            key={service.id}
            title={<bdi>{service.title}</bdi>}
            detail={
              service.deliveryDays === null
                ? service.description
                : `${service.description} · ${t('service.days', { count: service.deliveryDays })}`
            }
            end={
              <span className={styles.rowEnd}>
                <span>
                  <Amount money={service.price} place={t(`service.unit.${service.unit}`)} />
                </span>
                <IconButton
                  size="small"
                  icon="trash"
                  label={t('edit.service.remove', { title: service.title })}
                  onClick={() => void take(service)}
                />
              </span>
            }
          />
        ))}
      </Rows>
      <div className={styles.foot}>
        {adding ? (
          <ServiceForm
            currency={talent.services[0]?.price.currency}
            onDone={() => setAdding(false)}
            onCancel={() => setAdding(false)}
          />
        ) : (
          <Button icon="plus" onClick={() => setAdding(true)}>
            {t('edit.service.add')}
          </Button>
        )}
      </div>
    </>
  )
}
