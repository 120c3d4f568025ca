import { cancelBooking, previewCancellation } from '@veranda/contract/bookings/routes.ts'
import { type Booking, type CancellationPreview } from '@veranda/contract/bookings/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { useState } from 'react'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useRead } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { OnlineProblem } from '../../../components/page/online-problem.tsx'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import { TextWithTime } from '../../../components/time/text-with-time.tsx'
import { useBookingCommand } from '../queries.ts'
import { otherParty } from '../booking-view-model.ts'
import styles from '../booking.module.css'

/** Cancels a booking. Shows the refund before the button and sends it along. */
export function CancelBookingDialog({
  booking,
  open,
  onClose,
}: {
  booking: Booking
  open: boolean
  onClose: () => void
}) {
  const t = useTranslations('bookings')
  const c = useTranslations('common')
  const format = useFormat()
  const [reason, setReason] = useState('')
  const read = useRead(previewCancellation, { params: { id: booking.id } }, { enabled: open, staleTimeMs: 0 })
  const cancel = useBookingCommand(cancelBooking, () => {
    snackbars.add({ title: t('cancel.done'), tone: 'success' })
    onClose()
  })
  const preview = read.data
  const { name } = otherParty(booking)

  function send() {
    if (!preview) return
    void cancel.run({
      params: { id: booking.id },
      body: { expected: preview.version, reason: reason.trim(), refund: preview.refund?.amount ?? null },
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
          <Button kind="danger" busy={cancel.busy} disabled={!preview || read.isFetching} onClick={send}>
            {preview?.refund && preview.refund.amount > 0 && booking.viewerRole === 'client'
              ? t('cancel.do.refund', { sum: format.money(preview.refund) })
              : t('cancel.do')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <QueryBoundary
          query={read}
          errorTitle={t('cancel.failed')}
          skeleton={
            <div role="status" aria-label={c('loading')}>
              <Skeleton shape="block" height="72px" />
            </div>
          }
        >
          {(one) => <RefundSummary preview={one} viewerRole={booking.viewerRole} />}
        </QueryBoundary>
        <Field label={t('reason.label')} hint={t('reason.hint', { name })} optional>
          <TextArea rows={3} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <OnlineProblem problem={cancel.problem} />
      </Stack>
    </Dialog>
  )
}

/** Shows the refund of cancelling now, and when it changes. */
export function RefundSummary({
  preview,
  viewerRole,
}: {
  preview: CancellationPreview
  viewerRole: Booking['viewerRole']
}) {
  const t = useTranslations('bookings')
  const format = useFormat()
  const { paid, refund, authorised, refundPercent, changesAt } = preview
  if (authorised) {
    return <p className={styles.refund}>{t('cancel.authorised', { sum: format.money(authorised) })}</p>
  }
  if (!paid || !refund) {
    return <p className={styles.refund}>{t('cancel.free')}</p>
  }
  const side = viewerRole === 'client' ? 'client' : 'creator'
  const sums = { refund: format.money(refund), paid: format.money(paid), share: format.percent(refundPercent / 100) }
  const key = refundPercent === 100 ? 'all' : refundPercent === 0 ? 'nothing' : 'part'
  return (
    <div className={styles.refund}>
      <strong>{t(`cancel.refund.${side}.${key}`, sums)}</strong>
      {changesAt && side === 'client' && (
        <span className={styles.small}>
          <TextWithTime text={t('cancel.changes')} at={changesAt} show="moment" />
        </span>
      )}
    </div>
  )
}
