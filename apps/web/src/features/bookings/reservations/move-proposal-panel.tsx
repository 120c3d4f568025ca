import { acceptBookingMove, declineBookingMove, withdrawBookingMove } from '@veranda/contract/bookings/routes.ts'
import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { OnlineProblem } from '../../../components/page/online-problem.tsx'
import { RichText } from '../../../components/rich-text.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { useBookingCommand } from '../queries.ts'
import { can, otherParty } from '../booking-view-model.ts'
import styles from '../booking.module.css'
import { BookingTimes } from '../calendar/booking-times.tsx'

/** Shows a proposed new time: the old one, the new one, and who answers by when. */
export function MoveProposalPanel({ booking }: { booking: Booking }) {
  const t = useTranslations('bookings')
  const format = useFormat()
  const accept = useBookingCommand(acceptBookingMove)
  const decline = useBookingCommand(declineBookingMove)
  const withdraw = useBookingCommand(withdrawBookingMove)
  const { proposal } = booking
  if (!proposal) return null
  const other = otherParty(booking)
  const mine = proposal.by === booking.viewerRole
  const args = { params: { id: booking.id }, body: { expected: booking.version } }
  return (
    <Card padded title={t(mine ? 'proposal.title.mine' : 'proposal.title', { name: other.name })}>
      <Stack gap={4}>
        <div className={styles.change}>
          <p className={styles.old}>
            {t('proposal.old', { day: format.weekday(booking.startsAt), time: format.time(booking.startsAt) })}
          </p>
          <BookingTimes startsAt={proposal.startsAt} endsAt={proposal.endsAt} other={other} />
        </div>
        {proposal.note && (
          <blockquote className={styles.note} dir="auto">
            {proposal.note}
          </blockquote>
        )}
        <p className={styles.small}>
          <RichText
            text={t('proposal.until')}
            parts={{ by: () => <Timestamp at={proposal.expiresAt} show="moment" /> }}
          />
        </p>
        <OnlineProblem problem={accept.problem ?? decline.problem ?? withdraw.problem} />
        <Inline wrap>
          {can(booking, 'accept-move') && (
            <Button kind="filled" icon="check" busy={accept.busy} onClick={() => void accept.run(args)}>
              {t('proposal.accept')}
            </Button>
          )}
          {can(booking, 'decline-move') && (
            <Button busy={decline.busy} onClick={() => void decline.run(args)}>
              {t('proposal.decline')}
            </Button>
          )}
          {can(booking, 'withdraw-move') && (
            <Button busy={withdraw.busy} onClick={() => void withdraw.run(args)}>
              {t('proposal.withdraw')}
            </Button>
          )}
        </Inline>
      </Stack>
    </Card>
  )
}
