import { listAppointments } from '@veranda/contract/bookings/routes.ts'
import { type Appointment } from '@veranda/contract/bookings/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Rows } from '@veranda/ui/row.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useFormat } from '../../lib/format.ts'
import { useList } from '../../lib/list.ts'
import { useSession } from '../../lib/session.ts'
import { useWords } from '../../lib/words.ts'
import { dateIn } from '../../lib/zoned.ts'
import { MoreButton } from '../../parts/more-button.tsx'
import { ReadFailed } from '../../parts/reading.tsx'
import styles from './appointments.module.css'
import { AppointmentRow } from './appointment-row.tsx'

/** One's sessions by day: the next first, or what is over, the last first. */
export function AppointmentList({ view }: { view: 'coming' | 'waiting' | 'past' }) {
  const t = useWords('bookings')
  const format = useFormat()
  const list = useList(listAppointments, { query: { when: view, limit: 20 } }, { keep: true, fresh: 0 })
  if (list.problem && list.items.length === 0) {
    return (
      <Card>
        <ReadFailed problem={list.problem} failed={t('list.failed')} retry={list.retry} />
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
        <Nothing view={view} />
      </Card>
    )
  }
  return (
    <Stack gap={5}>
      {daysOf(items, format.zone).map(({ date, first, appointments }) => (
        <section key={date} className={styles.day}>
          <h2 className={styles.dayName}>{format.day(first)}</h2>
          <Card>
            <Rows label={format.day(first)}>
              {appointments.map((appointment) => (
                <AppointmentRow key={appointment.id} appointment={appointment} />
              ))}
            </Rows>
          </Card>
        </section>
      ))}
      <MoreButton list={list} />
    </Stack>
  )
}

function Nothing({ view }: { view: 'coming' | 'waiting' | 'past' }) {
  const t = useWords('bookings')
  const creates = useSession().user?.role === 'creator'
  return (
    <EmptyState
      icon={view === 'waiting' ? 'check' : 'calendar'}
      title={t(`list.none.${view}`)}
      text={t(creates && view === 'coming' ? 'list.none.coming.creator.text' : `list.none.${view}.text`)}
      actions={
        view === 'coming' &&
        (creates ? (
          <Button href="/appointments?view=availability">{t('list.to-availability')}</Button>
        ) : (
          <Button href="/search">{t('list.to-search')}</Button>
        ))
      }
    />
  )
}

/** The rows of each day together, in the order of the list. */
function daysOf(items: readonly Appointment[], zone: string) {
  const days: { date: string; first: string; appointments: Appointment[] }[] = []
  for (const appointment of items) {
    const date = dateIn(zone, Date.parse(appointment.startsAt))
    const last = days.at(-1)
    if (last?.date === date) last.appointments.push(appointment)
    else days.push({ date, first: appointment.startsAt, appointments: [appointment] })
  }
  return days
}
