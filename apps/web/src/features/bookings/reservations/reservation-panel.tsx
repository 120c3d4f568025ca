import { bookReservation, payBooking, readBooking, withdrawReservation } from '@veranda/contract/bookings/routes.ts'
import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { reservationMs } from '@veranda/core/bookings/services/hourly-service.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Progress } from '@veranda/ui/progress.tsx'
import { useState } from 'react'
import { Amount } from '../../../components/money/amount.tsx'
import { CardCodeForm } from '../../../components/payment/card-code-form.tsx'
import { PaymentFailed } from '../../../components/payment/payment-failed.tsx'
import { PaymentMethodPicker } from '../../../components/payment/payment-method-picker.tsx'
import { PaymentsOffBanner } from '../../../components/payment/payments-off.tsx'
import { OnlineProblem } from '../../../components/page/online-problem.tsx'
import { invalidateReads } from '../../../lib/api/query.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { usePaymentsOff } from '../../../lib/public-config.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { bookingReads, useBookingCommand } from '../queries.ts'
import { type BookingCost, can, isCharging, type WaitingBooking } from '../booking-view-model.ts'
import styles from '../booking.module.css'
import { ReducedRefundBanner } from '../services/cancellation-policy.tsx'
import { ReservationCountdown } from './reservation-countdown.tsx'

/** Shows a slot reserved for the client: the remaining time and the step that books it. */
export function ReservationPanel({ booking, receivedAt }: { booking: WaitingBooking; receivedAt: number }) {
  const t = useTranslations('bookings')
  const withdraw = useBookingCommand(withdrawReservation)
  const format = useFormat()
  const { charge, cost } = booking
  const paying = isCharging(booking)
  const confirming = paying && charge?.actions.includes('confirm')
  const charging = paying && !confirming
  return (
    <Card padded title={t(`reservation.title.${confirming ? 'confirm' : charging ? 'wait' : 'choose'}`)}>
      <Stack gap={5}>
        <ReservationCountdown
          now={booking.now}
          receivedAt={receivedAt}
          until={booking.expiresAt}
          durationMs={reservationMs}
          onExpired={() => void invalidateReads(readBooking)}
        />
        {cost === null ? (
          <FreeBookingForm booking={booking} />
        ) : confirming && charge ? (
          <CardCodeForm charge={charge} sum={format.money(cost.clientPays)} touches={bookingReads} />
        ) : charging ? (
          <PaymentPending cost={cost} />
        ) : (
          <PaymentForm booking={booking} cost={cost} />
        )}
        {can(booking, 'withdraw') && !charging && (
          <Stack gap={2}>
            <Button
              kind="quiet"
              wide
              busy={withdraw.busy}
              onClick={() => void withdraw.run({ params: { id: booking.id }, body: { expected: booking.version } })}
            >
              {t('reservation.withdraw')}
            </Button>
            <OnlineProblem problem={withdraw.problem} />
          </Stack>
        )}
      </Stack>
    </Card>
  )
}

function PaymentForm({ booking, cost }: { booking: Booking; cost: BookingCost }) {
  const t = useTranslations('bookings')
  const [method, setMethod] = useState<string>()
  const pay = useBookingCommand(payBooking)
  const sum = useFormat().money(cost.clientPays)
  if (usePaymentsOff()) return <PaymentsOffBanner />
  return (
    <Stack gap={5}>
      {booking.charge && <PaymentFailed charge={booking.charge} />}
      <PriceBreakdown cost={cost} />
      <ReducedRefundBanner policy={booking.policy} startsAt={booking.startsAt} />
      <PaymentMethodPicker value={method} onChange={setMethod} />
      <OnlineProblem problem={pay.problem} />
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
        {t(booking.service.confirmation === 'manual' ? 'reservation.pay-ask' : 'reservation.pay', { sum })}
      </Button>
    </Stack>
  )
}

function FreeBookingForm({ booking }: { booking: Booking }) {
  const t = useTranslations('bookings')
  const book = useBookingCommand(bookReservation)
  const byHand = booking.service.confirmation === 'manual'
  return (
    <Stack gap={4}>
      <p className={styles.quiet}>
        {t(byHand ? 'reservation.free.manual' : 'reservation.free', { name: booking.creator.name })}
      </p>
      <OnlineProblem problem={book.problem} />
      <Button
        kind="filled"
        icon="check"
        size="large"
        wide
        busy={book.busy}
        disabled={!can(booking, 'book')}
        onClick={() => void book.run({ params: { id: booking.id }, body: { expected: booking.version } })}
      >
        {t(byHand ? 'reservation.ask' : 'reservation.book')}
      </Button>
    </Stack>
  )
}

function PaymentPending({ cost }: { cost: BookingCost }) {
  const t = useTranslations('bookings')
  const text = t('reservation.waiting', { sum: useFormat().money(cost.clientPays) })
  return (
    <Stack gap={3}>
      <p role="status">{text}</p>
      <Progress label={text} />
      <p className={styles.quiet}>{t('reservation.waiting.safe')}</p>
    </Stack>
  )
}

/** Shows the price, the fee and the total to pay. */
function PriceBreakdown({ cost: { price, clientPays } }: { cost: BookingCost }) {
  const t = useTranslations('bookings')
  return (
    <dl className={styles.sum}>
      <dt>{t('sum.price')}</dt>
      <dd>
        <Amount money={price} />
      </dd>
      <dt>{t('sum.fee')}</dt>
      <dd>
        <Amount money={{ amount: clientPays.amount - price.amount, currency: price.currency }} />
      </dd>
      <dt className={styles.total}>{t('sum.total')}</dt>
      <dd>
        <Amount money={clientPays} size="large" />
      </dd>
    </dl>
  )
}
