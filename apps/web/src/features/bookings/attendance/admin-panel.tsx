import { cancelBookingAsAdmin } from '@veranda/contract/bookings/routes.ts'
import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { useState } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { useBookingCommand } from '../queries.ts'
import { can } from '../booking-view-model.ts'
import styles from '../booking.module.css'
import { OverturnDialog } from './overturn-dialog.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'

/** Shows an admin's actions on other users' bookings: decide who came, or cancel with a full refund. */
export function AdminPanel({ booking }: { booking: Booking }) {
  const t = useTranslations('bookings')
  const [open, setOpen] = useState<'overturn' | 'cancel'>()
  const close = () => setOpen(undefined)
  const cancel = useBookingCommand(cancelBookingAsAdmin, close)
  if (booking.viewerRole !== 'admin') return null
  const overturns = can(booking, 'overturn')
  const cancels = can(booking, 'cancel-as-admin')
  return (
    <Card padded title={t('admin.title')}>
      <Stack gap={4}>
        <p className={styles.quiet}>
          {t(overturns ? overturnText(booking) : cancels ? 'admin.cancel.text' : 'admin.nothing')}
        </p>
        {(overturns || cancels) && (
          <Inline wrap>
            {overturns && (
              <Button kind="filled" onClick={() => setOpen('overturn')}>
                {t('admin.overturn')}
              </Button>
            )}
            {cancels && <Button onClick={() => setOpen('cancel')}>{t('admin.cancel')}</Button>}
          </Inline>
        )}
      </Stack>
      <OverturnDialog booking={booking} open={open === 'overturn'} onClose={close} />
      <ReasonDialog
        open={open === 'cancel'}
        onClose={close}
        title={t('admin.cancel.title')}
        text={t('admin.cancel.text')}
        action={t('admin.cancel.do')}
        hint={t('admin.reason.hint', { client: booking.client.name, creator: booking.creator.name })}
        busy={cancel.busy}
        problem={cancel.problem}
        onSend={(reason) =>
          void cancel.run({ params: { id: booking.id }, body: { expected: booking.version, reason } })
        }
      />
    </Card>
  )
}

function overturnText({ state, attendanceUnclear }: Booking) {
  return attendanceUnclear && state === 'completed' ? 'admin.unclear.text' : 'admin.overturn.text'
}
