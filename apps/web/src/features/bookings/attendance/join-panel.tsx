import { completeBooking } from '@veranda/contract/bookings/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useServerTime } from '../use-server-time.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { useBookingCommand } from '../queries.ts'
import { can, isJoinOpen, type MeetingBooking, otherParty } from '../booking-view-model.ts'
import styles from '../booking.module.css'

/** Shows a confirmed session: when it can be joined, and Join once it opens. */
export function JoinPanel({ booking, receivedAt }: { booking: MeetingBooking; receivedAt: number }) {
  const t = useTranslations('bookings')
  const format = useFormat()
  const now = useServerTime(booking.now, receivedAt)
  const complete = useBookingCommand(completeBooking)
  const { join, state } = booking
  const { name } = otherParty(booking)
  const running = state === 'in_session'
  const isRoomOpen = isJoinOpen(join, now)
  const args = { params: { id: booking.id } }
  return (
    <Card padded title={t(running ? 'meet.title.running' : isRoomOpen ? 'meet.title.open' : 'meet.title', { name })}>
      <Stack gap={4}>
        <p className={styles.quiet}>
          {isRoomOpen || running
            ? t('meet.open', { name })
            : t('meet.opens', {
                day: format.day(join.from),
                time: format.time(join.from),
                relative: format.relative(join.from, now),
              })}
        </p>
        <ProblemBanner problem={complete.problem} />
        <Inline wrap>
          {isRoomOpen && (
            <Button kind="filled" icon="headset" href={join.url}>
              {t('meet.join')}
            </Button>
          )}
          {booking.calendarUrl && !running && (
            <Button icon="calendar" href={booking.calendarUrl}>
              {t('facts.calendar')}
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
        </Inline>
      </Stack>
    </Card>
  )
}
