import { declineBooking } from '@veranda/contract/bookings/routes.ts'
import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { useBookingCommand } from './booking-command.ts'

/** Before a request is declined: what happens to the money, and a word to the client. */
export function DeclineDialog({ booking, open, onClose }: { booking: Booking; open: boolean; onClose: () => void }) {
  const t = useWords('bookings')
  const c = useWords('common')
  const [reason, setReason] = useState('')
  const decline = useBookingCommand(declineBooking, onClose)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('decline.title')}
      text={t(booking.clientPays ? 'decline.text.paid' : 'decline.text', { name: booking.client.name })}
      actions={
        <>
          <Button onClick={onClose}>{c('back')}</Button>
          <Button
            kind="danger"
            busy={decline.busy}
            onClick={() =>
              void decline.run({
                params: { id: booking.id },
                body: { expected: booking.version, reason: reason.trim() },
              })
            }
          >
            {t('decline.do')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <Field label={t('reason.label')} hint={t('reason.hint', { name: booking.client.name })} optional>
          <TextArea rows={3} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <ProblemBanner problem={decline.problem} />
      </Stack>
    </Dialog>
  )
}
