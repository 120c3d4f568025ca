import { bookingStates } from '@veranda/core/bookings/booking-states.ts'
import { type CancellationPreview } from '@veranda/contract/bookings/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Grid, Inline, Stack } from '@veranda/ui/layout.tsx'
import { useState } from 'react'
import { BookingStateChip } from '../../features/bookings/booking-state-chip.tsx'
import { BookingTimes } from '../../features/bookings/calendar/booking-times.tsx'
import { RefundSummary } from '../../features/bookings/reservations/cancel-booking-dialog.tsx'
import { ReservationCountdown } from '../../features/bookings/reservations/reservation-countdown.tsx'
import { DayStrip } from '../../features/bookings/availability/day-strip.tsx'
import { DayTimes } from '../../features/bookings/availability/day-times.tsx'
import { CancellationPolicy } from '../../features/bookings/services/cancellation-policy.tsx'
import {
  sampleBookingSummary,
  sampleBooking,
  sampleNow,
  sampleSlots,
} from '../../features/bookings/testing/sample-bookings.ts'
import { selectedDay, stripFrom } from '../../features/bookings/availability/slot-days.ts'
import { WeekGrid } from '../../features/bookings/calendar/week-grid.tsx'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { Section } from '../../components/page/section.tsx'

const minuteMs = 60_000
const minutesFromNow = (minutes: number) => new Date(Date.parse(sampleNow) + minutes * minuteMs).toISOString()
const euros = (amount: number) => ({ amount, currency: 'EUR' })
const refunds: readonly CancellationPreview[] = [
  {
    version: 1,
    paid: euros(10_500),
    authorised: null,
    refund: euros(10_500),
    refundPercent: 100,
    changesAt: minutesFromNow(600),
  },
  { version: 1, paid: euros(10_500), authorised: null, refund: euros(5_250), refundPercent: 50, changesAt: null },
  { version: 1, paid: euros(10_500), authorised: null, refund: euros(0), refundPercent: 0, changesAt: null },
  { version: 1, paid: null, authorised: null, refund: null, refundPercent: 100, changesAt: null },
  { version: 1, paid: null, authorised: euros(10_500), refund: null, refundPercent: 100, changesAt: null },
]
const slots = sampleSlots([
  minutesFromNow(60),
  minutesFromNow(90),
  minutesFromNow(300),
  minutesFromNow(600),
  minutesFromNow(1500),
  minutesFromNow(2940),
])
const week = {
  items: [
    sampleBookingSummary({ startsAt: minutesFromNow(60), endsAt: minutesFromNow(120) }),
    sampleBookingSummary({
      id: 'b',
      state: 'requested',
      pendingOnMe: true,
      startsAt: minutesFromNow(90),
      endsAt: minutesFromNow(180),
    }),
    sampleBookingSummary({
      id: 'c',
      state: 'no_show_client',
      startsAt: minutesFromNow(1500),
      endsAt: minutesFromNow(1530),
    }),
    sampleBookingSummary({ id: 'd', state: 'completed', startsAt: minutesFromNow(2940), endsAt: minutesFromNow(3060) }),
  ],
  open: [0, 1, 2, 3].map((day) => ({ from: minutesFromNow(day * 1440 - 60), to: minutesFromNow(day * 1440 + 480) })),
  absences: [{ from: minutesFromNow(4 * 1440 - 600), to: minutesFromNow(5 * 1440 - 600), note: '' }],
}

/** Shows the booking components in each state. */
export function BookingComponents() {
  const t = useTranslations('gallery')
  const { creator, zones, policy, startsAt, endsAt } = sampleBooking()
  const [wanted, setWanted] = useState<string>()
  const [chosen, setChosen] = useState<string>()
  const [receivedAt] = useState(() => Date.now())
  const strip = stripFrom(sampleNow.slice(0, 10), slots)
  const day = selectedDay(strip, wanted)
  const other = { name: creator.name, zone: zones.creator }
  return (
    <Section title={t('sessions')}>
      <Card padded>
        <Stack gap={5}>
          <Inline wrap>
            {bookingStates.map((state) => (
              <BookingStateChip key={state} state={state} />
            ))}
          </Inline>
          <Grid minColumn="wide" gap={8}>
            {[15, 1.5, 0].map((left) => (
              <ReservationCountdown
                key={left}
                now={sampleNow}
                receivedAt={receivedAt}
                until={minutesFromNow(left)}
                durationMs={15 * minuteMs}
                onExpired={() => undefined}
              />
            ))}
            <BookingTimes startsAt={startsAt} endsAt={endsAt} other={other} />
            <CancellationPolicy policy={policy} startsAt={startsAt} />
            <CancellationPolicy policy={[]} />
            {refunds.map((offer) => (
              <RefundSummary key={offer.refund?.amount ?? 'free'} preview={offer} viewerRole="client" />
            ))}
          </Grid>
          <DayStrip days={strip} selected={day?.date} onChange={setWanted} />
          {day && <DayTimes day={day} zone="UTC" other={other} chosen={chosen ?? ''} busy={false} onPick={setChosen} />}
        </Stack>
      </Card>
      <Card>
        <WeekGrid monday={sampleNow.slice(0, 10)} zone="UTC" calendar={week} now={Date.parse(sampleNow)} />
      </Card>
    </Section>
  )
}
