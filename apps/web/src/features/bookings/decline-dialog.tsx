import { declineBooking } from '@veranda/contract/bookings/routes.ts'
import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { useWords } from '../../lib/words.ts'
import { useBookingCommand } from './booking-command.ts'
import { ReasonDialog } from './reason-dialog.tsx'

/** Before a request is declined: what happens to the money, and a word to the client. */
export function DeclineDialog({ booking, open, onClose }: { booking: Booking; open: boolean; onClose: () => void }) {
  const t = useWords('bookings')
  const decline = useBookingCommand(declineBooking, onClose)
  const { name } = booking.client
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title={t('decline.title')}
      text={t(booking.clientPays ? 'decline.text.paid' : 'decline.text', { name })}
      action={t('decline.do')}
      hint={t('reason.hint', { name })}
      busy={decline.busy}
      problem={decline.problem}
      onSend={(reason) => void decline.run({ params: { id: booking.id }, body: { expected: booking.version, reason } })}
    />
  )
}
