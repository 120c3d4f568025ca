import { overturnNoShow } from '@veranda/contract/bookings/routes.ts'
import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { type AttendanceOutcome } from '@veranda/core/bookings/booking-states.ts'
import { RadioGroup } from '@veranda/ui/radio-group.tsx'
import { useState } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { useBookingCommand } from '../queries.ts'
import { ReasonDialog } from '../reason-dialog.tsx'

/** Lets an admin choose the outcome, of those that the server offers, and the reason that both users read. */
export function OverturnDialog({ booking, open, onClose }: { booking: Booking; open: boolean; onClose: () => void }) {
  const t = useTranslations('bookings')
  const [outcome, setOutcome] = useState<AttendanceOutcome>()
  const { client, creator } = booking
  const overturn = useBookingCommand(overturnNoShow, () => {
    snackbars.add({ title: t('admin.overturn.done'), tone: 'success' })
    onClose()
  })
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title={t('admin.overturn.title')}
      text={t('admin.overturn.lead', { client: client.name, creator: creator.name })}
      action={t('admin.overturn.do')}
      hint={t('admin.reason.hint', { client: client.name, creator: creator.name })}
      required
      ready={outcome !== undefined}
      busy={overturn.busy}
      problem={overturn.problem}
      onSend={(reason) =>
        outcome &&
        void overturn.run({ params: { id: booking.id }, body: { expected: booking.version, outcome, reason } })
      }
    >
      <RadioGroup
        label={t('admin.outcome')}
        value={outcome}
        onChange={setOutcome}
        options={booking.outcomes.map((value) => ({
          value,
          label: t(`admin.outcome.${value}`, { client: client.name, creator: creator.name }),
          hint: booking.cost ? t(`admin.outcome.${value}.money`) : undefined,
        }))}
      />
    </ReasonDialog>
  )
}
