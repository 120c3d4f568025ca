import { type Appointment } from '@veranda/contract/bookings/schemas.ts'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { useWords } from '../../lib/words.ts'
import { When } from '../../parts/when.tsx'

/** Sessions that somebody waits for the reader with: a request to answer, a new time that is asked for. */
export function WaitingSessions({ items, label }: { items: readonly Appointment[]; label: string }) {
  const t = useWords('sessions')
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
          end={<When at={startsAt} show="moment" />}
        />
      ))}
    </Rows>
  )
}
