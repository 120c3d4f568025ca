import { moveBooking, proposeMove } from '@veranda/contract/bookings/routes.ts'
import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { useState } from 'react'
import { formatFor, useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/language.ts'
import { useNow } from '../../lib/now.ts'
import { useWords } from '../../lib/words.ts'
import { snackbars } from '../../parts/notices.ts'
import { useBookingCommand } from './booking-command.ts'
import { can, movesAtOnce, otherSide } from './booking-sides.ts'
import styles from './booking.module.css'
import { SlotPicker } from './slot-picker.tsx'
import { Taken } from './taken.tsx'

/** Another time for a booking: at once from and to a time far enough off, else as a question to the other side. */
export function MoveDialog({ booking, open, onClose }: { booking: Booking; open: boolean; onClose: () => void }) {
  const t = useWords('bookings')
  const c = useWords('common')
  const language = useLanguage()
  const account = useFormat().zone
  const [picked, setPicked] = useState<{ at: string; zone: string }>()
  const [note, setNote] = useState('')
  const other = otherSide(booking)
  const now = useNow()
  const mayMove = can(booking, 'move')
  // Until a time is chosen, what most of them do.
  const asks = picked ? !movesAtOnce(booking, picked.at, now) : !mayMove
  function finish(said: 'move.done' | 'move.asked') {
    snackbars.add({ title: t(said, { name: other.name }), tone: 'success' })
    setPicked(undefined)
    onClose()
  }

  const move = useBookingCommand(moveBooking, () => finish('move.done'))
  const propose = useBookingCommand(proposeMove, () => finish('move.asked'))
  const command = asks ? propose : move
  const format = formatFor(language, picked?.zone ?? account)

  function send(at: string) {
    void command.run({
      params: { id: booking.id },
      body: { at, expected: booking.version, ...(asks && note.trim() ? { note: note.trim() } : {}) },
    })
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="wide"
      title={t(mayMove ? 'move.title' : 'move.title.ask')}
      text={t(mayMove ? 'move.text' : 'move.text.ask', { name: other.name })}
      actions={
        <>
          <Button onClick={onClose}>{c('back')}</Button>
          <Button kind="filled" busy={command.busy} disabled={!picked} onClick={() => picked && send(picked.at)}>
            {picked
              ? t(asks ? 'move.ask' : 'move.do', { day: format.weekday(picked.at), time: format.time(picked.at) })
              : t('move.choose')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <p className={styles.small}>
          {t('move.now', { day: format.day(booking.startsAt), time: format.time(booking.startsAt) })}
        </p>
        <SlotPicker
          serviceId={booking.service.id}
          other={other}
          moving={booking.id}
          near={booking.startsAt}
          chosen={picked?.at ?? ''}
          onPick={(at, zone) => setPicked({ at, zone })}
        />
        <p role="status" className={styles.small}>
          {picked && t(asks ? 'move.asks' : 'move.at-once', { name: other.name })}
        </p>
        {asks && (
          <Field label={t('move.note')} optional>
            <TextArea rows={2} maxLength={1000} value={note} onChange={(event) => setNote(event.target.value)} />
          </Field>
        )}
        <Taken
          problem={command.problem}
          zone={picked?.zone ?? account}
          busy={command.busy}
          onPick={(at) => setPicked({ at, zone: picked?.zone ?? account })}
        />
      </Stack>
    </Dialog>
  )
}
