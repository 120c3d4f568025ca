import { addPackageService, readProfile, removePackageService } from '@veranda/contract/talent/routes.ts'
import { type PackageService, type Talent } from '@veranda/contract/talent/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { useState } from 'react'
import { Amount } from '../../../components/money/amount.tsx'
import { snackbars } from '../../../components/toasts.ts'
import { useProblemText } from '../../../components/use-problem-text.ts'
import { invalidateReads } from '../../../lib/api/query.ts'
import { runCommand, useCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n.ts'
import styles from './profile.module.css'
import { PackageServiceForm } from './package-service-form.tsx'

/** Edits the package services: list, add, remove, and undo a removal. */
export function PackageServiceEditor({ talent }: { talent: Talent }) {
  const t = useTranslations('talent')
  const c = useTranslations('common')
  const [adding, setAdding] = useState(false)
  const remove = useCommand(removePackageService, { invalidates: [readProfile] })
  const textOf = useProblemText()

  async function removeService(service: PackageService) {
    const outcome = await remove.run({ params: { id: service.id } })
    if (!outcome.ok) return snackbars.add({ tone: 'error', title: textOf(outcome.problem) })
    return snackbars.add({
      title: t('edit.service.removed', { title: service.title }),
      timeoutMs: 10_000,
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
              <>
                <bdi>{service.description}</bdi>
                {service.deliveryDays !== null && ` · ${t('service.days', { count: service.deliveryDays })}`}
              </>
            }
            end={
              <span className={styles.rowEnd}>
                <span>
                  <Amount money={service.price} caption={t(`service.unit.${service.unit}`)} />
                </span>
                <IconButton
                  size="small"
                  icon="trash"
                  label={t('edit.service.remove', { title: service.title })}
                  onClick={() => void removeService(service)}
                />
              </span>
            }
          />
        ))}
      </Rows>
      <div className={styles.foot}>
        {adding ? (
          <PackageServiceForm
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

/** Restores a removed package service as a new one with the same content. */
export async function restoreService({ title, description, price, unit, deliveryDays }: PackageService): Promise<void> {
  await runCommand<typeof addPackageService>(addPackageService, {
    body: { title, description, price, unit, deliveryDays },
  })
  await invalidateReads(readProfile)
}
