import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { isNoShow } from '@veranda/core/bookings/booking-states.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { useState } from 'react'
import { useFormat } from '../../lib/i18n/format.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { can, otherParty, type ClosedBooking } from './booking-view-model.ts'
import styles from './booking.module.css'
import { useReserveSlot } from './reservations/use-reserve-slot.ts'
import { SlotPicker } from './availability/slot-picker.tsx'
import { SlotTakenBanner } from './reservations/slot-taken-banner.tsx'

/** Shows how a closed booking ended, and lets the client choose another time. */
export function ClosedBookingPanel({ booking }: { booking: ClosedBooking }) {
  const t = useTranslations('bookings')
  const format = useFormat()
  const { state, ended, refund, attendedMinutes, viewerRole } = booking
  const { name } = otherParty(booking)
  const side = viewerRole === 'client' ? 'client' : 'creator'
  const by = ended === null || ended.by === 'system' ? undefined : ended.by === viewerRole ? 'me' : ended.by
  return (
    <Stack gap={5}>
      <Card padded title={t(`over.${state}`)}>
        <Stack gap={3}>
          <p className={styles.quiet}>
            {state === 'cancelled' && by
              ? t(`over.cancelled.${by}`, { name })
              : isNoShow(state)
                ? t(`over.text.${viewerRole}.${state}`, { name, other: booking.creator.name })
                : t(state === 'completed' ? completedText(booking) : `over.text.${state}`, {
                    name: booking.creator.name,
                  })}
          </p>
          {ended?.reason && (
            <blockquote className={styles.note} dir="auto">
              {ended.reason}
            </blockquote>
          )}
          {refund && booking.refundFailed ? (
            <Banner
              tone="warning"
              icon="wallet"
              action={
                <Button size="small" href="/payment">
                  {t('over.refund.failed.open')}
                </Button>
              }
            >
              {t('over.refund.failed', { sum: format.money(refund) })}
            </Banner>
          ) : (
            refund && (
              <Banner tone="success" icon="wallet">
                {t(`over.refund.${side}.${booking.money?.place === 'refunding' ? 'coming' : 'done'}`, {
                  sum: format.money(refund),
                  name,
                })}
              </Banner>
            )
          )}
          {attendedMinutes && (
            <p className={styles.quiet}>
              {t('over.presence', {
                client: booking.client.name,
                clientMinutes: format.number(attendedMinutes.client),
                creator: booking.creator.name,
                creatorMinutes: format.number(attendedMinutes.creator),
              })}
            </p>
          )}
          {can(booking, 'report-attendance') && (
            <div>
              <Button size="small" icon="help" href="/support">
                {t('over.dispute')}
              </Button>
            </div>
          )}
        </Stack>
      </Card>
      {can(booking, 'book-again') && <BookAgain booking={booking} />}
    </Stack>
  )
}

function completedText({ money, attendanceUnclear, ended, viewerRole }: Booking) {
  if (attendanceUnclear && ended === null && money?.place === 'protected') {
    return viewerRole === 'admin' ? 'over.text.completed.unclear.admin' : 'over.text.completed.unclear'
  }
  if (!money) return 'over.text.completed.free'
  return money.place === 'available' ? 'over.text.completed.passed' : 'over.text.completed'
}

/** Shows the next free times of the same service. */
function BookAgain({ booking }: { booking: Booking }) {
  const t = useTranslations('bookings')
  const account = useFormat().timeZone
  const [requested, setRequested] = useState<{ at: string; zone: string }>()
  const reservation = useReserveSlot()
  const reserve = (at: string, zone: string) => {
    setRequested({ at, zone })
    void reservation.reserve(booking.service.id, at, zone, booking.note)
  }
  return (
    <Card padded title={t(booking.state === 'completed' ? 'again.after' : 'again.title')}>
      <Stack gap={4}>
        <SlotPicker
          serviceId={booking.service.id}
          other={{ name: booking.creator.name, zone: booking.zones.creator }}
          startNear={Date.parse(booking.startsAt) > Date.parse(booking.now) ? booking.startsAt : undefined}
          chosen={reservation.busy ? requested?.at : undefined}
          busy={reservation.busy}
          onPick={reserve}
        />
        <SlotTakenBanner
          problem={reservation.problem}
          zone={requested?.zone ?? account}
          busy={reservation.busy}
          onPick={(at) => reserve(at, requested?.zone ?? account)}
        />
      </Stack>
    </Card>
  )
}
