import { moveBooking, proposeBookingMove } from '@veranda/contract/bookings/routes.ts'
import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { useState } from 'react'
import { formatFor, useFormat } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/language.ts'
import { useServerNow } from '../../../lib/realtime/server-clock.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { useBookingCommand } from '../queries.ts'
import { can, canMoveAtOnce, otherParty } from '../booking-view-model.ts'
import styles from '../booking.module.css'
import { SlotPicker } from '../availability/slot-picker.tsx'
import { SlotTakenBanner } from './slot-taken-banner.tsx'

/** Moves a booking: at once if both times are far enough off, otherwise by asking the other side. */
export function MoveBookingDialog({
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
  const language = useLanguage()
  const account = useFormat().timeZone
  const [picked, setPicked] = useState<{ at: string; zone: string }>()
  const [note, setNote] = useState('')
  const other = otherParty(booking)
  const now = useServerNow()
  const canMove = can(booking, 'move')
  // Until a time is chosen, what most times would need.
  const needsConsent = picked ? !canMoveAtOnce(booking, picked.at, now) : !canMove
  function finish(message: 'move.done' | 'move.asked') {
    snackbars.add({ title: t(message, { name: other.name }), tone: 'success' })
    setPicked(undefined)
    onClose()
  }

  const move = useBookingCommand(moveBooking, () => finish('move.done'))
  const propose = useBookingCommand(proposeBookingMove, () => finish('move.asked'))
  const command = needsConsent ? propose : move
  const format = formatFor(language, picked?.zone ?? account)

  function send(at: string) {
    void command.run({
      params: { id: booking.id },
      body: { at, expected: booking.version, ...(needsConsent && note.trim() ? { note: note.trim() } : {}) },
    })
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="wide"
      title={t(canMove ? 'move.title' : 'move.title.ask')}
      text={t(canMove ? 'move.text' : 'move.text.ask', { name: other.name })}
      actions={
        <>
          <Button onClick={onClose}>{c('back')}</Button>
          <Button kind="filled" busy={command.busy} disabled={!picked} onClick={() => picked && send(picked.at)}>
            {picked
              ? t(needsConsent ? 'move.ask' : 'move.do', {
                  day: format.weekday(picked.at),
                  time: format.time(picked.at),
                })
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
          movingBookingId={booking.id}
          startNear={booking.startsAt}
          chosen={picked?.at ?? ''}
          onPick={(at, zone) => setPicked({ at, zone })}
        />
        <p role="status" className={styles.small}>
          {picked && t(needsConsent ? 'move.asks' : 'move.at-once', { name: other.name })}
        </p>
        {needsConsent && (
          <Field label={t('move.note')} optional>
            <TextArea rows={2} maxLength={1000} value={note} onChange={(event) => setNote(event.target.value)} />
          </Field>
        )}
        <SlotTakenBanner
          problem={command.problem}
          zone={picked?.zone ?? account}
          busy={command.busy}
          onPick={(at) => setPicked({ at, zone: picked?.zone ?? account })}
        />
      </Stack>
    </Dialog>
  )
}
