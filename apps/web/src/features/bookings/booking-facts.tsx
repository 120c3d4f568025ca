import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Line, Stack } from '@veranda/ui/layout.tsx'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import { Amount } from '../../parts/amount.tsx'
import { PersonChip } from '../../parts/person-chip.tsx'
import { BothTimes } from './both-times.tsx'
import { can, isOff, otherSide } from './booking-sides.ts'
import styles from './booking.module.css'
import { CancelDialog } from './cancel-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { PolicyLines } from './policy-lines.tsx'

/** When it is, with whom, what it costs; and what one may still change about it. */
export function BookingFacts({ booking }: { booking: Booking }) {
  const t = useWords('bookings')
  const format = useFormat()
  const [open, setOpen] = useState<'move' | 'cancel'>()
  const other = otherSide(booking)
  const sum = booking.part === 'creator' ? booking.creatorReceives : booking.clientPays
  const moves = can(booking, 'move', 'propose-move')
  // An operator has a panel for that, and no calendar of theirs.
  const side = booking.part !== 'operator'
  const cancels = side && can(booking, 'cancel')
  const calendarUrl = side ? booking.calendarUrl : null
  const { money } = booking
  // Whom the money goes to once the time to overturn is over.
  const returns = booking.state === 'no_show_provider' || booking.state === 'no_show_both'
  return (
    <Stack gap={5}>
      <Card padded title={t('facts.title')}>
        <Stack gap={5}>
          <BothTimes startsAt={booking.startsAt} endsAt={booking.endsAt} other={other} />
          <PersonChip
            person={other.person}
            detail={t(booking.part === 'client' ? 'facts.creator' : 'facts.client')}
            href={booking.part === 'client' ? `/talent/${booking.creator.id}` : undefined}
          />
          {!side && (
            <PersonChip person={booking.creator} detail={t('facts.creator')} href={`/talent/${booking.creator.id}`} />
          )}
          {sum && (
            <div>
              <Amount money={sum} size="large" place={t(placeOf(booking))} />
              {money?.movesAt && (
                <p className={styles.small}>
                  {t(returns ? 'money.returns' : 'money.moves', {
                    day: format.weekday(money.movesAt),
                    time: format.time(money.movesAt),
                  })}
                </p>
              )}
            </div>
          )}
          {!sum && <p className={styles.quiet}>{t('facts.free')}</p>}
          {booking.note && (
            <blockquote className={styles.note} dir="auto">
              {booking.note}
            </blockquote>
          )}
          {(calendarUrl || moves || cancels) && (
            <Line wrap>
              {calendarUrl && (
                <Button size="small" icon="calendar" href={calendarUrl}>
                  {t('facts.calendar')}
                </Button>
              )}
              {moves && (
                <Button size="small" onClick={() => setOpen('move')}>
                  {t(can(booking, 'move') ? 'facts.move' : 'facts.propose')}
                </Button>
              )}
              {cancels && (
                <Button size="small" onClick={() => setOpen('cancel')}>
                  {t('facts.cancel')}
                </Button>
              )}
            </Line>
          )}
        </Stack>
      </Card>
      {booking.clientPays && (
        <Card padded title={t('policy.title')}>
          <PolicyLines policy={booking.policy} startsAt={booking.startsAt} />
        </Card>
      )}
      <MoveDialog booking={booking} open={open === 'move'} onClose={() => setOpen(undefined)} />
      <CancelDialog booking={booking} open={open === 'cancel'} onClose={() => setOpen(undefined)} />
    </Stack>
  )
}

/** Where the money stands, in a word; before it is paid, what it is for. */
function placeOf(booking: Booking) {
  const { money, part } = booking
  if (money) return `money.${money.place}` as const
  if (isOff(booking)) return 'facts.not-charged'
  return part === 'creator' ? 'facts.you-get' : 'facts.to-pay'
}
