import { overturnNoShow } from '@veranda/contract/bookings/routes.ts'
import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { type Outcome, outcomes } from '@veranda/core/bookings/booking-states.ts'
import { RadioGroup } from '@veranda/ui/radio-group.tsx'
import { useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { snackbars } from '../../parts/notices.ts'
import { useBookingCommand } from './booking-command.ts'
import { ReasonDialog } from './reason-dialog.tsx'

/** An operator says how it was, and why: both people read it. What stands already is offered only where a fault of ours was in it. */
export function OverturnDialog({ booking, open, onClose }: { booking: Booking; open: boolean; onClose: () => void }) {
  const t = useWords('bookings')
  const [outcome, setOutcome] = useState<Outcome>()
  const { client, creator } = booking
  const overturn = useBookingCommand(overturnNoShow, () => {
    snackbars.add({ title: t('operator.overturn.done'), tone: 'success' })
    onClose()
  })
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title={t('operator.overturn.title')}
      text={t('operator.overturn.lead', { client: client.name, creator: creator.name })}
      action={t('operator.overturn.do')}
      hint={t('operator.reason.hint', { client: client.name, creator: creator.name })}
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
        label={t('operator.outcome')}
        value={outcome}
        onChange={setOutcome}
        options={outcomes
          .filter((one) => one !== booking.state || booking.faulted)
          .map((value) => ({
            value,
            label: t(`operator.outcome.${value}`, { client: client.name, creator: creator.name }),
            hint: booking.price ? t(`operator.outcome.${value}.money`) : undefined,
          }))}
      />
    </ReasonDialog>
  )
}
