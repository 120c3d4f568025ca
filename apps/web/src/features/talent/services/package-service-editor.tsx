import { movePackageService, removePackageService, restorePackageService } from '@veranda/contract/talent/routes.ts'
import { type PackageService, type Profile } from '@veranda/contract/talent/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Menu } from '@veranda/ui/menu.tsx'
import { useState } from 'react'
import { Amount } from '../../../components/money/amount.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from '../profile/profile.module.css'
import { packageFacts } from './package-facts.ts'
import { PackageServiceForm, packageServiceRowId } from './package-service-form.tsx'
import { SortHandle, SortStatus, useMoveEntries } from '../profile/sort-handle.tsx'
import { usePageList } from '../profile/use-page-list.ts'
import { useSortable } from '../profile/use-sortable.ts'

/** Edits the package services: list, order, add, change, remove, and undo a removal. */
export function PackageServiceEditor({ profile: { services } }: { profile: Pick<Profile, 'services'> }) {
  const t = useTranslations('talent')
  /** The id of the service in the form, or `new`. */
  const [edited, setEdited] = useState<string>()
  const list = usePageList({
    move: movePackageService,
    remove: removePackageService,
    restore: restorePackageService,
  })
  const sortable = useSortable({ ids: services.map(({ id }) => id), onMove: list.move })
  const close = () => setEdited(undefined)
  const byId = new Map(services.map((service) => [service.id, service]))

  return (
    <>
      {services.length === 0 && edited === undefined && <p className={styles.empty}>{t('edit.services.none')}</p>}
      <ul className={styles.services} aria-label={t('edit.services')}>
        {sortable.order.map((id) => {
          const service = byId.get(id)
          if (!service) return null
          if (edited === id) {
            return (
              <li key={id} className={styles.form}>
                <PackageServiceForm service={service} currency={service.price.currency} onDone={close} />
              </li>
            )
          }
          return (
            <li
              key={id}
              id={packageServiceRowId(id)}
              tabIndex={-1}
              className={styles.service}
              {...sortable.itemProps(id)}
            >
              <SortHandle sortable={sortable} id={id} title={service.title} />
              <ServiceFacts service={service} />
              <ServiceMenu
                service={service}
                sortable={sortable}
                onEdit={() => setEdited(id)}
                onRemove={() => void list.remove(service)}
              />
            </li>
          )
        })}
      </ul>
      <SortStatus sortable={sortable} titleOf={(id) => byId.get(id)?.title} />
      <div className={styles.foot}>
        {edited === 'new' ? (
          <PackageServiceForm currency={services[0]?.price.currency} onDone={close} />
        ) : (
          <Button icon="plus" onClick={() => setEdited('new')}>
            {t('edit.service.add')}
          </Button>
        )}
      </div>
    </>
  )
}

function ServiceFacts({ service }: { service: PackageService }) {
  const t = useTranslations('talent')
  const facts = packageFacts(service, t)
  return (
    <>
      <div className={styles.serviceText}>
        <strong>
          <bdi>{service.title}</bdi>
        </strong>
        <p className={styles.note}>
          {service.description && <bdi>{service.description}</bdi>}
          {service.description && facts.length > 0 && ' · '}
          {facts.join(' · ')}
        </p>
      </div>
      <span className={styles.price}>
        <Amount money={service.price} caption={t(`service.unit.${service.unit}`)} />
      </span>
    </>
  )
}

type ServiceMenuProps = {
  service: PackageService
  sortable: ReturnType<typeof useSortable>
  onEdit: () => void
  onRemove: () => void
}

function ServiceMenu({ service: { id, title }, sortable, onEdit, onRemove }: ServiceMenuProps) {
  const t = useTranslations('talent')
  const moves = useMoveEntries(sortable, id)
  const label = t('edit.item.menu', { title })
  return (
    <Menu
      label={label}
      items={[
        { id: 'edit', icon: 'edit', label: t('edit.item.edit'), onPress: onEdit },
        ...moves,
        'line',
        { id: 'remove', icon: 'trash', danger: true, label: t('edit.item.remove'), onPress: onRemove },
      ]}
    >
      {(trigger) => <IconButton {...trigger} className={styles.serviceMenu} size="small" icon="more" label={label} />}
    </Menu>
  )
}
