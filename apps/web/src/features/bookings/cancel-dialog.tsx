import { cancelBooking, readCancellation } from '@veranda/contract/bookings/routes.ts'
import { type Booking, type Cancellation } from '@veranda/contract/bookings/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useRead } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { snackbars } from '../../parts/notices.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { Reading } from '../../parts/reading.tsx'
import { useBookingCommand } from './booking-command.ts'
import { otherSide } from './booking-sides.ts'
import styles from './booking.module.css'

/** Cancelling: what is given back stands there before the button does, and goes along with it. */
export function CancelDialog({ booking, open, onClose }: { booking: Booking; open: boolean; onClose: () => void }) {
  const t = useWords('bookings')
  const c = useWords('common')
  const format = useFormat()
  const [reason, setReason] = useState('')
  const shown = useRead(readCancellation, { params: { id: booking.id } }, { enabled: open, fresh: 0 })
  const cancel = useBookingCommand(cancelBooking, () => {
    snackbars.add({ title: t('cancel.done'), tone: 'success' })
    onClose()
  })
  const offer = shown.data
  const { name } = otherSide(booking)

  function send() {
    if (!offer) return
    void cancel.run({
      params: { id: booking.id },
      body: { expected: offer.version, reason: reason.trim(), refund: offer.refund?.amount ?? null },
    })
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('cancel.title')}
      text={t('cancel.text', { name })}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel.keep')}</Button>
          <Button kind="danger" busy={cancel.busy} disabled={!offer || shown.isFetching} onClick={send}>
            {offer?.refund && offer.refund.amount > 0 && booking.part === 'client'
              ? t('cancel.do.refund', { sum: format.money(offer.refund) })
              : t('cancel.do')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <Reading
          of={shown}
          failed={t('cancel.failed')}
          shape={
            <div role="status" aria-label={c('loading')}>
              <Skeleton shape="block" height="72px" />
            </div>
          }
        >
          {(one) => <RefundShown offer={one} part={booking.part} />}
        </Reading>
        <Field label={t('reason.label')} hint={t('reason.hint', { name })} optional>
          <TextArea rows={3} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <ProblemBanner problem={cancel.problem} />
      </Stack>
    </Dialog>
  )
}

/** What cancelling now gives back, and when that changes. */
export function RefundShown({ offer, part }: { offer: Cancellation; part: Booking['part'] }) {
  const t = useWords('bookings')
  const format = useFormat()
  const { paid, refund, reserved, refundPercent, changesAt } = offer
  if (reserved) {
    return <p className={styles.refund}>{t('cancel.reserved', { sum: format.money(reserved) })}</p>
  }
  if (!paid || !refund) {
    return <p className={styles.refund}>{t('cancel.free')}</p>
  }
  const side = part === 'client' ? 'client' : 'creator'
  const sums = { refund: format.money(refund), paid: format.money(paid), share: format.percent(refundPercent / 100) }
  const key = refundPercent === 100 ? 'all' : refundPercent === 0 ? 'nothing' : 'part'
  return (
    <div className={styles.refund}>
      <strong>{t(`cancel.refund.${side}.${key}`, sums)}</strong>
      {changesAt && side === 'client' && (
        <span className={styles.small}>
          {t('cancel.changes', { day: format.weekday(changesAt), time: format.time(changesAt) })}
        </span>
      )}
    </div>
  )
}
