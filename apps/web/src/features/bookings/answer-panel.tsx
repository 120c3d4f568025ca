import { confirmBooking } from '@veranda/contract/bookings/routes.ts'
import { type Booking } from '@veranda/contract/bookings/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Line, Stack } from '@veranda/ui/layout.tsx'
import { Progress } from '@veranda/ui/progress.tsx'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { Rich } from '../../parts/rich.tsx'
import { When } from '../../parts/when.tsx'
import { useBookingCommand } from './booking-command.ts'
import { can, isCharging } from './booking-sides.ts'
import styles from './booking.module.css'
import { DeclineDialog } from './decline-dialog.tsx'

/** A request that waits for the creator: to answer for them, to wait for everybody else. */
export function AnswerPanel({ booking }: { booking: Booking }) {
  const t = useWords('bookings')
  const format = useFormat()
  const [declining, setDeclining] = useState(false)
  const confirm = useBookingCommand(confirmBooking)
  const mine = can(booking, 'confirm')
  const { clientPays, creatorReceives } = booking
  const by = { by: () => (booking.expiresAt ? <When at={booking.expiresAt} show="moment" /> : null) }
  if (isCharging(booking)) {
    const text = booking.part === 'creator' ? 'request.text.taken.creator' : 'request.text.taken'
    const { name } = booking.part === 'creator' ? booking.client : booking.creator
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
          <Rich
            text={t(clientPays ? 'request.text.client.paid' : 'request.text.client', {
              name: booking.creator.name,
              sum: clientPays ? format.money(clientPays) : '',
            })}
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
          <Rich
            text={t(creatorReceives ? 'request.text.creator.paid' : 'request.text.creator', {
              sum: creatorReceives ? format.money(creatorReceives) : '',
            })}
            parts={by}
          />
        </p>
        <ProblemBanner problem={confirm.problem} />
        <Line wrap>
          <Button
            kind="filled"
            icon="check"
            busy={confirm.busy}
            onClick={() => void confirm.run({ params: { id: booking.id }, body: { expected: booking.version } })}
          >
            {t('request.confirm')}
          </Button>
          {can(booking, 'decline') && <Button onClick={() => setDeclining(true)}>{t('request.decline')}</Button>}
        </Line>
      </Stack>
      <DeclineDialog booking={booking} open={declining} onClose={() => setDeclining(false)} />
    </Card>
  )
}
