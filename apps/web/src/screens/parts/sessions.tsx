import { bookingStates } from '@veranda/core/bookings/booking-states.ts'
import { type Cancellation } from '@veranda/contract/bookings/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Grid, Line, Stack } from '@veranda/ui/layout.tsx'
import { useState } from 'react'
import { BookingChip } from '../../features/bookings/booking-chip.tsx'
import { BothTimes } from '../../features/bookings/both-times.tsx'
import { RefundShown } from '../../features/bookings/cancel-dialog.tsx'
import { Countdown } from '../../features/bookings/countdown.tsx'
import { DayStrip } from '../../features/bookings/day-strip.tsx'
import { DayTimes } from '../../features/bookings/day-times.tsx'
import { PolicyLines } from '../../features/bookings/policy-lines.tsx'
import { sampleAppointment, sampleBooking, sampleNow, sampleSlots } from '../../features/bookings/samples.ts'
import { shownDay, stripOf } from '../../features/bookings/slot-days.ts'
import { WeekGrid } from '../../features/bookings/week-grid.tsx'
import { useWords } from '../../lib/words.ts'
import { Section } from '../../parts/section.tsx'

const minute = 60_000
const after = (minutes: number) => new Date(Date.parse(sampleNow) + minutes * minute).toISOString()
const euros = (amount: number) => ({ amount, currency: 'EUR' })
const refunds: readonly Cancellation[] = [
  { version: 1, paid: euros(10_500), reserved: null, refund: euros(10_500), refundPercent: 100, changesAt: after(600) },
  { version: 1, paid: euros(10_500), reserved: null, refund: euros(5_250), refundPercent: 50, changesAt: null },
  { version: 1, paid: euros(10_500), reserved: null, refund: euros(0), refundPercent: 0, changesAt: null },
  { version: 1, paid: null, reserved: null, refund: null, refundPercent: 100, changesAt: null },
  { version: 1, paid: null, reserved: euros(10_500), refund: null, refundPercent: 100, changesAt: null },
]
const slots = sampleSlots([after(60), after(90), after(300), after(600), after(1500), after(2940)])
const week = {
  items: [
    sampleAppointment({ startsAt: after(60), endsAt: after(120) }),
    sampleAppointment({ id: 'b', state: 'requested', waitsForMe: true, startsAt: after(90), endsAt: after(180) }),
    sampleAppointment({ id: 'c', state: 'no_show_client', startsAt: after(1500), endsAt: after(1530) }),
    sampleAppointment({ id: 'd', state: 'completed', startsAt: after(2940), endsAt: after(3060) }),
  ],
  open: [0, 1, 2, 3].map((day) => ({ from: after(day * 1440 - 60), to: after(day * 1440 + 480) })),
  absences: [{ from: after(4 * 1440 - 600), to: after(5 * 1440 - 600), note: '' }],
}

/** Everything that sessions are shown with, in each state. */
export function Sessions() {
  const t = useWords('dev')
  const { creator, zones, policy, startsAt, endsAt } = sampleBooking()
  const [wanted, setWanted] = useState<string>()
  const [chosen, setChosen] = useState<string>()
  const [heardAt] = useState(() => Date.now())
  const strip = stripOf(sampleNow.slice(0, 10), slots)
  const day = shownDay(strip, wanted)
  const other = { name: creator.name, zone: zones.creator }
  return (
    <Section title={t('sessions')}>
      <Card padded>
        <Stack gap={5}>
          <Line wrap>
            {bookingStates.map((state) => (
              <BookingChip key={state} state={state} />
            ))}
          </Line>
          <Grid least="wide" gap={8}>
            {[15, 1.5, 0].map((left) => (
              <Countdown
                key={left}
                now={sampleNow}
                heardAt={heardAt}
                until={after(left)}
                of={15 * minute}
                onOver={() => undefined}
              />
            ))}
            <BothTimes startsAt={startsAt} endsAt={endsAt} other={other} />
            <PolicyLines policy={policy} startsAt={startsAt} />
            <PolicyLines policy={[]} />
            {refunds.map((offer) => (
              <RefundShown key={offer.refund?.amount ?? 'free'} offer={offer} part="client" />
            ))}
          </Grid>
          <DayStrip strip={strip} shown={day?.date} onChange={setWanted} />
          {day && <DayTimes day={day} zone="UTC" other={other} chosen={chosen ?? ''} busy={false} onPick={setChosen} />}
        </Stack>
      </Card>
      <Card>
        <WeekGrid monday={sampleNow.slice(0, 10)} zone="UTC" calendar={week} now={Date.parse(sampleNow)} />
      </Card>
    </Section>
  )
}
