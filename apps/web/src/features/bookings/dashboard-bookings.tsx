import { type BookingSummary } from '@veranda/contract/bookings/schemas.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { Section } from '../../components/section.tsx'
import { useTranslations } from '../../lib/i18n.ts'
import { useServerNow } from '../../lib/server-clock.ts'
import { Timestamp } from '../../components/timestamp.tsx'
import { isJoinOpen } from './booking-view-model.ts'

/** Shows the next bookings on the dashboard; renders nothing if there are none. */
export function UpcomingBookings({ items }: { items: readonly BookingSummary[] }) {
  const t = useTranslations('bookings/dashboard')
  const now = useServerNow()
  if (items.length === 0) return null
  return (
    <Section title={t('title')} aside={<Link href="/appointments">{t('all')}</Link>}>
      <Card>
        <Rows label={t('title')}>
          {items.map(({ id, title, other, startsAt, join }) => (
            <Row
              key={id}
              wraps
              href={`/booking/confirm/${id}`}
              lead={<Avatar name={other.name} src={other.avatar} />}
              title={<bdi>{title}</bdi>}
              detail={<bdi>{t('with', { name: other.name })}</bdi>}
              end={
                isJoinOpen(join, now) ? (
                  <Chip tone="accent" icon="headset">
                    {t('open')}
                  </Chip>
                ) : (
                  <Timestamp at={startsAt} show="moment" />
                )
              }
            />
          ))}
        </Rows>
      </Card>
    </Section>
  )
}

/** Shows bookings that wait on the reader: a request or a proposed new time to answer. */
export function PendingBookings({ items, label }: { items: readonly BookingSummary[]; label: string }) {
  const t = useTranslations('bookings/dashboard')
  return (
    <Rows label={label}>
      {items.map(({ id, title, other, startsAt, state }) => (
        <Row
          key={id}
          wraps
          href={`/booking/confirm/${id}`}
          lead={<Avatar name={other.name} src={other.avatar} />}
          title={<bdi>{t(state === 'requested' ? 'do.requested' : 'do.proposal', { title })}</bdi>}
          detail={<bdi>{t('with', { name: other.name })}</bdi>}
          end={<Timestamp at={startsAt} show="moment" />}
        />
      ))}
    </Rows>
  )
}
