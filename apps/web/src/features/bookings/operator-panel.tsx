import { cancelAsOperator } from '@veranda/contract/bookings/routes.ts'
import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Line, Stack } from '@veranda/ui/layout.tsx'
import { useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { useBookingCommand } from './booking-command.ts'
import { can } from './booking-sides.ts'
import styles from './booking.module.css'
import { OverturnDialog } from './overturn-dialog.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

/** What an operator may do about a booking of others: say who came, or call it off with everything given back. */
export function OperatorPanel({ booking }: { booking: Booking }) {
  const t = useWords('bookings')
  const [open, setOpen] = useState<'overturn' | 'cancel'>()
  const close = () => setOpen(undefined)
  const cancel = useBookingCommand(cancelAsOperator, close)
  if (booking.part !== 'operator') return null
  const overturns = can(booking, 'overturn')
  const cancels = can(booking, 'cancel')
  return (
    <Card padded title={t('operator.title')}>
      <Stack gap={4}>
        <p className={styles.quiet}>
          {t(overturns ? overturnText(booking) : cancels ? 'operator.cancel.text' : 'operator.nothing')}
        </p>
        {(overturns || cancels) && (
          <Line wrap>
            {overturns && (
              <Button kind="filled" onClick={() => setOpen('overturn')}>
                {t('operator.overturn')}
              </Button>
            )}
            {cancels && <Button onClick={() => setOpen('cancel')}>{t('operator.cancel')}</Button>}
          </Line>
        )}
      </Stack>
      <OverturnDialog booking={booking} open={open === 'overturn'} onClose={close} />
      <ReasonDialog
        open={open === 'cancel'}
        onClose={close}
        title={t('operator.cancel.title')}
        text={t('operator.cancel.text')}
        action={t('operator.cancel.do')}
        hint={t('operator.reason.hint', { client: booking.client.name, creator: booking.creator.name })}
        busy={cancel.busy}
        problem={cancel.problem}
        onSend={(reason) =>
          void cancel.run({ params: { id: booking.id }, body: { expected: booking.version, reason } })
        }
      />
    </Card>
  )
}

function overturnText({ state, faulted }: Booking) {
  return faulted && state === 'completed' ? 'operator.faulted.text' : 'operator.overturn.text'
}
