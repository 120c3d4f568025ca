import { listCreatorServices } from '@veranda/contract/bookings/routes.ts'
import { type CreatorServices } from '@veranda/contract/bookings/services/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useSearchParams } from 'react-router'
import { useRead } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import { HourlyServiceCard } from './hourly-service-card.tsx'

/** Shows a creator's hourly services, each with its free times. */
export function CreatorHourlyServices({ creatorId }: { creatorId: string }) {
  const t = useTranslations('bookings')
  const read = useRead(listCreatorServices, { params: { id: creatorId } }, { staleTimeMs: 0 })
  return (
    <QueryBoundary
      query={read}
      errorTitle={t('hourly-service.failed')}
      skeleton={
        <Card>
          <SkeletonRows count={2} label={t('hourly-service.loading')} />
        </Card>
      }
    >
      {(services) => <ServiceCards services={services} />}
    </QueryBoundary>
  )
}

function ServiceCards({ services }: { services: CreatorServices }) {
  const t = useTranslations('bookings')
  const [params, setParams] = useSearchParams()
  const isOwner = services.actions.includes('edit')
  const [first] = services.items
  if (!first) {
    return (
      <Card>
        <EmptyState
          compact
          level={3}
          icon="calendar"
          title={isOwner ? t('hourly-service.none.own') : t('hourly-service.none', { name: services.creator.name })}
          text={isOwner ? t('hourly-service.none.own.text') : t('hourly-service.none.text')}
          actions={isOwner && <Button href="/appointments?view=availability">{t('hourly-service.edit')}</Button>}
        />
      </Card>
    )
  }
  const requestedId = params.get('service')
  // A single service is expanded; of several, the one named in the address.
  const open = requestedId ?? (services.items.length === 1 ? first.id : null)

  function show(id: string | null) {
    const next = new URLSearchParams(params)
    if (id === null) next.set('service', 'none')
    else next.set('service', id)
    setParams(next, { replace: true, preventScrollReset: true })
  }

  return (
    <Card>
      <ul>
        {services.items.map((service) => (
          <HourlyServiceCard
            key={service.id}
            service={service}
            creator={{ name: services.creator.name, zone: services.timeZone }}
            own={isOwner}
            open={service.id === open}
            onOpen={(on) => show(on ? service.id : null)}
          />
        ))}
      </ul>
    </Card>
  )
}
