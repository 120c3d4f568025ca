import { listHourlyServices, removeHourlyService } from '@veranda/contract/bookings/routes.ts'
import { type HourlyService } from '@veranda/contract/bookings/services/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useRead } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { Amount } from '../../../components/money/amount.tsx'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import { HourlyServiceEditor, hourlyServiceRowId } from './hourly-service-editor.tsx'

const openServiceParam = 'service'

/** The address of the hours with the form of a new service open. */
export const newServicePath = `/appointments?view=availability&${openServiceParam}=new`

/** Lists the creator's hourly services, with actions to add, change and remove them. */
export function HourlyServiceList() {
  const t = useTranslations('bookings')
  const read = useRead(listHourlyServices)
  return (
    <QueryBoundary
      query={read}
      errorTitle={t('service.failed')}
      skeleton={
        <Card>
          <SkeletonRows count={2} label={t('service.loading')} />
        </Card>
      }
    >
      {({ items }) => <Services items={items} />}
    </QueryBoundary>
  )
}

function Services({ items }: { items: readonly HourlyService[] }) {
  const t = useTranslations('bookings')
  const [params, setParams] = useSearchParams()
  // In the address, so that the hours lead to a new service.
  const open = params.get(openServiceParam) ?? undefined
  const [removing, setRemoving] = useState<HourlyService>()
  function setOpen(id: string | undefined) {
    const next = new URLSearchParams(params)
    if (id === undefined) next.delete(openServiceParam)
    else next.set(openServiceParam, id)
    setParams(next, { replace: true, preventScrollReset: true })
  }
  const edited = items.find(({ id }) => id === open)
  if (open !== undefined && (open === 'new' || edited)) {
    return (
      <Card padded title={t(edited ? 'service.edit.title' : 'service.new.title')}>
        <HourlyServiceEditor key={open} service={edited} onDone={() => setOpen(undefined)} />
      </Card>
    )
  }
  return (
    <Stack gap={3}>
      <Card>
        {items.length === 0 ? (
          <EmptyState
            compact
            level={3}
            icon="calendar"
            title={t('service.none')}
            text={t('service.none.text')}
            actions={
              <Button icon="plus" onClick={() => setOpen('new')}>
                {t('service.add')}
              </Button>
            }
          />
        ) : (
          <Rows label={t('service.heading')}>
            {items.map((service) => (
              <Row
                key={service.id}
                wraps
                title={
                  <bdi id={hourlyServiceRowId(service.id)} tabIndex={-1}>
                    {service.title}
                  </bdi>
                }
                detail={
                  <>
                    <bdi>{t('hourly-service.minutes', { count: service.minutes })}</bdi> ·{' '}
                    <bdi>{t(`hourly-service.${service.confirmation}`)}</bdi>
                  </>
                }
                end={
                  <Inline gap={1}>
                    {service.price ? <Amount money={service.price} /> : <span>{t('hourly-service.free')}</span>}
                    <IconButton
                      size="small"
                      icon="edit"
                      label={t('service.edit', { title: service.title })}
                      onClick={() => setOpen(service.id)}
                    />
                    <IconButton
                      size="small"
                      icon="trash"
                      label={t('service.remove', { title: service.title })}
                      onClick={() => setRemoving(service)}
                    />
                  </Inline>
                }
              />
            ))}
          </Rows>
        )}
      </Card>
      {items.length > 0 && (
        <div>
          <Button icon="plus" onClick={() => setOpen('new')}>
            {t('service.add')}
          </Button>
        </div>
      )}
      {removing && <RemoveServiceDialog key={removing.id} service={removing} onClose={() => setRemoving(undefined)} />}
    </Stack>
  )
}

function RemoveServiceDialog({ service, onClose }: { service: HourlyService; onClose: () => void }) {
  const t = useTranslations('bookings')
  const c = useTranslations('common')
  const remove = useCommand(removeHourlyService, { invalidates: [listHourlyServices], onDone: onClose })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('service.remove', { title: service.title })}
      text={t('service.remove.text')}
      actions={
        <>
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button kind="danger" busy={remove.busy} onClick={() => void remove.run({ params: { id: service.id } })}>
            {t('service.remove.do')}
          </Button>
        </>
      }
    >
      <ProblemBanner problem={remove.problem} />
    </Dialog>
  )
}
