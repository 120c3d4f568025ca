import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Split, Stack } from '@veranda/ui/layout.tsx'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { useEffect, useRef } from 'react'
import { showOutcome } from '../../components/page/show-outcome.ts'
import { Page } from '../../components/page/page.tsx'
import { ChargebackBanner } from '../../components/payment/chargeback-flag.tsx'
import { StateStepper } from '../../components/state-stepper.tsx'
import { RequestPanel } from './reservations/request-panel.tsx'
import { BookingStateChip } from './booking-state-chip.tsx'
import { bookingProgress } from './booking-progress.ts'
import { BookingDetails } from './booking-details.tsx'
import { BookingHistory } from './booking-history.tsx'
import { isClosed, otherParty } from './booking-view-model.ts'
import styles from './booking.module.css'
import { ReservationPanel } from './reservations/reservation-panel.tsx'
import { JoinPanel } from './attendance/join-panel.tsx'
import { AdminPanel } from './attendance/admin-panel.tsx'
import { ClosedBookingPanel } from './closed-booking-panel.tsx'
import { MoveProposalPanel } from './reservations/move-proposal-panel.tsx'
import { useBookingTimeFormat } from './calendar/use-booking-time-format.ts'

/** The id of the part with the next step, which shows what an act came to. */
const stepId = 'booking-step'

/** Shows a booking in any state: the next step, time, other party, and possible changes. */
export function BookingPage({ booking, receivedAt }: { booking: Booking; receivedAt: number }) {
  const t = useTranslations('bookings')
  const other = otherParty(booking)
  const clock = useBookingTimeFormat()(booking.startsAt, booking.endsAt)
  useShownBooking(booking)
  return (
    <Page
      tabTitle={booking.service.title}
      overline={
        booking.viewerRole === 'admin'
          ? t('no-shows.users', { client: booking.client.name, creator: booking.creator.name })
          : t('page.with', { name: other.name })
      }
      title={<bdi>{booking.service.title}</bdi>}
      lead={<bdi>{t('page.lead', { day: clock.day, times: clock.times })}</bdi>}
      actions={<BookingStateChip state={booking.state} />}
    >
      <StateStepper
        label={t('rail.label', { title: booking.service.title })}
        steps={bookingProgress(booking).map(({ kind, state }) => ({ id: kind, state, title: t(`rail.${kind}`) }))}
      />
      <ChargebackBanner flag={booking.chargeback} reader={{ side: booking.viewerRole, client: booking.client.name }} />
      <Split>
        <Stack gap={5}>
          <MoveProposalPanel booking={booking} />
          {/* An admin takes no part in upcoming sessions. */}
          {(booking.viewerRole !== 'admin' || isClosed(booking.state)) && (
            <div id={stepId} tabIndex={-1}>
              <CurrentStep booking={booking} receivedAt={receivedAt} />
            </div>
          )}
          <AdminPanel booking={booking} />
        </Stack>
        <Stack gap={5}>
          <BookingDetails booking={booking} />
          <BookingHistory booking={booking} />
        </Stack>
      </Split>
    </Page>
  )
}

/** Shows a client that what was reserved is booked, which is known some time after they have paid. */
function useShownBooking({ state, viewerRole }: Booking): void {
  const previous = useRef(state)
  useEffect(() => {
    const wasReserved = previous.current === 'reserved'
    previous.current = state
    if (viewerRole === 'client' && wasReserved && state !== 'reserved') showOutcome(stepId)
  }, [state, viewerRole])
}

function CurrentStep({ booking, receivedAt }: { booking: Booking; receivedAt: number }) {
  const t = useTranslations('bookings')
  switch (booking.state) {
    case 'reserved':
      if (booking.viewerRole === 'client') return <ReservationPanel booking={booking} receivedAt={receivedAt} />
      return (
        <Card padded title={t('reservation.theirs')}>
          <p className={styles.quiet}>{t('reservation.theirs.text', { name: booking.client.name })}</p>
        </Card>
      )
    case 'requested':
      return <RequestPanel booking={booking} />
    case 'confirmed':
    case 'in_session':
      return <JoinPanel booking={booking} receivedAt={receivedAt} />
    default:
      return <ClosedBookingPanel booking={booking} />
  }
}
