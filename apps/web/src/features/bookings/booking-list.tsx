import { listBookings } from '@veranda/contract/bookings/routes.ts'
import { type BookingSummary } from '@veranda/contract/bookings/schemas.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { LoadMoreButton } from '../../components/page/load-more-button.tsx'
import { Amount } from '../../components/money/amount.tsx'
import { QueryError } from '../../components/page/query-boundary.tsx'
import { useList } from '../../lib/api/use-list.ts'
import { useFormat } from '../../lib/i18n/format.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { useServerNow } from '../../lib/realtime/server-clock.ts'
import { useOffersServices } from '../../lib/session/own-account.ts'
import { dateInZone } from './calendar/time-zone.ts'
import { isJoinOpen } from './booking-view-model.ts'
import styles from './booking-list.module.css'
import { BookingStateChip } from './booking-state-chip.tsx'

/** Shows the user's bookings by day: upcoming ones soonest first, past ones latest first. */
export function BookingList({ view }: { view: 'upcoming' | 'waiting' | 'past' }) {
  const t = useTranslations('bookings')
  const format = useFormat()
  const list = useList(listBookings, { query: { when: view, limit: 20 } }, { keepPrevious: true, staleTimeMs: 0 })
  if (list.problem && list.items.length === 0) {
    return (
      <Card>
        <QueryError problem={list.problem} errorTitle={t('list.failed')} retry={list.retry} />
      </Card>
    )
  }
  if (list.isPending || list.isPlaceholder) {
    return (
      <Card>
        <SkeletonRows count={4} label={t('list.loading')} />
      </Card>
    )
  }
  const { items } = list
  if (items.length === 0) {
    return (
      <Card>
        <EmptyBookingList view={view} />
      </Card>
    )
  }
  return (
    <Stack gap={5}>
      {groupByDay(items, format.timeZone).map(({ date, first, bookings }) => (
        <section key={date} className={styles.day}>
          <h2 className={styles.dayName}>{format.day(first)}</h2>
          <Card>
            <Rows label={format.day(first)}>
              {bookings.map((booking) => (
                <BookingRow key={booking.id} booking={booking} />
              ))}
            </Rows>
          </Card>
        </section>
      ))}
      <LoadMoreButton list={list} />
    </Stack>
  )
}

function EmptyBookingList({ view }: { view: 'upcoming' | 'waiting' | 'past' }) {
  const t = useTranslations('bookings')
  const offersServices = useOffersServices()
  return (
    <EmptyState
      icon={view === 'waiting' ? 'check' : 'calendar'}
      title={t(`list.none.${view}`)}
      text={t(offersServices && view === 'upcoming' ? 'list.none.upcoming.creator.text' : `list.none.${view}.text`)}
      actions={
        view === 'upcoming' &&
        (offersServices ? (
          <Button href="/appointments?view=availability">{t('list.to-availability')}</Button>
        ) : (
          <Button href="/search">{t('list.to-search')}</Button>
        ))
      }
    />
  )
}

/** Groups bookings by day in list order. */
function groupByDay(items: readonly BookingSummary[], zone: string) {
  const days: { date: string; first: string; bookings: BookingSummary[] }[] = []
  for (const booking of items) {
    const date = dateInZone(zone, Date.parse(booking.startsAt))
    const last = days.at(-1)
    if (last?.date === date) last.bookings.push(booking)
    else days.push({ date, first: booking.startsAt, bookings: [booking] })
  }
  return days
}

/** Shows one booking in a list: time, title, other party, state. */
export function BookingRow({ booking }: { booking: BookingSummary }) {
  const t = useTranslations('bookings')
  const format = useFormat()
  const now = useServerNow()
  const { id, title, other, startsAt, endsAt, price, state, pendingOnMe, join, viewerRole } = booking
  const open = isJoinOpen(join, now)
  return (
    <Row
      wraps
      href={`/booking/confirm/${id}`}
      lead={
        <span className={styles.lead}>
          <time className={styles.hours} dateTime={startsAt}>
            <span>{format.time(startsAt)}</span>
            <span className={styles.quiet}>{format.time(endsAt)}</span>
          </time>
          <Avatar name={other.name} src={other.avatar} />
        </span>
      }
      title={<bdi>{title}</bdi>}
      detail={
        <>
          <bdi className={styles.narrow}>
            {t('time.range', { from: format.time(startsAt), to: format.time(endsAt) })}
          </bdi>
          <bdi>{t(viewerRole === 'client' ? 'list.with' : 'list.for', { name: other.name })}</bdi>
        </>
      }
      end={
        <span className={styles.end}>
          {open ? (
            <Chip tone="accent" icon="headset">
              {t('list.open')}
            </Chip>
          ) : pendingOnMe ? (
            <Chip tone="accent">
              {t(`list.waits.${state === 'reserved' || state === 'requested' ? state : 'proposal'}`)}
            </Chip>
          ) : (
            <BookingStateChip state={state} />
          )}
          {price && <Amount money={price} />}
        </span>
      }
    />
  )
}
