import { bookHeld, giveBackHold, payBooking, readBooking } from '@veranda/contract/bookings/routes.ts'
import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { holdLasts } from '@veranda/core/bookings/session-terms.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Progress } from '@veranda/ui/progress.tsx'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { refresh } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { MethodPick } from '../../parts/method-pick.tsx'
import { PaymentFailed } from '../../parts/payment-failed.tsx'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { SecondFactor } from '../../parts/second-factor.tsx'
import { bookingReads, useBookingCommand } from './booking-command.ts'
import { can, isCharging } from './booking-sides.ts'
import styles from './booking.module.css'
import { Countdown } from './countdown.tsx'
import { PaySum } from './pay-sum.tsx'

/** A slot that is kept for the client: how long, and the one step that books it. */
export function HoldPanel({ booking, heardAt }: { booking: Booking; heardAt: number }) {
  const t = useWords('bookings')
  const give = useBookingCommand(giveBackHold)
  const sum = useSum(booking)
  const { charge, expiresAt } = booking
  const paying = isCharging(booking)
  const confirming = paying && charge?.state === 'needs_confirmation'
  const charging = paying && !confirming
  return (
    <Card padded title={t(`hold.title.${confirming ? 'confirm' : charging ? 'wait' : 'choose'}`)}>
      <Stack gap={5}>
        {expiresAt && (
          <Countdown
            now={booking.now}
            heardAt={heardAt}
            until={expiresAt}
            of={holdLasts}
            onOver={() => void refresh(readBooking)}
          />
        )}
        {confirming && charge ? (
          <SecondFactor charge={charge} sum={sum} touches={bookingReads} />
        ) : charging ? (
          <Waiting booking={booking} />
        ) : booking.clientPays ? (
          <Pay booking={booking} />
        ) : (
          <BookFree booking={booking} />
        )}
        {can(booking, 'give-back') && !charging && (
          <Stack gap={2}>
            <Button
              kind="quiet"
              wide
              busy={give.busy}
              onClick={() => void give.run({ params: { id: booking.id }, body: { expected: booking.version } })}
            >
              {t('hold.give-back')}
            </Button>
            <ProblemBanner problem={give.problem} />
          </Stack>
        )}
      </Stack>
    </Card>
  )
}

function useSum({ clientPays }: Booking): string {
  const format = useFormat()
  return clientPays ? format.money(clientPays) : ''
}

function Pay({ booking }: { booking: Booking }) {
  const t = useWords('bookings')
  const [method, setMethod] = useState<string>()
  const pay = useBookingCommand(payBooking)
  const sum = useSum(booking)
  return (
    <Stack gap={5}>
      {booking.charge && <PaymentFailed charge={booking.charge} />}
      <PaySum booking={booking} />
      <MethodPick value={method} onChange={setMethod} />
      <ProblemBanner problem={pay.problem} />
      <Button
        kind="filled"
        icon="lock"
        size="large"
        wide
        busy={pay.busy}
        disabled={method === undefined || !can(booking, 'pay')}
        onClick={() =>
          method !== undefined &&
          void pay.run({ params: { id: booking.id }, body: { method, expected: booking.version } })
        }
      >
        {t(booking.service.confirmation === 'by-hand' ? 'hold.pay-ask' : 'hold.pay', { sum })}
      </Button>
    </Stack>
  )
}

function BookFree({ booking }: { booking: Booking }) {
  const t = useWords('bookings')
  const book = useBookingCommand(bookHeld)
  const byHand = booking.service.confirmation === 'by-hand'
  return (
    <Stack gap={4}>
      <p className={styles.quiet}>{t(byHand ? 'hold.free.by-hand' : 'hold.free', { name: booking.creator.name })}</p>
      <ProblemBanner problem={book.problem} />
      <Button
        kind="filled"
        icon="check"
        size="large"
        wide
        busy={book.busy}
        disabled={!can(booking, 'book')}
        onClick={() => void book.run({ params: { id: booking.id }, body: { expected: booking.version } })}
      >
        {t(byHand ? 'hold.ask' : 'hold.book')}
      </Button>
    </Stack>
  )
}

function Waiting({ booking }: { booking: Booking }) {
  const t = useWords('bookings')
  const text = t('hold.waiting', { sum: useSum(booking) })
  return (
    <Stack gap={3}>
      <p role="status">{text}</p>
      <Progress label={text} />
      <p className={styles.quiet}>{t('hold.waiting.safe')}</p>
    </Stack>
  )
}
