import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Split, Stack } from '@veranda/ui/layout.tsx'
import { useWords } from '../../lib/words.ts'
import { Page } from '../../parts/page.tsx'
import { StateRail } from '../../parts/state-rail.tsx'
import { AnswerPanel } from './answer-panel.tsx'
import { BookingChip } from './booking-chip.tsx'
import { bookingCourse } from './booking-course.ts'
import { BookingFacts } from './booking-facts.tsx'
import { BookingHistory } from './booking-history.tsx'
import { isOver, otherSide } from './booking-sides.ts'
import styles from './booking.module.css'
import { HoldPanel } from './hold-panel.tsx'
import { MeetPanel } from './meet-panel.tsx'
import { OperatorPanel } from './operator-panel.tsx'
import { OverPanel } from './over-panel.tsx'
import { ProposalPanel } from './proposal-panel.tsx'
import { useSessionClock } from './session-clock.ts'

/** A booking as it stands, whatever that is: what now, when, with whom, and what may be changed. */
export function BookingPage({ booking, heardAt }: { booking: Booking; heardAt: number }) {
  const t = useWords('bookings')
  const other = otherSide(booking)
  const clock = useSessionClock()(booking.startsAt, booking.endsAt)
  return (
    <Page
      tab={booking.service.title}
      kicker={
        booking.part === 'operator'
          ? t('missed.people', { client: booking.client.name, creator: booking.creator.name })
          : t('page.with', { name: other.name })
      }
      title={<bdi>{booking.service.title}</bdi>}
      lead={<bdi>{t('page.lead', { day: clock.day, times: clock.times })}</bdi>}
      actions={<BookingChip state={booking.state} />}
    >
      <StateRail
        label={t('rail.label', { title: booking.service.title })}
        steps={bookingCourse(booking).map(({ kind, state }) => ({ id: kind, state, title: t(`rail.${kind}`) }))}
      />
      <Split>
        <Stack gap={5}>
          <ProposalPanel booking={booking} />
          <Now booking={booking} heardAt={heardAt} />
          <OperatorPanel booking={booking} />
        </Stack>
        <Stack gap={5}>
          <BookingFacts booking={booking} />
          <BookingHistory booking={booking} />
        </Stack>
      </Split>
    </Page>
  )
}

function Now({ booking, heardAt }: { booking: Booking; heardAt: number }) {
  const t = useWords('bookings')
  // An operator takes no part in what is still to come.
  if (booking.part === 'operator' && !isOver(booking.state)) return null
  switch (booking.state) {
    case 'held':
      if (booking.part === 'client') return <HoldPanel booking={booking} heardAt={heardAt} />
      return (
        <Card padded title={t('hold.theirs')}>
          <p className={styles.quiet}>{t('hold.theirs.text', { name: booking.client.name })}</p>
        </Card>
      )
    case 'requested':
      return <AnswerPanel booking={booking} />
    case 'confirmed':
    case 'in_session':
      return <MeetPanel booking={booking} heardAt={heardAt} />
    default:
      return <OverPanel booking={booking} state={booking.state} />
  }
}
