import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { isCalledOff } from '@veranda/core/bookings/booking-states.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { useState } from 'react'
import { useFormat } from '../../lib/i18n/format.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { Amount } from '../../components/money/amount.tsx'
import { UserChip } from '../../components/user-chip.tsx'
import { BookingTimes } from './calendar/booking-times.tsx'
import { can, otherParty } from './booking-view-model.ts'
import styles from './booking.module.css'
import { CancelBookingDialog } from './reservations/cancel-booking-dialog.tsx'
import { MoveBookingDialog } from './reservations/move-booking-dialog.tsx'
import { CancellationPolicy } from './services/cancellation-policy.tsx'

/** Shows time, other party and price of a booking, with the actions to move or cancel it. */
export function BookingDetails({ booking }: { booking: Booking }) {
  const t = useTranslations('bookings')
  const format = useFormat()
  const [open, setOpen] = useState<'move' | 'cancel'>()
  const other = otherParty(booking)
  const moves = can(booking, 'move', 'propose-move')
  const cancels = can(booking, 'cancel')
  const { cost, money } = booking
  // The refund goes back to the client once the overturn window is over.
  const returns = booking.state === 'no_show_creator' || booking.state === 'no_show_both'
  return (
    <Stack gap={5}>
      <Card padded title={t('facts.title')}>
        <Stack gap={5}>
          <BookingTimes startsAt={booking.startsAt} endsAt={booking.endsAt} other={other} />
          <UserChip
            user={other.user}
            detail={t(booking.viewerRole === 'client' ? 'facts.creator' : 'facts.client')}
            href={booking.viewerRole === 'client' ? `/talent/${booking.creator.id}` : undefined}
          />
          {booking.viewerRole === 'admin' && (
            <UserChip user={booking.creator} detail={t('facts.creator')} href={`/talent/${booking.creator.id}`} />
          )}
          {cost && (
            <div>
              <Amount
                money={booking.viewerRole === 'creator' ? cost.creatorReceives : cost.clientPays}
                size="large"
                caption={t(amountLabel(booking))}
              />
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
          {!cost && <p className={styles.quiet}>{t('facts.free')}</p>}
          {booking.note && (
            <blockquote className={styles.note} dir="auto">
              {booking.note}
            </blockquote>
          )}
          {(moves || cancels) && (
            <Inline wrap>
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
            </Inline>
          )}
        </Stack>
      </Card>
      {cost && (
        <Card padded title={t('policy.title')}>
          <CancellationPolicy policy={booking.policy} startsAt={booking.startsAt} />
        </Card>
      )}
      <MoveBookingDialog booking={booking} open={open === 'move'} onClose={() => setOpen(undefined)} />
      <CancelBookingDialog booking={booking} open={open === 'cancel'} onClose={() => setOpen(undefined)} />
    </Stack>
  )
}

/** Returns the message key for the state of the money, or for the purpose of the amount before it is paid. */
function amountLabel(booking: Booking) {
  const { money, viewerRole } = booking
  if (money) return `money.${money.place}` as const
  if (isCalledOff(booking.state)) return 'facts.not-charged'
  return viewerRole === 'creator' ? 'facts.you-get' : 'facts.to-pay'
}
