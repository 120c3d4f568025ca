import { acceptMove, declineMove } from '@veranda/contract/bookings/routes.ts'
import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Line, Stack } from '@veranda/ui/layout.tsx'
import { useFormat } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { Rich } from '../../parts/rich.tsx'
import { When } from '../../parts/when.tsx'
import { useBookingCommand } from './booking-command.ts'
import { can, otherSide } from './booking-sides.ts'
import styles from './booking.module.css'
import { BothTimes } from './both-times.tsx'

/** A new time that one side asks the other for: what it was, what it would be, and who answers by when. */
export function ProposalPanel({ booking }: { booking: Booking }) {
  const t = useWords('bookings')
  const format = useFormat()
  const accept = useBookingCommand(acceptMove)
  const refuse = useBookingCommand(declineMove)
  const { proposal } = booking
  if (!proposal) return null
  const other = otherSide(booking)
  const mine = proposal.by === booking.part
  const args = { params: { id: booking.id }, body: { expected: booking.version } }
  return (
    <Card padded title={t(mine ? 'proposal.title.mine' : 'proposal.title', { name: other.name })}>
      <Stack gap={4}>
        <div className={styles.change}>
          <p className={styles.old}>
            {t('proposal.old', { day: format.weekday(booking.startsAt), time: format.time(booking.startsAt) })}
          </p>
          <BothTimes startsAt={proposal.startsAt} endsAt={proposal.endsAt} other={other} />
        </div>
        {proposal.note && (
          <blockquote className={styles.note} dir="auto">
            {proposal.note}
          </blockquote>
        )}
        <p className={styles.small}>
          <Rich text={t('proposal.until')} parts={{ by: () => <When at={proposal.expiresAt} show="moment" /> }} />
        </p>
        <ProblemBanner problem={accept.problem ?? refuse.problem} />
        <Line wrap>
          {can(booking, 'accept-move') && (
            <Button kind="filled" icon="check" busy={accept.busy} onClick={() => void accept.run(args)}>
              {t('proposal.accept')}
            </Button>
          )}
          {can(booking, 'decline-move') && (
            <Button busy={refuse.busy} onClick={() => void refuse.run(args)}>
              {t('proposal.decline')}
            </Button>
          )}
          {can(booking, 'withdraw-move') && (
            <Button busy={refuse.busy} onClick={() => void refuse.run(args)}>
              {t('proposal.withdraw')}
            </Button>
          )}
        </Line>
      </Stack>
    </Card>
  )
}
