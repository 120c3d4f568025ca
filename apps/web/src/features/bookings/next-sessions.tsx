import { type Appointment } from '@veranda/contract/bookings/schemas.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { useNow } from '../../lib/now.ts'
import { useWords } from '../../lib/words.ts'
import { Section } from '../../parts/section.tsx'
import { When } from '../../parts/when.tsx'

/** The next sessions, for the dashboard; nothing where there are none. */
export function NextSessions({ items }: { items: readonly Appointment[] }) {
  const t = useWords('sessions')
  const now = useNow()
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
                join && now >= Date.parse(join.from) && now < Date.parse(join.until) ? (
                  <Chip tone="accent" icon="headset">
                    {t('open')}
                  </Chip>
                ) : (
                  <When at={startsAt} show="moment" />
                )
              }
            />
          ))}
        </Rows>
      </Card>
    </Section>
  )
}
