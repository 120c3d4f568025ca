import { confirmBooking } from '@veranda/contract/bookings/routes.ts'
import { type BookingSummary, type NextBooking } from '@veranda/contract/bookings/schemas.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Inline } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { ProblemBanner } from '../../components/page/problem-banner.tsx'
import { Section } from '../../components/page/section.tsx'
import { snackbars } from '../../components/toasts.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { useServerNow } from '../../lib/realtime/server-clock.ts'
import { Timestamp } from '../../components/time/timestamp.tsx'
import { isJoinOpen } from './booking-view-model.ts'
import { useBookingCommand } from './queries.ts'

/** Shows the next bookings on the dashboard, without those that are open and have a banner; nothing if there are none. */
export function UpcomingBookings({ items }: { items: readonly BookingSummary[] }) {
  const t = useTranslations('bookings/dashboard')
  const now = useServerNow()
  const closed = items.filter(({ join }) => !isJoinOpen(join, now))
  if (closed.length === 0) return null
  return (
    <Section title={t('title')} aside={<Link href="/appointments">{t('all')}</Link>}>
      <Card>
        <Rows label={t('title')}>
          {closed.map(({ id, title, other, startsAt }) => (
            <Row
              key={id}
              wraps
              href={`/booking/confirm/${id}`}
              lead={<Avatar name={other.name} src={other.avatar} />}
              title={<bdi>{title}</bdi>}
              detail={<bdi>{t('with', { name: other.name })}</bdi>}
              end={<Timestamp at={startsAt} show="moment" />}
            />
          ))}
        </Rows>
      </Card>
    </Section>
  )
}

/** Shows bookings that wait on the reader, with the answer in the row: a request to accept, or a new time to look at. */
export function PendingBookings({ items }: { items: readonly NextBooking[] }) {
  const t = useTranslations('bookings/dashboard')
  return (
    <Rows label={t('pending')}>
      {items.map((booking) => (
        <PendingBooking key={booking.id} booking={booking} />
      ))}
    </Rows>
  )
}

function PendingBooking({ booking }: { booking: NextBooking }) {
  const t = useTranslations('bookings/dashboard')
  const { id, version, title, other, startsAt, state, actions } = booking
  const href = `/booking/confirm/${id}`
  const confirm = useBookingCommand(confirmBooking, () => {
    snackbars.add({ title: t('accept.done'), tone: 'success' })
  })
  const link = state === 'requested' ? 'answer' : 'see-time'
  return (
    <Row
      wraps
      href={href}
      lead={<Avatar name={other.name} src={other.avatar} size="medium" />}
      title={<bdi>{t(state === 'requested' ? 'do.requested' : 'do.proposal', { title })}</bdi>}
      detail={
        <>
          <bdi>{t('with', { name: other.name })}</bdi> · <Timestamp at={startsAt} show="moment" />
          <ProblemBanner problem={confirm.problem} />
        </>
      }
      end={
        <Inline gap={2} wrap>
          {actions.includes('confirm') && (
            <Button
              size="small"
              aria-label={t('accept.label', { title })}
              busy={confirm.busy}
              onClick={() => void confirm.run({ params: { id }, body: { expected: version } })}
            >
              {t('accept')}
            </Button>
          )}
          <Button size="small" kind="quiet" aria-label={t(`${link}.label`, { title })} href={href}>
            {t(link)}
          </Button>
        </Inline>
      }
    />
  )
}
