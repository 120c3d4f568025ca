import { completeBooking } from '@veranda/contract/bookings/routes.ts'
import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Line, Stack } from '@veranda/ui/layout.tsx'
import { useFormat } from '../../lib/format.ts'
import { useServerTime } from '../../lib/server-time.ts'
import { useWords } from '../../lib/words.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { useBookingCommand } from './booking-command.ts'
import { can, otherSide } from './booking-sides.ts'
import styles from './booking.module.css'

/** An agreed session: when one can come in, and once it is time, that one is there. */
export function MeetPanel({ booking, heardAt }: { booking: Booking; heardAt: number }) {
  const t = useWords('bookings')
  const format = useFormat()
  const now = useServerTime(booking.now, heardAt)
  const complete = useBookingCommand(completeBooking)
  const { join, state } = booking
  const { name } = otherSide(booking)
  const running = state === 'in_session'
  const opened = join !== null && now >= Date.parse(join.from) && now < Date.parse(join.until)
  const args = { params: { id: booking.id } }
  return (
    <Card padded title={t(running ? 'meet.title.running' : opened ? 'meet.title.open' : 'meet.title', { name })}>
      <Stack gap={4}>
        <p className={styles.quiet}>
          {opened || running
            ? t('meet.open', { name })
            : join &&
              t('meet.opens', {
                day: format.day(join.from),
                time: format.time(join.from),
                relative: format.relative(join.from, now),
              })}
        </p>
        <ProblemBanner problem={complete.problem} />
        <Line wrap>
          {opened && join && (
            <Button kind="filled" icon="headset" href={join.url}>
              {t('meet.join')}
            </Button>
          )}
          {can(booking, 'complete') && (
            <Button
              busy={complete.busy}
              onClick={() => void complete.run({ ...args, body: { expected: booking.version } })}
            >
              {t('meet.complete')}
            </Button>
          )}
          <Button icon="message" kind="quiet" href="/messages">
            {t('meet.messages')}
          </Button>
        </Line>
      </Stack>
    </Card>
  )
}
