import { listBookings } from '@veranda/contract/bookings/routes.ts'
import { type BookingSummary } from '@veranda/contract/bookings/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { Section } from '../../components/page/section.tsx'
import { LoadMoreButton } from '../../components/page/load-more-button.tsx'
import { QueryError } from '../../components/page/query-boundary.tsx'
import { Timestamp } from '../../components/time/timestamp.tsx'
import { useList } from '../../lib/api/use-list.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { useServerNow } from '../../lib/realtime/server-clock.ts'
import { BookingStateChip } from './booking-state-chip.tsx'
import { isJoinOpen } from './booking-view-model.ts'

type ProjectBookingsProps = {
  projectId: string
  /** Those whom the viewer can book a session with from this project. */
  creators: readonly { readonly id: string; readonly name: string }[]
}

/** Shows the viewer's sessions of a project, coming ones first, with a way into the room of an open one and to a new one. */
export function ProjectBookings({ projectId, creators }: ProjectBookingsProps) {
  const t = useTranslations('bookings')
  const upcoming = useList(listBookings, { query: { projectId, when: 'upcoming', limit: 20 } }, { staleTimeMs: 0 })
  const past = useList(listBookings, { query: { projectId, when: 'past', limit: 5 } }, { staleTimeMs: 0 })
  const items = [...upcoming.items, ...past.items]
  const failed = [upcoming, past].find((list) => list.problem)
  if (!failed && (upcoming.isPending || past.isPending)) return null
  if (!failed && items.length === 0 && creators.length === 0) return null
  return (
    <Section title={t('project.title')}>
      <Stack gap={3}>
        <Card padded={!failed && items.length === 0}>
          {failed?.problem ? (
            <QueryError problem={failed.problem} errorTitle={t('list.failed')} retry={failed.retry} />
          ) : items.length === 0 ? (
            <p>{t('project.none')}</p>
          ) : (
            <Rows label={t('project.title')}>
              {items.map((booking) => (
                <ProjectBooking key={booking.id} booking={booking} />
              ))}
            </Rows>
          )}
        </Card>
        <LoadMoreButton list={past} />
        {creators.length > 0 && (
          <Inline gap={2} wrap>
            {creators.map(({ id, name }) => (
              <Button key={id} size="small" icon="calendar" href={`/talent/${id}?project=${projectId}#book`}>
                <bdi>{t('project.book', { name })}</bdi>
              </Button>
            ))}
          </Inline>
        )}
      </Stack>
    </Section>
  )
}

function ProjectBooking({ booking }: { booking: BookingSummary }) {
  const t = useTranslations('bookings')
  const now = useServerNow()
  const { id, title, other, startsAt, state, join, viewerRole } = booking
  return (
    <Row
      wraps
      href={`/booking/confirm/${id}`}
      title={<bdi>{title}</bdi>}
      detail={
        <>
          <Timestamp at={startsAt} show="moment" /> ·{' '}
          <bdi>{t(viewerRole === 'client' ? 'list.with' : 'list.for', { name: other.name })}</bdi>
        </>
      }
      end={
        join !== null && isJoinOpen(join, now) ? (
          <Button size="small" kind="filled" icon="headset" href={join.url}>
            {t('project.enter')}
          </Button>
        ) : (
          <BookingStateChip state={state} />
        )
      }
    />
  )
}
