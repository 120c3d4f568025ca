import { confirmBooking, declineBooking } from '@veranda/contract/bookings/routes.ts'
import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { Progress } from '@veranda/ui/progress.tsx'
import { useState } from 'react'
import { OnlineProblem } from '../../../components/page/online-problem.tsx'
import { RichText } from '../../../components/rich-text.tsx'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { useBookingCommand } from '../queries.ts'
import { can, isCharging, type WaitingBooking } from '../booking-view-model.ts'
import styles from '../booking.module.css'
import { ReasonDialog } from '../reason-dialog.tsx'

/** Shows a pending request: the creator answers it, everyone else waits. */
export function RequestPanel({ booking }: { booking: WaitingBooking }) {
  const t = useTranslations('bookings')
  const format = useFormat()
  const [declining, setDeclining] = useState(false)
  const confirm = useBookingCommand(confirmBooking)
  const mine = can(booking, 'confirm')
  const { cost } = booking
  const by = { by: () => <Timestamp at={booking.expiresAt} show="moment" /> }
  if (isCharging(booking)) {
    const text = booking.viewerRole === 'creator' ? 'request.text.taken.creator' : 'request.text.taken'
    const { name } = booking.viewerRole === 'creator' ? booking.client : booking.creator
    return (
      <Card padded title={t('request.title.taken')}>
        <Stack gap={3}>
          <p role="status">{t(text, { name })}</p>
          <Progress label={t('request.title.taken')} />
        </Stack>
      </Card>
    )
  }
  if (!mine) {
    return (
      <Card padded title={t('request.title.client', { name: booking.creator.name })}>
        <p className={styles.quiet}>
          <RichText
            text={
              cost
                ? t('request.text.client.paid', {
                    name: booking.creator.name,
                    sum: format.money(cost.clientPays),
                  })
                : t('request.text.client', { name: booking.creator.name })
            }
            parts={by}
          />
        </p>
      </Card>
    )
  }
  return (
    <Card padded title={t('request.title.creator', { name: booking.client.name })}>
      <Stack gap={4}>
        <p className={styles.quiet}>
          <RichText
            text={
              cost
                ? t('request.text.creator.paid', { sum: format.money(cost.creatorReceives) })
                : t('request.text.creator')
            }
            parts={by}
          />
        </p>
        <OnlineProblem problem={confirm.problem} />
        <Inline wrap>
          <Button
            kind="filled"
            icon="check"
            busy={confirm.busy}
            onClick={() => void confirm.run({ params: { id: booking.id }, body: { expected: booking.version } })}
          >
            {t('request.confirm')}
          </Button>
          {can(booking, 'decline') && <Button onClick={() => setDeclining(true)}>{t('request.decline')}</Button>}
        </Inline>
      </Stack>
      <DeclineDialog booking={booking} open={declining} onClose={() => setDeclining(false)} />
    </Card>
  )
}

/** Declines a request, after saying what happens to the money, with a message to the client. */
export function DeclineDialog({ booking, open, onClose }: { booking: Booking; open: boolean; onClose: () => void }) {
  const t = useTranslations('bookings')
  const decline = useBookingCommand(declineBooking, onClose)
  const { name } = booking.client
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title={t('decline.title')}
      text={t(booking.cost ? 'decline.text.paid' : 'decline.text', { name })}
      action={t('decline.do')}
      hint={t('reason.hint', { name })}
      busy={decline.busy}
      problem={decline.problem}
      onSend={(reason) => void decline.run({ params: { id: booking.id }, body: { expected: booking.version, reason } })}
    />
  )
}
